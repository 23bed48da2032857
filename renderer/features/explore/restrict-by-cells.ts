import type { NodeId } from "../../../core/expression/draft.ts";
import {
  keepNotes,
  type NodeNote,
  notesOf,
  subjectOf,
  treeOf,
} from "../../model/expression-tree.ts";
import type { Subject } from "../../model/subject.ts";
import { exploreSubject, subject } from "../../state/subject.ts";
import { announce } from "../../state/toasts.ts";
import { commitEdit, currentTree } from "./edit-subject.ts";
import { addOnto, wrap } from "./model/edit.ts";
import { type Change, type Restriction, restricted } from "./model/restrict-subject.ts";
import { isRefused } from "./model/working-tree.ts";

interface Cells {
  readonly operator: Change;
  readonly positions: readonly number[];
  /** What the cells are called in the tree. */
  readonly name: string;
  readonly retina: string | undefined;
}

/** Restricts the whole subject to cells, takes them away or adds them; mutes and names of its parts stay. */
export function restrictSubject(cells: Cells): void {
  subject.edit(labelFor(cells), (before) => restrictedSubject(before, cells));
}

const EFFECTS = { and: "Keep only", sub: "Subtract", or: "Add" } as const;

const labelFor = ({ operator, name }: Cells) => `${EFFECTS[operator]} the ${name}`;

function restrictedSubject(before: Subject, { operator, positions, name, retina }: Cells): Subject {
  const tree = treeOf(before);
  const result = tree && restricted(tree, tree.id, { operator, positions });
  if (!result || isRefused(result) || !result.focus) return before;
  const notes = new Map<NodeId, NodeNote>(keepNotes(notesOf(before), result.expression));
  notes.set(result.focus, { label: name, ...(retina ? { retina } : {}) });
  return subjectOf(result.expression, notes);
}

/** Takes terms away from the subject, in Explore; mutes and names of its parts stay. */
export function subtractTerms(terms: readonly string[]): void {
  const before = subject.read();
  const tree = treeOf(before);
  if (!tree) return;
  const takesMore = tree.kind === "sub" && tree.sparsity === undefined;
  const wrapped = takesMore ? null : wrap(tree, tree.id, "sub");
  if (wrapped && isRefused(wrapped)) return;
  let current = wrapped?.expression ?? tree;
  for (const term of terms) {
    const added = addOnto(current, current.id, { node: { kind: "term", term }, operator: "sub" });
    if (isRefused(added) || !added.expression) return;
    current = added.expression;
  }
  const label = terms.length === 1 ? `Subtract ${terms[0]}` : `Subtract ${terms.length} terms`;
  exploreSubject(subjectOf(current, notesOf(before)), label);
}

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
