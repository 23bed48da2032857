import { create } from "zustand";
import type { Output } from "../../../core/api/client-types.ts";
import { isListOf, isRecord, isText } from "../../model/guards.ts";
import { byMember } from "../../model/join-content.ts";
import type { PosChoice } from "../../model/similar/term-filters.ts";
import { NO_FILTERS, type TermFilters } from "../../model/similar/term-filters.ts";
import { defineSlice } from "../slice.ts";

/** What of the list a person wants to see; undoable and saved. */
export interface SimilarState {
  readonly filters: TermFilters;
  /** Only terms of this sense; it holds for one query only. */
  readonly sense: {
    readonly query: string;
    readonly id: number;
    readonly label: string;
  } | null;
  readonly sort: { readonly column: SortColumn; readonly isAscending: boolean };
  /** Terms of one sense stand together. */
  readonly isGrouped: boolean;
  /** In place of one list a column for each of these; absent: one list. */
  readonly columns?: ColumnKind;
  /** Place among `SPREADS`; nothing is purely nearest. It holds for falling scores only. */
  readonly spread?: number;
}

/** What can have a column of its own. */
export type ColumnKind = "parts" | "senses";

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

/** From purely nearest to the senses taking turns, as the engine counts. */
export const SPREADS = [
  "purely nearest",
  "a little spread over the senses",
  "half spread over the senses",
  "mostly spread over the senses",
  "the senses in turn",
] as const;

/** How far the list is drawn towards its senses now: only while it is by falling score. */
export const spreadOf = ({ spread = 0, sort }: SimilarState): number =>
  sort.column === "score" && !sort.isAscending ? spread : 0;

/** Spreads the list over its senses, which puts it by falling score again. */
export function changeSpread(spread: number): void {
  similar.edit(
    `Order: ${SPREADS[spread]}`,
    (before) => ({ ...before, spread, sort: { column: "score", isAscending: false } }),
    { merge: "spread" },
  );
}

export const SORT_COLUMNS = ["score", "shareOfTerm", "term", "df"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

const START: SimilarState = {
  filters: NO_FILTERS,
  sense: null,
  sort: { column: "score", isAscending: false },
  isGrouped: false,
};

export const similar = defineSlice<SimilarState>(
  "similar",
  START,
  (value): value is SimilarState =>
    isRecord(value) &&
    isFilters(value.filters) &&
    (value.sense === null || isRecord(value.sense)) &&
    isRecord(value.sort) &&
    SORT_COLUMNS.includes(value.sort.column as SortColumn) &&
    typeof value.isGrouped === "boolean" &&
    (value.columns === undefined || value.columns === "parts" || value.columns === "senses") &&
    (value.spread === undefined || SPREADS[value.spread as number] !== undefined),
  { join: byMember(START) },
);

const isFilters = (value: unknown): value is TermFilters =>
  isRecord(value) &&
  isText(value.pos as PosChoice) &&
  isText(value.kind) &&
  isText(value.startsWith) &&
  isListOf(isText)(value.exclude) &&
  (value.minDf === null || typeof value.minDf === "number") &&
  (value.maxDf === null || typeof value.maxDf === "number");

export function changeFilters(label: string, part: Partial<TermFilters>, merge?: string): void {
  similar.edit(
    label,
    (before) => ({ ...before, filters: { ...before.filters, ...part } }),
    merge === undefined ? {} : { merge },
  );
}

/** The pattern whose words are listed, until the person closes the list. */
export const usePattern = create<{ readonly pattern: string | null }>(() => ({ pattern: null }));

export const setPattern = (pattern: string | null): void => usePattern.setState({ pattern });

/** A term that was looked up in vain; nothing else changes until the person decides. */
export const useMissed = create<{ readonly missed: Output<"app.term"> | null }>(() => ({
  missed: null,
}));

export const setMissed = (missed: Output<"app.term"> | null): void =>
  useMissed.setState({ missed });
