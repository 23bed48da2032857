import { Type } from "#typebox";
import type { Predicate } from "../../../core/api/schema/collection-types.ts";
import { oneOf, type Saved } from "../../../core/workspace/fit.ts";

export const spokenSchema = Type.Object({
  /** Which says the language of a row. */
  column: Type.String(),
  languages: Type.Array(
    Type.Object({
      /** In the column. */
      value: Type.String(),
      /** Times the line of all other rows. */
      factor: Type.Number(),
      /** Whether it was drawn among rows of the language, or among others in their stead; and how many. */
      from: oneOf(["given", "shipped", "made-up"]),
      texts: Type.Number(),
    }),
  ),
});
/** The languages of rows that have a line of their own. */
export type Spoken = Saved<typeof spokenSchema>;

/** From which score on rows belong. */
export interface Line {
  readonly from: number;
  readonly spoken?: Spoken | undefined;
}

/** By score. */
export type Lines = ReadonlyMap<string, Line>;

/** From which score on a row belongs, by what its column of languages has. */
export const fromIn = ({ from, spoken }: Line, language: unknown): number =>
  from * (spoken?.languages.find(({ value }) => value === language)?.factor ?? 1);

interface Row {
  /** In order of the collection's columns. */
  readonly values: readonly unknown[];
}

/** The same for a row of a collection with these columns. */
export function fromOf(
  line: Line,
  { values }: Row,
  columns: readonly { readonly name: string }[],
): number {
  const place = columns.findIndex(({ name }) => name === line.spoken?.column);
  return fromIn(line, values[place]);
}

interface ScoreRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly below?: number | undefined;
}

/** Rows whose score is in a range, which is moved as the line of their language is. */
export function scoreTest(score: string, range: ScoreRange, spoken?: Spoken): Predicate {
  const within = (factor: number): Predicate => ({
    score,
    ...Object.fromEntries(
      Object.entries(range).map(([end, limit]) => [
        end,
        limit === undefined ? limit : limit * factor,
      ]),
    ),
  });
  if (spoken === undefined || spoken.languages.length === 0) return within(1);
  const { column, languages } = spoken;
  return {
    or: [
      { and: [{ not: { column, in: languages.map(({ value }) => value) } }, within(1)] },
      ...languages.map(({ value, factor }) => ({
        and: [{ column, in: [value] }, within(factor)],
      })),
    ],
  };
}
