import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { nameOf, type TermFacts, worthsOf } from "./sense-names.ts";
import { findSenses } from "./senses.ts";
import type { Context, Positions } from "./types.ts";

/**
 * The senses of a fingerprint, largest first, each with a name. Names are terms, no two senses have the same, and the term the
 * fingerprint came from names none as long as there is another.
 */
export function findContexts(index: InvertedIndex, facts: TermFacts, query: Positions): Context[] {
  const found = findSenses(index, query);
  const worths = worthsOf(index, facts, query, found);
  const taken = new Set<number>();
  return found.senses.map((sense, id) => {
    const label = nameOf(found, sense, worths, taken) ?? firstFree(index, sense.positions, taken);
    taken.add(label);
    return { id, label, positions: sense.positions };
  });
}

/** The term that fills a sense best among those that are left. */
function firstFree(index: InvertedIndex, sense: Positions, taken: ReadonlySet<number>): number {
  const { ids } = index.rank(sense, { offset: 0, limit: taken.size + 1 });
  return ids.find((term) => !taken.has(term)) ?? 0;
}
