import { type Expression, isOperation } from "../../core/expression/ast.ts";
import { type EditResult, isRefused } from "../../core/expression/draft.ts";
import { addOnto, wrap } from "../../core/expression/edit.ts";
import { carryNotes } from "../../core/expression/notes.ts";
import { nodeAt, pathKey, pathOf } from "../../core/expression/walk.ts";
import { type NodeNote, notesOf, subjectOf, treeOf } from "./expression-tree.ts";
import { exploreSubject, type Subject, subject } from "./subject.ts";

/** Keep only these cells, or take them away. */
export type Restriction = "and" | "sub";
/** The same, or add them. */
type Change = Restriction | "or";

/** A part restricted to cells: its own operator takes them if it is of that kind, else a new one. */
export function restricted(
  tree: Expression,
  nodeKey: string,
  { operator, positions }: { operator: Change; positions: readonly number[] },
): EditResult {
  const path = pathOf(nodeKey);
  const node = { kind: "positions", positions: Uint16Array.from(positions) } as const;
  const target = nodeAt(tree, path);
  const takesMore =
    target !== undefined && target.kind === operator && target.sparsity === undefined;
  if (!target || takesMore || !isOperation(target)) return addOnto(tree, path, { node, operator });
  const wrapped = wrap(tree, path, operator);
  if (isRefused(wrapped) || !wrapped.expression) return wrapped;
  const added = addOnto(wrapped.expression, wrapped.focus, { node, operator });
  if (isRefused(added)) return added;
  const moved = new Map<string, string>();
  for (const [from, between] of wrapped.moved) {
    const to = added.moved.get(between);
    if (to !== undefined) moved.set(from, to);
  }
  return { ...added, moved };
}

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

/** The same as a step of the walk: going back finds the subject as it was. */
export function walkRestricted(cells: Cells): void {
  exploreSubject(restrictedSubject(subject.read(), cells), {
    view: "similar",
    label: labelFor(cells),
  });
}

const EFFECTS = { and: "Keep only", sub: "Subtract", or: "Add" } as const;

const labelFor = ({ operator, name }: Cells) => `${EFFECTS[operator]} the ${name}`;

function restrictedSubject(before: Subject, { operator, positions, name, retina }: Cells): Subject {
  const tree = treeOf(before);
  const result = tree && restricted(tree, "", { operator, positions });
  if (!result || isRefused(result)) return before;
  const notes = new Map<string, NodeNote>(carryNotes(notesOf(before), result.moved));
  notes.set(pathKey(result.focus), { label: name, ...(retina ? { retina } : {}) });
  return subjectOf(result.expression, notes);
}

/** Takes terms away from the subject, in Build; mutes and names of its parts stay. */
export function subtractTerms(terms: readonly string[]): void {
  const before = subject.read();
  const tree = treeOf(before);
  if (!tree) return;
  const takesMore = tree.kind === "sub" && tree.sparsity === undefined;
  const wrapped = takesMore ? null : wrap(tree, [], "sub");
  if (wrapped && isRefused(wrapped)) return;
  let current = wrapped?.expression ?? tree;
  for (const term of terms) {
    const added = addOnto(current, [], { node: { kind: "term", term }, operator: "sub" });
    if (isRefused(added) || !added.expression) return;
    current = added.expression;
  }
  const notes = wrapped ? carryNotes(notesOf(before), wrapped.moved) : notesOf(before);
  const label = terms.length === 1 ? `Subtract ${terms[0]}` : `Subtract ${terms.length} terms`;
  exploreSubject(subjectOf(current, notes), { view: "build", label });
}
