import { create } from "zustand";
import type { Operator } from "../../../core/expression/ast.ts";
import type { Draft, NodeId } from "../../../core/expression/draft.ts";
import type { DropTarget } from "./model/tree-rows.ts";

/** Where a new part will go: last in an operator, or after a node. */
export interface Adding {
  readonly place: "inside" | "beside";
  readonly id: NodeId;
}

interface BuildUi {
  /** The row that the arrow keys start from; "" for that of the whole. */
  readonly selected: NodeId | "";
  /** Grows whenever that row should take the focus. */
  readonly focusTurn: number;
  /** Grows whenever the line should take the focus. */
  readonly lineTurn: number;
  readonly editing: NodeId | null;
  readonly renaming: NodeId | null;
  readonly adding: Adding | null;
  /** Where something dragged would land now. */
  readonly dropTarget: DropTarget | null;
  /** The group that a drop just made, whose operator can be chosen. */
  readonly choosing: NodeId | null;
  /** Where the keyboard goes on after that choice: the part that was dropped; null for the group itself. */
  readonly chosenFor: NodeId | null;
  /** Operator that the next part is added with. */
  readonly operator: Operator;
  /** Why the last edit was not made; null once another was. */
  readonly refusal: string | null;
  /** The row that was just moved, which flashes once. */
  readonly flashed: NodeId | null;
}

/** How the builder is operated now; none of it is content. */
export const useBuild = create<BuildUi>(() => ({
  selected: "",
  focusTurn: 0,
  lineTurn: 0,
  editing: null,
  renaming: null,
  adding: null,
  dropTarget: null,
  choosing: null,
  chosenFor: null,
  operator: "or",
  refusal: null,
  flashed: null,
}));

const CLOSED = { editing: null, renaming: null, adding: null, dropTarget: null };

/** Moves the keyboard to a row. */
export const focusRow = (id: NodeId): void =>
  useBuild.setState(({ focusTurn }) => ({ ...CLOSED, selected: id, focusTurn: focusTurn + 1 }));

const FLASH_MS = 700;

/** Shows once where a moved part has landed. */
export function flashRow(id: NodeId): void {
  useBuild.setState({ flashed: id });
  setTimeout(() => {
    if (useBuild.getState().flashed === id) useBuild.setState({ flashed: null });
  }, FLASH_MS);
}

export const selectRow = (selected: NodeId | ""): void => {
  if (useBuild.getState().selected !== selected) useBuild.setState({ selected });
};
/** Words are edited where they stand; lists of cells and what has a name elsewhere in the line. */
export function startEditing({ id, kind }: Draft): void {
  const isHere = kind === "term" || kind === "text";
  useBuild.setState(({ lineTurn }) => ({
    ...CLOSED,
    selected: id,
    ...(isHere ? { editing: id } : { lineTurn: lineTurn + 1 }),
  }));
}
export const startRenaming = (id: NodeId): void =>
  useBuild.setState({ ...CLOSED, selected: id, renaming: id });
export const startAdding = (adding: Adding): void => useBuild.setState({ ...CLOSED, adding });
