import { create } from "zustand";
import type { Span } from "../../../core/expression/scan.ts";
import type { DropTarget } from "./model/edit.ts";

interface BuildUi {
  /** `pathKey` of the row that the arrow keys start from. */
  readonly selected: string;
  /** Grows whenever that row should take the focus. */
  readonly focusTurn: number;
  /** The part of the line to select; a new object each time the line should take the focus. */
  readonly toSelect: Span | null;
  /** Where something dragged would land now. */
  readonly dropTarget: DropTarget | null;
  /** `pathKey` of the row whose operator is being chosen. */
  readonly choosing: string | null;
  /** Where the keyboard goes on after that choice, if not at that row. */
  readonly chosenFor: string | null;
  /** Why the last edit was not made; null once another was. */
  readonly refusal: string | null;
}

/** How the outline is operated now; none of it is content. */
export const useBuild = create<BuildUi>(() => ({
  selected: "",
  focusTurn: 0,
  toSelect: null,
  dropTarget: null,
  choosing: null,
  chosenFor: null,
  refusal: null,
}));

/** Moves the keyboard to a row. */
export const focusRow = (selected: string): void =>
  useBuild.setState(({ focusTurn }) => ({ selected, focusTurn: focusTurn + 1, dropTarget: null }));

export const selectRow = (selected: string): void => {
  if (useBuild.getState().selected !== selected) useBuild.setState({ selected });
};

/** Selects a part where it is written, so that typing takes its place. */
export const selectInLine = (span: Span | undefined): void => {
  if (span) useBuild.setState({ toSelect: { ...span } });
};
