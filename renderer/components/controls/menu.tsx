import { Header, Menu, MenuItem, MenuSection, Popover } from "react-aria-components";
import { Keys } from "./keys.tsx";
import "./menu.css";

export { MenuTrigger } from "react-aria-components";

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  /** Said below the label. */
  readonly hint?: string;
  readonly keys?: string;
  /** Said instead of doing it. */
  readonly disabledBecause?: string | null;
  readonly isChosen?: boolean;
  readonly run: () => void;
}

export interface MenuGroup {
  readonly title?: string;
  readonly entries: readonly MenuEntry[];
}

interface ActionMenuProps {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
}

/** The list of a menu; put it beside its button in a `MenuTrigger`. */
export const ActionMenu = ({ label, groups }: ActionMenuProps) => (
  <Popover className="menu-popover float" placement="bottom start" offset={4}>
    <Menu className="menu scroll" aria-label={label}>
      {groups.map((group, index) => (
        <Section key={group.title ?? `group ${index + 1}`} group={group} />
      ))}
    </Menu>
  </Popover>
);

function Section({ group: { title, entries } }: { readonly group: MenuGroup }) {
  const isChoice = entries.every(({ isChosen }) => isChosen !== undefined);
  return (
    <MenuSection
      className="menu-section"
      {...(isChoice && {
        selectionMode: "single" as const,
        disallowEmptySelection: true,
        selectedKeys: entries.filter(({ isChosen }) => isChosen).map(({ id }) => id),
      })}
    >
      {title && <Header className="menu-title">{title}</Header>}
      {entries.map((entry) => (
        <MenuRow key={entry.id} entry={entry} />
      ))}
    </MenuSection>
  );
}

function MenuRow({ entry }: { readonly entry: MenuEntry }) {
  const beside = entry.disabledBecause ?? entry.hint;
  return (
    <MenuItem
      id={entry.id}
      className="menu-item"
      textValue={entry.label}
      isDisabled={Boolean(entry.disabledBecause)}
      onAction={entry.run}
    >
      <span className="menu-check" aria-hidden="true">
        {entry.isChosen ? "✓" : ""}
      </span>
      <span className="grow">
        {entry.label}
        {beside && <span className="menu-reason">{beside}</span>}
      </span>
      {entry.keys && <Keys keys={entry.keys} />}
    </MenuItem>
  );
}
