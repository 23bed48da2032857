import { Type } from "#typebox";
import { stampSchema } from "../cells.ts";
import { checkedOnce, fits, oneOf, orNull, type Saved } from "../fit.ts";
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

export const filterSchema = checkedOnce(
  Type.Object({
    id: Type.String(),
    /** Orders the filters; set where they are stored. */
    place: Type.Number(),
    /** Unique among the filters; any characters. */
    name: Type.String(),
    examples: Type.Array(exampleSchema),
    /** What it is meant for, in the person's words; absent for none. */
    use: Type.Optional(Type.String()),
    /** What is known of the texts that it is for; absent where nobody has said anything. */
    outlook: Type.Optional(outlookSchema),
    /** Cosine from which a text belongs; null follows the suggestion. */
    threshold: orNull(Type.Number()),
    goal: oneOf(GOALS),
    /** ISO time. */
    created: Type.String(),
    /** Grows with every change. */
    version: Type.Number(),
    /** ISO time of the last change; absent where an earlier version made it. */
    changed: Type.Optional(Type.String()),
    /** The retina that an imported filter was made with; null for one made here. */
    importedFrom: orNull(stampSchema),
  }),
);

/** A category made from examples. Its cells are never stored: they follow from the texts and the map in use. */
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
