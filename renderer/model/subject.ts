import { Type } from "#typebox";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { isReference, withSparsity } from "../../core/expression/ast.ts";
import type { Draft, NodeId } from "../../core/expression/draft.ts";
import { printJson } from "../../core/expression/print-json.ts";
import { leaves } from "../../core/expression/walk.ts";
import { orNull, recordOf, type Saved } from "../../core/workspace/fit.ts";
import { expressionSchema } from "./expression-schema.ts";
import { labelOfTree, type NodeNotes, notesOf, treeOf } from "./expression-tree.ts";
import { type Prepared, prepare, type Resolve } from "./prepare-expression.ts";

export const subjectSchema = Type.Object({
  expression: orNull(expressionSchema),
  /** Greatest share of the map to keep; 1 keeps all. */
  sparsity: Type.Number({ minimum: 0, maximum: 1 }),
  /** Ids of the nodes in reading order. Absent where they are n1, n2 and so on, as in any expression from elsewhere. */
  ids: Type.Optional(Type.Array(Type.Unsafe<NodeId>({ type: "string" }))),
  extra: recordOf(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
});

/**
 * What Explore looks at and the map shows: one expression, or nothing yet. `extra` is its tree's own
 * (labels, mutes, collapsed nodes), kept apart so that the expression stays what the service accepts.
 */
export type Subject = Saved<typeof subjectSchema>;

export const NO_SUBJECT: Subject = { expression: null, sparsity: 1, extra: {} };

/** Whether the view looks at the subject. */
export const isSubjectView = (view: string): boolean => view === "explore";

/** The subject as part of a place on the trail. */
export const placeOf = ({ expression, extra, sparsity, ids }: Subject): Omit<Place, "view"> => {
  if (!expression) return {};
  const hasNotes = Object.keys(extra).length > 0;
  return {
    expression,
    ...(ids ? { ids } : {}),
    ...(hasNotes ? { extra } : {}),
    ...(sparsity < 1 ? { sparsity } : {}),
  };
};

/** A place as the subject it was. */
export const subjectAt = ({ expression, ...rest }: Place): Subject => ({
  expression: expression ?? null,
  sparsity: rest.sparsity ?? 1,
  ...(rest.ids ? { ids: rest.ids } : {}),
  extra: rest.extra ?? {},
});

/** Where a person looked: a view, and in Explore the expression shown there. */
export interface Place {
  readonly view: string;
  readonly expression?: ExpressionJson;
  /** Ids of its nodes, as the subject keeps them. */
  readonly ids?: readonly NodeId[];
  /** What was noted about the expression's parts: names, what is muted. Absent for nothing. */
  readonly extra?: PlaceNotes;
  /** Share of the map that it was thinned to. Absent for all of it. */
  readonly sparsity?: number;
}

type PlaceNotes = { readonly [key: string]: string | number | boolean };

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
