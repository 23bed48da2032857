import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import type { NodeId } from "../../core/expression/draft.ts";

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

export type PlaceNotes = { readonly [key: string]: string | number | boolean };
