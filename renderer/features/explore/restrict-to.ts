import type { NodeId } from "../../../core/expression/draft.ts";
import { announce } from "../../state/announcer.ts";
import { commitEdit, currentTree } from "./edit-subject.ts";
import { type Restriction, restricted } from "./model/restrict-subject.ts";

interface Sense {
  readonly label: string;
  readonly positions: readonly number[];
}

interface Place {
  readonly operator: Restriction;
  /** The part it is a sense of; the whole if there is none. */
  readonly part: NodeId | undefined;
  readonly retina: string | undefined;
}

/** Takes a sense away from a part, or keeps only it, as one step that says so. */
export function restrictTo(sense: Sense, { operator, part, retina }: Place): void {
  const tree = currentTree();
  if (!tree) return;
  const label = `${operator === "sub" ? "Subtract" : "Keep only"} the sense ${sense.label}`;
  const result = restricted(tree, part ?? tree.id, { operator, positions: sense.positions });
  const note = { label: `sense ${sense.label}` };
  if (commitEdit(result, { label, note, retina, keepsFocus: true })) announce(label);
}
