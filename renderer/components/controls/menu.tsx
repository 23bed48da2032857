import { Fragment } from "react";
import { Header, Menu, MenuItem, MenuSection, Popover } from "react-aria-components";
import { Keys } from "./keys.tsx";
import "./menu.css";

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
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

/** The list of a menu; put it beside its button in a `MenuTrigger`. */
export function ActionMenu({
  label,
  groups,
}: {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
}) {
  return (
    <Popover className="menu-popover float" offset={4}>
      <Menu className="menu scroll" aria-label={label} autoFocus="first">
        {groups.map((group, index) => (
          <Fragment key={group.title ?? `group ${index + 1}`}>
            <MenuSection className="menu-section">
              {group.title && <Header className="menu-title">{group.title}</Header>}
              {group.entries.map((entry) => (
                <MenuRow key={entry.id} entry={entry} />
              ))}
            </MenuSection>
          </Fragment>
        ))}
      </Menu>
    </Popover>
  );
}

function MenuRow({ entry }: { readonly entry: MenuEntry }) {
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
        {entry.disabledBecause && <span className="menu-reason">{entry.disabledBecause}</span>}
      </span>
      {entry.keys && <Keys keys={entry.keys} />}
    </MenuItem>
  );
}
