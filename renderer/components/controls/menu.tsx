import { WhileOpen } from "./opener.tsx";
import "./menu.css";

export { MenuTrigger } from "./opener.tsx";

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

export interface ActionMenuProps {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
}

/** The list of a menu; put it beside its button in a `MenuTrigger`. */
export const ActionMenu = (props: ActionMenuProps) => (
  <WhileOpen>{({ MenuList }, opened) => <MenuList {...props} opened={opened} />}</WhileOpen>
);
