import { create } from "zustand";
import { Type } from "#typebox";
import { oneOf, orNull, type Saved } from "../../../core/workspace/fit.ts";
import { byMember } from "../../model/rebase-steps.ts";
import { defineSlice } from "../../state/slice.ts";
import { NO_FILTERS, type TermFilters, termFiltersSchema } from "./model/term-filters.ts";

/** From purely nearest to the senses taking turns, as the engine counts. */
export const SPREADS = [
  "purely nearest",
  "a little spread over the senses",
  "half spread over the senses",
  "mostly spread over the senses",
  "the senses in turn",
] as const;

export const SORT_COLUMNS = ["score", "shareOfTerm", "term", "df"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

const schema = Type.Object({
  filters: termFiltersSchema,
  /** Only terms of this sense; it holds for one query only. */
  sense: orNull(Type.Object({ query: Type.String(), id: Type.Integer(), label: Type.String() })),
  sort: Type.Object({ column: oneOf(SORT_COLUMNS), isAscending: Type.Boolean() }),
  /** Terms of one sense stand together. */
  isGrouped: Type.Boolean(),
  /** In place of one list a column for each of these; absent: one list. */
  columns: Type.Optional(oneOf(["parts", "senses"])),
  /** Code of another language that the terms are in, or `all` of those chosen side by side; absent: that of the retina. */
  language: Type.Optional(Type.String()),
  /** Place among `SPREADS`; nothing is purely nearest. It holds for falling scores only. */
  spread: Type.Optional(Type.Integer({ minimum: 0, maximum: SPREADS.length - 1 })),
});
/** What of the list a person wants to see; undoable and saved. */
export type SimilarState = Saved<typeof schema>;

/** What can have a column of its own. */
export type ColumnKind = NonNullable<SimilarState["columns"]>;

/** How the terms stand: in one list, in one that is grouped by sense, or in columns. */
export type Arrangement = "flat" | "grouped" | ColumnKind;

export const arrangementOf = ({ isGrouped, columns }: SimilarState): Arrangement =>
  columns ?? (isGrouped ? "grouped" : "flat");

const ARRANGED: Readonly<Record<Arrangement, string>> = {
  flat: "One list",
  grouped: "Group by sense",
  parts: "A column for each part",
  senses: "A column for each sense",
};

export function chooseArrangement(next: Arrangement): void {
  similar.edit(ARRANGED[next], ({ columns: _, ...before }) => ({
    ...before,
    isGrouped: next === "grouped",
    ...(next === "parts" || next === "senses" ? { columns: next } : {}),
  }));
}

/** In place of a code: every language that the person has chosen, side by side. */
export const ALL_LANGUAGES = "all";

/** Which language the terms are in; undefined for that of the retina. */
export function chooseLanguage(language: string | undefined): void {
  similar.edit("Language of similar terms", ({ language: _, ...before }) => ({
    ...before,
    ...(language === undefined ? {} : { language }),
  }));
}

/** How far the list is drawn towards its senses now: only while it is by falling score. */
export const spreadOf = ({ spread = 0, sort }: SimilarState): number =>
  sort.column === "score" && !sort.isAscending ? spread : 0;

/** Spreads the list over its senses, which puts it by falling score again. */
export function changeSpread(spread: number): void {
  similar.edit(
    `Order: ${SPREADS[spread]}`,
    (before) => ({ ...before, spread, sort: { column: "score", isAscending: false } }),
    { gesture: "spread" },
  );
}

const START: SimilarState = {
  filters: NO_FILTERS,
  sense: null,
  sort: { column: "score", isAscending: false },
  isGrouped: false,
};

export const similar = defineSlice("similar", {
  title: "the filters of similar terms",
  schema,
  initial: START,
  join: byMember(START),
});

export function changeFilters(label: string, part: Partial<TermFilters>, gesture?: string): void {
  similar.edit(
    label,
    (before) => ({ ...before, filters: { ...before.filters, ...part } }),
    gesture === undefined ? {} : { gesture },
  );
}

/** The pattern whose words are listed, until the person closes the list. */
export const usePattern = create<{ readonly pattern: string | null }>(() => ({ pattern: null }));

export const setPattern = (pattern: string | null): void => usePattern.setState({ pattern });
