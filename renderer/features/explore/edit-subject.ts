import { type Expression, isOperation } from "../../../core/expression/ast.ts";
import { type Draft, type NodeId, nodeWith, places } from "../../../core/expression/draft.ts";
import { sameExpression } from "../../../core/expression/walk.ts";
import {
  keepNotes,
  type NodeNote,
  type NodeNotes,
  notesOf,
  subjectOf,
  treeOf,
  withFold,
} from "../../model/expression-tree.ts";
import { subject } from "../../state/subject.ts";
import { announce } from "../../state/toasts.ts";
import type { EditOptions } from "../../state/workspace.ts";
import { flashRow, focusRow, selectRow, useBuild } from "./build-ui.ts";
import { keepIds } from "./model/keep-ids.ts";
import { type EditResult, isRefused } from "./model/working-tree.ts";

interface CommitOptions extends EditOptions {
  /** The retina in use: new literal positions are stamped with it. */
  readonly retina?: string | undefined;
  /** What to note about the node that the edit ends at. */
  readonly note?: NodeNote;
  /** What to note about nodes of the tree after the edit. */
  readonly notesOn?: (tree: Draft) => NodeNotes;
  /** Leaves the keyboard where it is. */
  readonly keepsFocus?: boolean;
  /** Shows where the part has landed. */
  readonly flashes?: boolean;
  /** Names the step better than the edit does. */
  readonly label?: string;
}

export const currentTree = (): Draft | undefined => treeOf(subject.read());

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
      const after = result.expression;
      const notes = new Map(keepNotes(notesOf(before), after));
      if (after === undefined) return subjectOf(undefined, notes);
      const add = (id: NodeId, note: NodeNote) => notes.set(id, { ...notes.get(id), ...note });
      if (options.note && result.focus) add(result.focus, options.note);
      stamp(after, notes, options.retina);
      if (tree) forgetSkips(tree, after, notes);
      for (const [id, note] of options.notesOn?.(after) ?? []) add(id, note);
      return subjectOf(after, notes);
    },
    options.gesture === undefined ? {} : { gesture: options.gesture },
  );
  useBuild.setState({ refusal: null, choosing: null });
  const { focus } = result;
  if (!options.keepsFocus && focus !== undefined) focusRow(focus);
  if (options.flashes && focus !== undefined) flashRow(focus);
  return true;
}

/** Replaces the whole tree by one that was written again; the parts that are recognised keep their notes. */
export function commitTree(
  tree: Expression | undefined,
  label: string,
  options: CommitOptions = {},
) {
  selectRow("");
  const expression = tree && keepIds(currentTree(), tree);
  return commitEdit({ expression, focus: expression?.id, label }, { keepsFocus: true, ...options });
}

/** Notes something about a node, or takes it back, as one step. */
export function commitNote(id: NodeId, change: NodeNote, label: string): void {
  subject.edit(label, (before) => {
    const tree = treeOf(before);
    const notes = new Map(notesOf(before));
    notes.set(id, { ...notes.get(id), ...change });
    return subjectOf(tree, notes);
  });
}

/** Folds or opens an operator: looking, not making, so no step of undo. */
export function foldNode(id: NodeId, fold: boolean): void {
  subject.keep((before) => withFold(before, id, fold));
}

export function clearExpression(): void {
  commitEdit({ expression: undefined, focus: undefined, label: "Clear the expression" });
}

function stamp(tree: Draft, notes: Map<NodeId, NodeNote>, retina: string | undefined): void {
  if (!retina) return;
  for (const { node } of places(tree))
    if (node.kind === "positions" && notes.get(node.id)?.retina === undefined)
      notes.set(node.id, { ...notes.get(node.id), retina });
}

/** Having accepted one unknown word does not accept another that takes its place. */
function forgetSkips(before: Draft, after: Draft, notes: Map<NodeId, NodeNote>): void {
  for (const [id, note] of notes) {
    if (!note.skip && !note.label) continue;
    const old = nodeWith(before, id);
    const now = nodeWith(after, id);
    if (!old || !now || isOperation(now) || sameExpression(old, now)) continue;
    const { skip: _, label, ...rest } = note;
    const keepsLabel = label !== undefined && now.kind !== "term" && now.kind !== "positions";
    notes.set(id, keepsLabel ? { ...rest, label } : rest);
  }
}
