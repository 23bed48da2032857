import type { Positions } from "../kernel/grid.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { isFormOf } from "./dictionary-senses.ts";
import type { SenseSource } from "./sense-evidence.ts";
import { findSenses, type Senses } from "./senses.ts";
import type { Context } from "./types.ts";

/** What naming needs to know of the terms. */
export interface TermFacts {
  term(id: number): string;
  /** Whether a term lies among the names of persons and places. */
  isAmongNames(id: number): boolean;
}

/** Of two good names the shorter is the better. */
const PHRASE_FACTOR = 0.8;
/** Words so short are mostly particles of other languages ("de la") and abbreviations. */
const PARTICLE = /(?<!\p{L})\p{L}{1,2}(?!\p{L})/u;

/** For each sense the term that fits it best and sounds like a name, none twice nor in two forms; undefined where no term does. */
export function namesOf(facts: TermFacts, { senses, own }: Senses): (number | undefined)[] {
  const taken = own === undefined ? [] : [facts.term(own)];
  return senses.map(({ fits }) => {
    const name = bestWord(fits, facts, taken);
    if (name !== undefined) taken.push(facts.term(name));
    return name;
  });
}

/** Costs a search each, so only what would be chosen is looked at. */
function bestWord(
  fits: Float64Array,
  facts: TermFacts,
  taken: readonly string[],
): number | undefined {
  const refused = new Set<number>();
  for (;;) {
    const best = bestOf(fits, (term) => (refused.has(term) ? 0 : soundOf(facts.term(term), taken)));
    if (best === undefined || !facts.isAmongNames(best)) return best;
    refused.add(best);
  }
}

/** The term with the highest fit once its sound is counted in; the more frequent of equals. */
function bestOf(fits: Float64Array, soundOf: (term: number) => number): number | undefined {
  let best: number | undefined;
  let highest = 0;
  for (let term = 0; term < fits.length; term++) {
    const fit = fits[term]!;
    // A sound is at most 1, and costs more than to compare.
    if (fit <= highest) continue;
    const whole = fit * soundOf(term) ** 2;
    if (whole <= highest) continue;
    highest = whole;
    best = term;
  }
  return best;
}

/** How a word sounds as a name beside those that are given already; 0 where it is one of them in another form or no word. */
function soundOf(word: string, taken: readonly string[]): number {
  if (PARTICLE.test(word) || taken.some((name) => isFormOf(name, word))) return 0;
  return word.includes(" ") ? PHRASE_FACTOR : 1;
}

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
