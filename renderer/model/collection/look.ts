import type { Field } from "../../../core/api/collection-types.ts";
import type { Restriction } from "./restrictions.ts";

export const LENSES = [
  "rows",
  "points",
  "topics",
  "time",
  "differences",
  "labels",
  "copies",
] as const;
export type CollectionLens = (typeof LENSES)[number];

/** Two parts of a collection, each by its own restrictions. */
export interface Difference {
  readonly a: readonly Restriction[] | null;
  readonly b: readonly Restriction[] | null;
}

/** How a person looks at one collection; kept with the workspace, each change one step of undo. */
export interface Look {
  readonly lens: CollectionLens;
  readonly restrictions: readonly Restriction[];
  readonly sort: { readonly field: Field; readonly descending: boolean } | null;
  /** What the map counts: what is more frequent than elsewhere, or how many rows. */
  readonly heat: "lift" | "count";
  /** What is compared: null for the rows shown, and for the rest. Absent is both. */
  readonly difference?: Difference;
  /** What points are coloured by: null for nothing; absent is the column of categories. */
  readonly colour?: Field | null;
  /** The category that rows are labelled for; absent for none. */
  readonly category?: string;
  /** Score from which a row belongs, by category; absent follows the suggestion. */
  readonly lines?: { readonly [category: string]: number };
}

export const FIRST_LOOK: Look = { lens: "rows", restrictions: [], sort: null, heat: "lift" };

/**
 * What the heat of rows is compared with: the rest of the collection, or texts on any subject where no row is left out.
 */
export const groundOf = ({ heat, restrictions }: Look): "none" | "rest" | "ordinary" => {
  if (heat === "count") return "none";
  return restrictions.length === 0 ? "ordinary" : "rest";
};

/** The open collection, and how each was looked at last. */
export interface Looks {
  /** "" for none. */
  readonly open: string;
  readonly looks: { readonly [collection: string]: Look };
}

export const NO_LOOKS: Looks = { open: "", looks: {} };

export const lookAt = ({ looks }: Looks, collection: string): Look =>
  Object.hasOwn(looks, collection) ? (looks[collection] ?? FIRST_LOOK) : FIRST_LOOK;
