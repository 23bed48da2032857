import type { ReactNode } from "react";
import {
  ButtonContext,
  Dialog,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  Popover,
  type PopoverProps,
} from "react-aria-components";
import { Keys } from "./keys.tsx";
import type { ActionMenuProps, MenuEntry, MenuGroup } from "./menu.tsx";
import type { FloatBoxProps, Opened } from "./opener.tsx";

interface FloatProps extends Pick<PopoverProps, "className" | "placement"> {
  readonly opened: Opened;
  readonly children: ReactNode;
}

/** Beside its button, whose own doings are not those of the buttons inside. */
function Float({ opened, children, ...props }: FloatProps) {
  return (
    <Popover
      {...props}
      triggerRef={opened.trigger}
      offset={4}
      isOpen
      onOpenChange={(isOpen) => !isOpen && opened.close()}
    >
      <ButtonContext value={null}>{children}</ButtonContext>
    </Popover>
  );
}

/** What `FloatBox` shows. */
export function Box({
  label,
  className,
  placement,
  isWide = false,
  opened,
  children,
}: FloatBoxProps & { readonly opened: Opened }) {
  return (
    <Float
      className={isWide ? "style-popover float" : "float"}
      placement={placement}
      opened={opened}
    >
      <Dialog id={opened.id} className={className} aria-label={label}>
        {children}
      </Dialog>
    </Float>
  );
}

/** What `ActionMenu` shows. */
export function MenuList({ label, groups, opened }: ActionMenuProps & { readonly opened: Opened }) {
  return (
    <Float className="menu-popover float" placement="bottom start" opened={opened}>
      <Menu
        id={opened.id}
        className="menu scroll"
        aria-label={label}
        autoFocus="first"
        onClose={opened.close}
      >
        {groups.map((group, index) => (
          <Section key={group.title ?? `group ${index + 1}`} group={group} />
        ))}
      </Menu>
    </Float>
  );
}

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
