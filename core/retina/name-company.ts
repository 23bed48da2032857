import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { isCounted } from "./name-worths.ts";
import type { Retina } from "./types.ts";

/** What counts for less where the map is named is the name of a person or place. */
const A_NAME = 0.3;
/** Terms around one that are looked at, and of those the single words. */
const NEAR = 40;
/** The share of them that are names around a name. */
const MOSTLY_NAMES = 0.5;
const KNOWN_TERMS = 30_000;
/** What counts for more is met in small letters nearly always: "archipelago" lies among islands, but is no name. */
const NO_NAME = 0.9;
/**
 * A short one that is never met as several, with hardly anything but names around it, is a particle of another language:
 * "della", "von".
 */
const NEARLY_ALL_NAMES = 0.75;
const LONGEST_PARTICLE = 5;

/** What it needs to know of the terms. */
type Neighbours = Pick<Retina, "term" | "naming" | "idOf" | "frequency">;

/** Tells words that lie among names: first names and surnames that are words too ("heather", "butler"), particles ("del"). */
export class NameCompany {
  readonly #index: InvertedIndex;
  readonly #retina: Neighbours;
  readonly #known = new Map<number, boolean>();

  constructor(index: InvertedIndex, retina: Neighbours) {
    this.#index = index;
    this.#retina = retina;
  }

  /** Costs a search among the better known terms when a term is first asked for. */
  has(term: number): boolean {
    const known = this.#known.get(term) ?? this.#isAmongNames(term);
    this.#known.set(term, known);
    return known;
  }

  #isAmongNames(term: number): boolean {
    const isWord = this.#retina.naming(term) > NO_NAME;
    if (isWord && !this.#mayBeParticle(term)) return false;
    const positions = this.#index.positions(term);
    const { ids } = this.#index.rankAmong(KNOWN_TERMS, positions, { offset: 0, limit: NEAR });
    const words = ids.filter((id) => id !== term && !this.#retina.term(id).includes(" "));
    const names = words.filter((id) => this.#retina.naming(id) <= A_NAME);
    return names.length > (isWord ? NEARLY_ALL_NAMES : MOSTLY_NAMES) * words.length;
  }

  #mayBeParticle(term: number): boolean {
    return this.#retina.term(term).length <= LONGEST_PARTICLE && !isCounted(this.#retina, term);
  }
}
