import { Type } from "#typebox";
import { oneOf, orNull, type Saved } from "../../../../core/workspace/fit.ts";
import type { ExploreFilters } from "../../../model/explore-filters.ts";
import { formatShare, posLabel } from "../../../model/format.ts";

export const termFiltersSchema = Type.Object({
  pos: oneOf(["", "NOUN", "VERB", "ADJECTIVE"]),
  kind: oneOf(["", "single", "phrase"]),
  /** Shares of the corpus's documents. */
  minDf: orNull(Type.Number()),
  maxDf: orNull(Type.Number()),
  startsWith: Type.String(),
  exclude: Type.Array(Type.String()),
  hidesForms: Type.Boolean(),
  hidesPinned: Type.Boolean(),
});
/** What keeps a term in the list; empty parts keep every term. */
export type TermFilters = Saved<typeof termFiltersSchema>;
export type PosChoice = TermFilters["pos"];
export type KindChoice = TermFilters["kind"];

export const NO_FILTERS: TermFilters = {
  pos: "",
  kind: "",
  minDf: null,
  maxDf: null,
  startsWith: "",
  exclude: [],
  hidesForms: false,
  hidesPinned: false,
};

/** What the filters need to know of the rest of the application. */
export interface FilterContext {
  /** Terms of the query, whose forms may be hidden. */
  readonly queryTerms: readonly string[];
  readonly pinnedTerms: readonly string[];
}

/** The filters as the engine takes them; undefined when none is set. */
export function toExploreFilters(
  filters: TermFilters,
  { queryTerms, pinnedTerms }: FilterContext,
): ExploreFilters | undefined {
  const excluded = [...filters.exclude, ...(filters.hidesPinned ? pinnedTerms : [])];
  const sent: ExploreFilters = {
    ...(filters.pos === "" ? {} : { pos_type: filters.pos }),
    ...(filters.kind === "" ? {} : { kind: filters.kind }),
    ...(filters.minDf === null ? {} : { minDf: filters.minDf }),
    ...(filters.maxDf === null ? {} : { maxDf: filters.maxDf }),
    ...(filters.startsWith.trim() === "" ? {} : { startsWith: filters.startsWith.trim() }),
    ...(excluded.length === 0 ? {} : { exclude: excluded }),
    ...(filters.hidesForms && queryTerms.length > 0 ? { withoutForms: [...queryTerms] } : {}),
  };
  return Object.keys(sent).length === 0 ? undefined : sent;
}

/** What an answer says of the filters' effect. */
export interface FilterCounts {
  readonly passed: number;
  readonly removedBy: readonly { readonly filter: string; readonly without: number }[];
  readonly frequencies: readonly { readonly count: number }[];
}

/** A filter as a chip: what it keeps, how many terms there would be without it, and how to lift it. */
export interface FilterChip {
  readonly id: string;
  readonly label: string;
  /** Terms that pass without this filter alone; null where filters act together. */
  readonly before: number | null;
  readonly lifted: Partial<TermFilters>;
}

export function chipsOf(filters: TermFilters, counts: FilterCounts | undefined): FilterChip[] {
  const before = (name: string) =>
    counts?.removedBy.find(({ filter }) => filter === name)?.without ?? null;
  const exclusive = (name: string, isShared: boolean) => (isShared ? null : before(name));
  const sharesExclude = filters.hidesPinned && filters.exclude.length > 0;
  const chips: (FilterChip | null)[] = [
    chipIf(filters.pos !== "", "pos", `${posLabel(filters.pos)}s`, before("pos_type"), { pos: "" }),
    chipIf(
      filters.kind !== "",
      "kind",
      filters.kind === "single" ? "single words" : "phrases",
      before("kind"),
      { kind: "" },
    ),
    chipIf(
      filters.minDf !== null || filters.maxDf !== null,
      "df",
      frequencyText(filters),
      counts ? counts.frequencies.reduce((sum, { count }) => sum + count, 0) : null,
      { minDf: null, maxDf: null },
    ),
    chipIf(
      filters.startsWith.trim() !== "",
      "startsWith",
      `begins with “${filters.startsWith.trim()}”`,
      before("startsWith"),
      { startsWith: "" },
    ),
    chipIf(
      filters.exclude.length > 0,
      "exclude",
      `without ${filters.exclude.length === 1 ? `“${filters.exclude[0]}”` : `${filters.exclude.length} words`}`,
      exclusive("exclude", sharesExclude),
      { exclude: [] },
    ),
    chipIf(filters.hidesForms, "forms", "no forms of the query", before("withoutForms"), {
      hidesForms: false,
    }),
    chipIf(filters.hidesPinned, "pinned", "not pinned yet", exclusive("exclude", sharesExclude), {
      hidesPinned: false,
    }),
  ];
  return chips.filter((chip) => chip !== null);
}

const chipIf = (
  isOn: boolean,
  id: string,
  label: string,
  before: number | null,
  lifted: Partial<TermFilters>,
): FilterChip | null => (isOn ? { id, label, before, lifted } : null);

function frequencyText({ minDf, maxDf }: TermFilters): string {
  if (minDf === null) return `in at most ${formatShare(maxDf ?? 1)} of texts`;
  if (maxDf === null) return `in at least ${formatShare(minDf)} of texts`;
  return `in ${formatShare(minDf)} to ${formatShare(maxDf)} of texts`;
}
