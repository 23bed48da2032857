import type { Positions } from "../kernel/grid.ts";
import { seededRandom } from "../kernel/seeded-random.ts";
import type { Retina } from "../retina/types.ts";
import type { Composer } from "./compose.ts";
import { termFrequency } from "./weights.ts";

/** Synthetic texts of one length; with fewer the threshold varies, and more change nothing. */
const TEXTS = 100;
/**
 * Share of a synthetic text's words that come from one subject, as in a text; the others come from anywhere. On news
 * the thresholds found with shares from 0 to 0.7 are equally good.
 */
const SUBJECT_SHARE = 0.35;
/** Lengths this close, as a factor, share their synthetic texts. */
const LENGTH_STEP = 1.5;
/** A subject is its term with at least so many of the terms nearest to it. */
const FEWEST_NEAR = 8;
const MOST_NEAR = 200;

interface SyntheticParts {
  readonly retina: Retina;
  readonly weights: Float64Array;
  readonly composer: Composer;
}

/**
 * Fingerprints of texts that nobody wrote: what a text on a subject taken at random would look like. A retina keeps
 * none of the texts it was trained on, so each is made of terms drawn as often as the corpus has them, a third of them
 * from the surroundings of one term. Seeded, so the same every time. About 0.3 s for a length that is new.
 */
export class SyntheticNegatives {
  readonly #parts: SyntheticParts;
  readonly #known = new Map<number, readonly Positions[]>();
  #sums: Float64Array | undefined;

  constructor(parts: SyntheticParts) {
    this.#parts = parts;
  }

  /** Synthetic texts for those that so many terms carry. */
  ofLength(terms: number): readonly Positions[] {
    const length = classOf(Math.max(1, terms));
    const known = this.#known.get(length);
    if (known !== undefined) return known;
    const random = seededRandom(length);
    const made = Array.from({ length: TEXTS }, () => this.#make(length, random));
    this.#known.set(length, made);
    return made;
  }

  #make(length: number, random: () => number): Positions {
    const { retina, weights, composer } = this.#parts;
    const limit = Math.min(MOST_NEAR, Math.max(FEWEST_NEAR, length));
    const subject = retina.positions(this.#draw(random));
    const near = retina.similar(subject, { offset: 0, limit });
    const counts = new Map<number, number>();
    for (let i = 0; i < length; i++) {
      const isOnSubject = random() < SUBJECT_SHARE;
      const term = isOnSubject ? near[Math.floor(random() * near.length)]?.term : undefined;
      const drawn = term ?? this.#draw(random);
      counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
    }
    const terms = [...counts.keys()].sort((a, b) => a - b);
    return composer.compose({
      terms,
      amounts: terms.map((term) => counts.get(term)! * weights[term]!),
    });
  }

  /** A term, as often as running text has it, except for words without a meaning of their own. */
  #draw(random: () => number): number {
    this.#sums ??= runningSums(this.#parts);
    const wanted = random() * this.#sums.at(-1)!;
    let low = 0;
    let high = this.#sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sums[middle]! > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function runningSums({ retina, weights }: SyntheticParts): Float64Array {
  let sum = 0;
  return Float64Array.from({ length: retina.termCount }, (_, term) => {
    sum += termFrequency(retina, term) * weights[term]!;
    return sum;
  });
}

const classOf = (terms: number): number =>
  Math.round(LENGTH_STEP ** Math.round(Math.log(terms) / Math.log(LENGTH_STEP)));
