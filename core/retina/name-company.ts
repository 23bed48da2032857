import type { InvertedIndex } from "../kernel/inverted-index.ts";
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

/** Tells words that lie among names: first names and surnames that are words too ("heather", "butler"), particles ("del"). */
export class NameCompany {
  readonly #index: InvertedIndex;
  readonly #retina: Pick<Retina, "term" | "naming">;
  readonly #known = new Map<number, boolean>();

  constructor(index: InvertedIndex, retina: Pick<Retina, "term" | "naming">) {
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
    if (this.#retina.naming(term) > NO_NAME) return false;
    const positions = this.#index.positions(term);
    const { ids } = this.#index.rankAmong(KNOWN_TERMS, positions, { offset: 0, limit: NEAR });
    const words = ids.filter((id) => id !== term && !this.#retina.term(id).includes(" "));
    const names = words.filter((id) => this.#retina.naming(id) <= A_NAME);
    return names.length > MOSTLY_NAMES * words.length;
  }
}
