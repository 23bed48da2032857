import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { isReference, withSparsity } from "../../core/expression/ast.ts";
import type { Draft } from "../../core/expression/draft.ts";
import { printJson } from "../../core/expression/print-json.ts";
import { leaves } from "../../core/expression/walk.ts";
import { labelOfTree, type NodeNotes, notesOf, treeOf } from "./expression-tree.ts";
import { type Prepared, prepare, type Resolve } from "./prepare-expression.ts";
import type { Subject } from "./subject.ts";

/** The subject as a tree, what is noted about its nodes, and what goes to the engine. */
export interface SubjectTree {
  readonly tree: Draft | undefined;
  readonly notes: NodeNotes;
  /** In a few words, named parts by their names. */
  readonly label: string;
  readonly prepared: Prepared | null;
  /** What the engine evaluates; null when no part is left. */
  readonly json: ExpressionJson | null;
  readonly sparsity: number;
  /** The person accepted that some word is unknown. */
  readonly skipUnknown: boolean;
}

export function subjectTreeOf(now: Subject, resolve: Resolve): SubjectTree {
  const tree = treeOf(now);
  const notes = notesOf(now);
  const prepared = tree ? prepare(withSparsity(tree, undefined), notes, resolve) : null;
  const sent = prepared?.sent;
  return {
    tree,
    notes,
    label: tree ? labelOfTree(tree, notes) : "",
    prepared,
    json: sent ? (printJson(sent) as unknown as ExpressionJson) : null,
    sparsity: now.sparsity,
    skipUnknown: [...notes.values()].some(({ skip }) => skip === true),
  };
}

/** Whether it depends on the shelf, the history, the map or the filters what the subject means. */
export function refersToOthers(now: Subject): boolean {
  const tree = treeOf(now);
  return tree !== undefined && leaves(tree).some(({ node }) => isReference(node));
}
