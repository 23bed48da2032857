import { Type } from "#typebox";
import { oneOf, orNull, type Saved } from "../../../core/workspace/fit.ts";
import { defineSlice } from "../../state/slice.ts";

export const SORT_COLUMNS = ["score", "shareOfTerm", "term", "df"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export const PARTS_OF_SPEECH = ["NOUN", "VERB", "ADJECTIVE"] as const;
export type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

const schema = Type.Object({
  /** Only terms that can be this; absent: any. */
  pos: Type.Optional(oneOf(PARTS_OF_SPEECH)),
  /** Only terms that share at least this much of the query; absent: any share. */
  least: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  /** Only terms of this sense; it holds for one query only. */
  sense: orNull(Type.Object({ query: Type.String(), id: Type.Integer(), label: Type.String() })),
  sort: Type.Object({ column: oneOf(SORT_COLUMNS), isAscending: Type.Boolean() }),
  /** Terms of one sense stand together. */
  isGrouped: Type.Boolean(),
});
/** What of the list the user wants to see; undoable and saved. */
export type SimilarState = Saved<typeof schema>;

const START: SimilarState = {
  sense: null,
  sort: { column: "score", isAscending: false },
  isGrouped: false,
};

export const similar = defineSlice("similar", {
  title: "the filters of similar terms",
  schema,
  initial: START,
});

export const chooseGrouped = (isGrouped: boolean): void =>
  similar.edit(isGrouped ? "Group by sense" : "One list", (before) => ({ ...before, isGrouped }));

export const choosePos = (pos: PartOfSpeech | undefined): void =>
  similar.edit("Part of speech of similar terms", ({ pos: _, ...before }) => ({
    ...before,
    ...(pos === undefined ? {} : { pos }),
  }));

export const changeLeast = (least: number): void =>
  similar.edit(
    "Minimum overlap of similar terms",
    ({ least: _, ...before }) => ({ ...before, ...(least === 0 ? {} : { least }) }),
    { gesture: "minimum overlap" },
  );
