import { create } from "zustand";
import type { NodePath, Operator } from "../../../core/expression/ast.ts";
import type { DropTarget } from "./tree/drop-targets.ts";

/** Where a new part will go: last in an operator, or after a node. */
export interface Adding {
  readonly place: "inside" | "beside";
  readonly path: NodePath;
}

/** A node that is being moved by keys. */
interface Picked {
  readonly from: NodePath;
  readonly targets: readonly DropTarget[];
  readonly index: number;
}

interface BuildUi {
  /** `pathKey` of the row that the arrow keys start from. */
  readonly selected: string;
  /** Grows whenever that row should take the focus. */
  readonly focusTurn: number;
  readonly editing: string | null;
  readonly renaming: string | null;
  readonly adding: Adding | null;
  readonly picked: Picked | null;
  /** Where something dragged would land now. */
  readonly dropTarget: DropTarget | null;
  /** The group that a drop just made, whose operator can be chosen. */
  readonly choosing: string | null;
  /** Where the keyboard goes on after that choice: the part that was dropped; null for the group itself. */
  readonly chosenFor: string | null;
  /** Operator that the next part is added with. */
  readonly operator: Operator;
  /** Why the last edit was not made; null once another was. */
  readonly refusal: string | null;
  /** The row that was just moved, which flashes once. */
  readonly flashed: string | null;
}

/** How the builder is operated now; none of it is content. */
export const useBuild = create<BuildUi>(() => ({
  selected: "",
  focusTurn: 0,
  editing: null,
  renaming: null,
  adding: null,
  picked: null,
  dropTarget: null,
  choosing: null,
  chosenFor: null,
  operator: "or",
  refusal: null,
  flashed: null,
}));

const CLOSED = { editing: null, renaming: null, adding: null, picked: null, dropTarget: null };

/** Moves the keyboard to a row. */
export const focusRow = (key: string): void =>
  useBuild.setState(({ focusTurn }) => ({ ...CLOSED, selected: key, focusTurn: focusTurn + 1 }));

const FLASH_MS = 700;

/** Shows once where a moved part has landed. */
export function flashRow(key: string): void {
  useBuild.setState({ flashed: key });
  setTimeout(() => {
    if (useBuild.getState().flashed === key) useBuild.setState({ flashed: null });
  }, FLASH_MS);
}

export const selectRow = (selected: string): void => {
  if (useBuild.getState().selected !== selected) useBuild.setState({ selected });
};
export const startEditing = (key: string): void =>
  useBuild.setState({ ...CLOSED, selected: key, editing: key });
export const startRenaming = (key: string): void =>
  useBuild.setState({ ...CLOSED, selected: key, renaming: key });
export const startAdding = (adding: Adding): void => useBuild.setState({ ...CLOSED, adding });
