import { announce } from "../../state/announcer.ts";
import { type Restriction, restricted } from "../../state/restrict-subject.ts";
import { commitEdit, currentTree } from "./edit-subject.ts";

interface Sense {
  readonly label: string;
  readonly positions: readonly number[];
}

interface Place {
  readonly operator: Restriction;
  readonly nodeKey: string;
  readonly retina: string | undefined;
}

/** Takes a sense away from a part, or keeps only it, as one step that says so. */
export function restrictTo(sense: Sense, { operator, nodeKey, retina }: Place): void {
  const tree = currentTree();
  if (!tree) return;
  const label = `${operator === "sub" ? "Subtract" : "Keep only"} the sense ${sense.label}`;
  const result = restricted(tree, nodeKey, { operator, positions: sense.positions });
  const note = { label: `sense ${sense.label}` };
  if (commitEdit(result, { label, note, retina, keepsFocus: true })) announce(label);
}
