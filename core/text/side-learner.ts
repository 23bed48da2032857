import type { Positions } from "../kernel/grid.ts";
import { someOf } from "../kernel/some-of.ts";
import { type Sided, SideRegression } from "./side-regression.ts";

/** Texts that nobody has labelled, such as a filter is for. */
export interface Unlabelled {
  /** Their fingerprints, none empty. */
  readonly prints: readonly Positions[];
  /** The share of them that belong, 0..1, where it is known. */
  readonly share?: number | undefined;
}

interface Fingerprinted {
  readonly cells: () => Positions;
}

/** More of them change little, and cost time in proportion. */
export const MOST_UNLABELLED = 300;
/** What they all count together, where an example counts 1. */
const TOGETHER = 5;
/** Nobody knows: less does little harm, more lets in what is only near. */
const USUAL_SHARE = 0.1;
const MOST_SHARE = 0.9;
/** Of what is likely to belong, the part that is taken for it. */
const SURE = 0.5;
const ROUNDS = 2;

/** Learns from examples, and from texts without a label where there are any, what each cell says about the side of a text. */
export class SideLearner {
  readonly #examples: readonly Fingerprinted[];
  readonly #unlabelled: readonly Positions[];
  readonly #share: number;
  #regression: SideRegression | undefined;

  constructor(examples: readonly Fingerprinted[], { prints, share }: Unlabelled = { prints: [] }) {
    this.#examples = examples;
    this.#unlabelled = someOf(prints, MOST_UNLABELLED);
    this.#share = Math.min(MOST_SHARE, share ?? USUAL_SHARE);
  }

  get hasUnlabelled(): boolean {
    return this.#unlabelled.length > 0;
  }

  /**
   * The weights of cells by these of the examples. Texts without a label count as not belonging at first; then the best of
   * them, half as many as should belong, count as belonging, as many again have no say, and the regression is done again,
   * twice (self-training; see the note on categories from examples).
   */
  weights(
    positive: ReadonlySet<Fingerprinted>,
    negative: ReadonlySet<Fingerprinted>,
  ): Float64Array {
    this.#regression ??= new SideRegression([
      ...this.#examples.map(({ cells }) => cells()),
      ...this.#unlabelled,
    ]);
    const examples = this.#examples.map(
      (example): Sided => ({
        side: positive.has(example) ? 1 : 0,
        weight: positive.has(example) || negative.has(example) ? 1 : 0,
      }),
    );
    let amounts = this.#regression.solve([...examples, ...this.#supposed([])]);
    for (let round = 0; this.hasUnlabelled && round < ROUNDS; round++) {
      const scores = this.#regression.scores(amounts).subarray(examples.length);
      const best = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
      amounts = this.#regression.solve([...examples, ...this.#supposed(best)], amounts);
    }
    return this.#regression.weights(amounts);
  }

  /** @param best the places of texts without a label, the likeliest to belong first; none to take all for not belonging */
  #supposed(best: readonly number[]): Sided[] {
    const weight = TOGETHER / this.#unlabelled.length;
    const sided = this.#unlabelled.map((): Sided => ({ side: 0, weight }));
    const likely = Math.round(this.#share * best.length);
    const sure = Math.round(SURE * likely);
    // Both sides of them would count the same if as many belonged as is supposed.
    const asMuch = (weight * (1 - this.#share)) / this.#share;
    best.slice(0, likely).forEach((place, rank) => {
      sided[place] = rank < sure ? { side: 1, weight: asMuch } : { side: 0, weight: 0 };
    });
    return sided;
  }
}
