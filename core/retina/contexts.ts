import type { Positions } from "../kernel/grid.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";
import type { SenseSource } from "./sense-evidence.ts";
import { namesOf, type TermFacts } from "./sense-names.ts";
import { findSenses } from "./senses.ts";
import type { Context } from "./types.ts";

/**
 * The senses of a fingerprint, largest first, each with a name. Names are terms, no two senses have the same, and the term the
 * fingerprint came from names none as long as there is another.
 */
export function findContexts(source: SenseSource, facts: TermFacts, query: Positions): Context[] {
  const { index } = source;
  const found = findSenses(source, query);
  const names = namesOf(facts, found);
  const taken = new Set(names);
  return found.senses.map(({ positions }, id) => {
    const label = names[id] ?? firstFree(index, positions, taken);
    taken.add(label);
    return { id, label, positions };
  });
}

/** The term that fills a sense best among those that are left. */
function firstFree(index: InvertedIndex, sense: Positions, taken: ReadonlySet<unknown>): number {
  const { ids } = index.rank(sense, { offset: 0, limit: taken.size + 1 });
  return ids.find((term) => !taken.has(term)) ?? 0;
}
