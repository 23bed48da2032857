import { Type } from "#typebox";
import { stampSchema } from "../cells.ts";
import { checkedOnce, fits, oneOf, orNull, type Saved } from "../fit.ts";
import { cellEditSchema } from "./cell-edits.ts";
import { outlookSchema } from "./outlook.ts";

const exampleSchema = Type.Object({
  id: Type.String(),
  text: Type.String(),
  side: oneOf(["positive", "negative"]),
  /** Kept, but without a say. */
  isMuted: Type.Boolean(),
  /** The text was longer than what an example may have. */
  isCut: Type.Boolean(),
});

/** One text that does or does not belong. */
export type Example = Saved<typeof exampleSchema>;

export type Side = Example["side"];

/** What a suggested threshold should favour. */
export const GOALS = ["balanced", "few-false-alarms", "few-misses"] as const;

export type Goal = (typeof GOALS)[number];

const edits = Type.Optional(Type.Array(cellEditSchema));

const threshold = orNull(Type.Number());

const goal = oneOf(GOALS);

export const wayBackSchema = Type.Object({
  /** Ids of examples that were not there. */
  dropped: Type.Array(Type.String()),
  /** Examples that were there, or were otherwise, and their places then. */
  put: Type.Array(Type.Object({ at: Type.Integer(), example: exampleSchema })),
  /** The edits on the map; absent where they were the same. */
  edits,
  threshold,
  goal,
});

/** The way from a version back to the one before it: small for a small change of a large filter. */
export type WayBack = Saved<typeof wayBackSchema>;

const entrySchema = Type.Object({
  /** ISO time. */
  at: Type.String(),
  what: Type.String(),
  /** How to come back to what was before; unknown for what came from a file. */
  back: Type.Optional(wayBackSchema),
});

export type HistoryEntry = Saved<typeof entrySchema>;

export const filterSchema = checkedOnce(
  Type.Object({
    id: Type.String(),
    /** Orders the filters; set where they are stored. */
    place: Type.Number(),
    /** Unique among the filters; any characters. */
    name: Type.String(),
    /** Groups filters in lists; "" for none. */
    folder: Type.String(),
    examples: Type.Array(exampleSchema),
    /** What was done to its cells on the map, in order; absent in filters of earlier versions. */
    edits,
    /** What it is meant for, in the person's words; absent for none. */
    use: Type.Optional(Type.String()),
    /** What is known of the texts that it is for; absent where nobody has said anything. */
    outlook: Type.Optional(outlookSchema),
    /** Cosine from which a text belongs; null follows the suggestion. */
    threshold,
    goal,
    /** ISO time. */
    created: Type.String(),
    /** Grows with every change. */
    version: Type.Number(),
    /** The latest changes, oldest first. */
    history: Type.Array(entrySchema),
    /** The retina that an imported filter was made with; null for one made here. */
    importedFrom: orNull(stampSchema),
  }),
);

/**
 * A category made from examples. Its cells are never kept: they follow from the texts, the edits on the map and the retina
 * in use.
 */
export type Filter = Saved<typeof filterSchema>;

/** Characters of an example that are read. */
export const LONGEST_EXAMPLE = 20_000;

/** Characters of what a filter is meant for: it has room on the filter's card. */
export const LONGEST_USE = 400;

/** Examples a side. */
export const MOST_EXAMPLES = 5000;

export const textsOf = (examples: readonly Example[]): string[] => examples.map(({ text }) => text);

export const isFilter = (value: unknown): value is Filter => fits(filterSchema, value);

/** A filter that can judge texts now. */
export interface ReadyFilter {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly positions: readonly number[];
  readonly threshold: number;
}

/** As the engine takes it. */
export const asSaved = ({ name, positions, threshold }: ReadyFilter) => ({
  name,
  positions: [...positions],
  threshold,
});
