import type { Draft, NodeId } from "../../../../core/expression/draft.ts";

/** The draft after an edit. */
export interface Edited {
  /** `undefined` when nothing is left. Nodes that did not change are the same objects as before. */
  readonly expression: Draft | undefined;
  /** The node the person goes on with; `undefined` when nothing is left. */
  readonly focus: NodeId | undefined;
  /** What was done, for undo: “Remove jaguar”. */
  readonly label: string;
}

/** An edit that would not make sense, and why, for the person who tried it. */
interface Refused {
  readonly refused: string;
}

export type EditResult = Edited | Refused;

export const isRefused = (result: EditResult): result is Refused => "refused" in result;

export const refuse = (refused: string): Refused => ({ refused });

export const GONE = refuse("This part is not in the expression any more.");
export const INTO_ITSELF = refuse("A part cannot be moved into itself.");

/** Between two operands: before the one at `index`, or last when there is none. */
export interface Gap {
  readonly parent: NodeId;
  readonly index: number;
}
