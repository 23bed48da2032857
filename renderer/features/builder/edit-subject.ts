import { type Expression, isOperation } from "../../../core/expression/ast.ts";
import { type EditResult, isRefused } from "../../../core/expression/draft.ts";
import { carryNotes, samePlaces } from "../../../core/expression/notes.ts";
import { nodeAt, pathKey, pathOf, sameExpression, walk } from "../../../core/expression/walk.ts";
import { announce } from "../../state/announcer.ts";
import {
  type NodeNote,
  type NodeNotes,
  notesOf,
  subjectOf,
  treeOf,
} from "../../state/expression-tree.ts";
import { subject } from "../../state/subject.ts";
import type { EditOptions } from "../../state/workspace.ts";
import { flashRow, focusRow, selectRow, useBuild } from "./build-ui.ts";

interface CommitOptions extends EditOptions {
  /** The retina in use: new literal positions are stamped with it. */
  readonly retina?: string | undefined;
  /** What to note about the node that the edit ends at. */
  readonly note?: NodeNote;
  /** What to note about nodes of the tree after the edit, by key. */
  readonly notes?: NodeNotes;
  /** Leaves the keyboard where it is. */
  readonly keepsFocus?: boolean;
  /** Shows where the part has landed. */
  readonly flashes?: boolean;
  /** Names the step better than the edit does. */
  readonly label?: string;
}

export const currentTree = (): Expression | undefined => treeOf(subject.read());

/** Writes an edit of the tree as one step of undo, with what is noted about its nodes. @returns whether it was made */
export function commitEdit(result: EditResult, options: CommitOptions = {}): boolean {
  if (isRefused(result)) {
    announce(result.refused);
    useBuild.setState({ refusal: result.refused });
    return false;
  }
  const label = options.label ?? result.label;
  subject.edit(
    label,
    (before) => {
      const tree = treeOf(before);
      const carried = new Map(carryNotes(notesOf(before), result.moved));
      if (options.note) {
        const key = pathKey(result.focus);
        carried.set(key, { ...carried.get(key), ...options.note });
      }
      const after = result.expression;
      if (after === undefined) return subjectOf(undefined, carried);
      stamp(after, carried, options.retina);
      if (tree) forgetSkips(tree, after, { notes: carried, moved: result.moved });
      for (const [key, note] of options.notes ?? [])
        carried.set(key, { ...carried.get(key), ...note });
      return subjectOf(after, carried);
    },
    options.merge === undefined ? {} : { merge: options.merge },
  );
  useBuild.setState({ refusal: null, choosing: null });
  if (!options.keepsFocus && result.expression) focusRow(pathKey(result.focus));
  if (options.flashes) flashRow(pathKey(result.focus));
  return true;
}

/** Replaces the whole tree by one that was typed anew; nodes of the same kind in the same place keep their notes. */
export function commitTree(
  tree: Expression | undefined,
  label: string,
  options: CommitOptions = {},
) {
  selectRow("");
  const before = currentTree();
  const moved = before && tree ? samePlaces(before, tree) : new Map<string, string>();
  return commitEdit(
    { expression: tree, focus: [], moved, label },
    { keepsFocus: true, ...options },
  );
}

/** Notes something about a node, or takes it back, as one step. */
export function commitNote(key: string, change: NodeNote, label: string): void {
  subject.edit(label, (before) => {
    const tree = treeOf(before);
    const notes = new Map(notesOf(before));
    notes.set(key, { ...notes.get(key), ...change });
    return subjectOf(tree, notes);
  });
}

/** Folds or opens an operator: looking, not making, so no step of undo. */
export function foldNode(key: string, fold: boolean): void {
  subject.keep((before) => {
    const notes = new Map(notesOf(before));
    notes.set(key, { ...notes.get(key), fold });
    return subjectOf(treeOf(before), notes);
  });
}

export function clearExpression(): void {
  commitEdit({ expression: undefined, focus: [], moved: new Map(), label: "Clear the expression" });
}

function stamp(tree: Expression, notes: Map<string, NodeNote>, retina: string | undefined): void {
  if (!retina) return;
  for (const { path, node } of walk(tree)) {
    const key = pathKey(path);
    if (node.kind === "positions" && notes.get(key)?.retina === undefined)
      notes.set(key, { ...notes.get(key), retina });
  }
}

interface Carry {
  readonly notes: Map<string, NodeNote>;
  readonly moved: ReadonlyMap<string, string>;
}

/** Having accepted one unknown word does not accept another that takes its place. */
function forgetSkips(before: Expression, after: Expression, { notes, moved }: Carry): void {
  for (const [from, to] of moved) {
    const note = notes.get(to);
    if (!note?.skip && !note?.label) continue;
    const old = nodeAt(before, pathOf(from));
    const now = nodeAt(after, pathOf(to));
    if (old && now && (isOperation(now) || sameExpression(old, now))) continue;
    const { skip: _, label, ...rest } = note;
    const keepsLabel = label !== undefined && now?.kind !== "term" && now?.kind !== "positions";
    notes.set(to, keepsLabel ? { ...rest, label } : rest);
  }
}
