import type { ContextJson, TermJson } from "../api/schema/replies.ts";
import { toNumbers } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import type { Context, Match, Retina } from "../retina/types.ts";
import type { LanguageAnswer } from "../text/language.ts";

/** A fingerprint as the contract writes it; the list is empty but present where positions were not asked for. */
export const fingerprintJson = (positions: Positions, wanted = true) => ({
  positions: wanted ? toNumbers(positions) : [],
});

/** A row of the vocabulary or of a search. */
export function termJson(retina: Retina, { term: id, score }: Match, wanted: boolean): TermJson {
  return {
    term: retina.term(id),
    df: retina.documentFrequency(id),
    score,
    pos_types: [...retina.posTypes(id)],
    fingerprint: wanted ? fingerprintJson(retina.positions(id)) : { positions: [] },
  };
}

/** A sense as the contract writes it. */
export function contextJson(retina: Retina, context: Context, wanted: boolean): ContextJson {
  return {
    context_id: context.id,
    context_label: retina.term(context.label),
    fingerprint: fingerprintJson(context.positions, wanted),
  };
}

/** What is known of a text's language, as the contract writes it. */
export const languageJson = ({ language, isoTag, confidence, runnerUp }: LanguageAnswer) => ({
  language,
  iso_tag: isoTag,
  confidence,
  runnerUp,
});

/** `start_index` and `max_results` applied to a whole list. */
export function page<T>(rows: readonly T[], paging: Paging): T[] {
  return rows.slice(paging.start_index, paging.start_index + paging.max_results);
}
/** The contract's names for a page. */
export interface Paging {
  readonly start_index: number;
  readonly max_results: number;
}
