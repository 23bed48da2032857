import type { Engine } from "../analysis/engine.ts";
import type { Handler, Input } from "../api/client-types.ts";
import { badInput } from "../errors.ts";
import type { PosType, Retina, SearchOptions } from "../retina/types.ts";
import { contextJson, type Paging, page, termJson } from "./to-json.ts";

/** Literal characters that have to come before the first wildcard. */
const FEWEST_LITERALS = 3;

/** Look-ups. An unknown term is an empty list here, other than in expressions. */
export function termHandlers(engine: Engine) {
  const list: Handler<"terms.list"> = async (input) => {
    const { retina } = await engine.model(input.retina_name);
    return termIds(retina, input).map((term) =>
      termJson(retina, { term, score: 0 }, input.get_fingerprint),
    );
  };

  const contexts: Handler<"terms.contexts"> = async (input) => {
    const { retina } = await engine.model(input.retina_name);
    const id = retina.idOf(input.term);
    if (id === -1) return [];
    return page(retina.contexts(retina.positions(id)), input).map((context) =>
      contextJson(retina, context, input.get_fingerprint),
    );
  };

  const similar: Handler<"terms.similar"> = async (input) => {
    const { retina } = await engine.model(input.retina_name);
    const id = retina.idOf(input.term);
    if (id === -1) return [];
    const query = retina.positions(id);
    const options = searchOptions(input);
    const { offset, contextId, posType } = options;
    const end = offset + options.limit;
    const rows = retina.similar(query, { ...options, offset: 0, limit: end });
    // The term itself comes first, also where another one holds all of its positions, or where the texts lack it and no search finds it.
    const own = rows.findIndex((row) => row.term === id);
    if (own >= 0) rows.unshift(...rows.splice(own, 1));
    else if (contextId === undefined && posType === undefined)
      rows.unshift({ term: id, score: query.length });
    return rows.slice(offset, end).map((match) => termJson(retina, match, input.get_fingerprint));
  };

  return { "terms.list": list, "terms.contexts": contexts, "terms.similar": similar };
}

function termIds(retina: Retina, input: Input<"terms.list">): number[] {
  const { term = "", start_index, max_results } = input;
  if (term === "") return range(start_index, Math.min(retina.termCount, start_index + max_results));
  const wildcard = term.search(/[*?]/);
  if (wildcard >= FEWEST_LITERALS) return retina.matchPattern(term, start_index, max_results);
  const id = retina.idOf(term);
  if (id !== -1) return page([id], input);
  if (wildcard === -1) return [];
  throw badInput("term", "At least three characters have to come before the first * or ?.");
}

const range = (start: number, end: number) =>
  Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);

interface SearchInput extends Paging {
  readonly context_id?: number;
  readonly pos_type?: PosType;
}

/** The contract's names for a search; a context of -1 means all. */
export function searchOptions(input: SearchInput): SearchOptions {
  const { start_index, max_results, context_id = -1, pos_type } = input;
  return {
    offset: start_index,
    limit: max_results,
    ...(context_id === -1 ? {} : { contextId: context_id }),
    ...(pos_type === undefined ? {} : { posType: pos_type }),
  };
}
