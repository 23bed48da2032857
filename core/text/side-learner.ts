import { CELLS, type Positions } from "../kernel/grid.ts";
import { someOf } from "../kernel/seeded-random.ts";

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

/** How far the weights are held back, against the squared lengths of the texts, which are 1. */
const RIDGE = 0.3;
/** Conjugate gradients end after so many steps, or when this little of the sides is unexplained: with less the same cells come first. */
const MOST_STEPS = 30;
const UNEXPLAINED = 1e-3;
/** Of more texts the cosines with one another are not kept, which would take 36 MB. */
const MOST_KEPT = 3000;

/** Of which one knows, or supposes, where it belongs. */
export interface Sided {
  /** 1 where a text belongs, 0 where it does not. */
  readonly side: 0 | 1;
  /** What it counts beside the others, from 0 on; an example counts 1. */
  readonly weight: number;
}

/**
 * Ridge regression of sides on fingerprints at length 1, with a constant: the weights w of cells that make the sum of
 * c (side - b - w x)² + 0.3 |w|² least, where c is what a text counts. The weights are a sum of the fingerprints in amounts that
 * are found by conjugate gradients, divided by the roots of c, for which the constant means that they have no part in the
 * direction of those roots. The texts are read once, for regressions of any parts of them.
 */
export class SideRegression {
  readonly #prints: readonly Positions[];
  #cosines: Float32Array | undefined;

  /** @param prints fingerprints, none empty */
  constructor(prints: readonly Positions[]) {
    this.#prints = prints;
  }

  /**
   * @param texts in the order of the fingerprints
   * @param start amounts to begin from, such as those of nearly the same question
   * @returns the amounts of the texts; all 0 where the sides say the same
   */
  solve(texts: readonly Sided[], start?: Float64Array): Float64Array {
    const roots = Float64Array.from(texts, ({ weight }) => Math.sqrt(weight));
    const sides = Float64Array.from(texts, ({ side }, i) => side * roots[i]!);
    const apply = (values: Float64Array): Float64Array => {
      const moved = freeOf(times(this.scores(times(values, roots)), roots), roots);
      for (let i = 0; i < moved.length; i++) moved[i]! += RIDGE * values[i]!;
      return moved;
    };
    const begun = start?.map((amount, i) => (roots[i]! > 0 ? amount / roots[i]! : 0));
    return times(solve(apply, freeOf(sides, roots), begun && freeOf(begun, roots)), roots);
  }

  /** By cell: the sum of the fingerprints in these amounts. */
  weights(amounts: Float64Array): Float64Array {
    const sum = new Float64Array(CELLS);
    this.#prints.forEach((cells, i) => {
      if (amounts[i] === 0) return;
      const height = amounts[i]! / Math.sqrt(cells.length);
      for (let k = 0; k < cells.length; k++) sum[cells[k]!]! += height;
    });
    return sum;
  }

  /** By text: its fingerprint times the weights of these amounts. */
  scores(amounts: Float64Array): Float64Array {
    const count = this.#prints.length;
    if (count > MOST_KEPT) return this.#scoresBy(this.weights(amounts));
    this.#cosines ??= cosinesAmong(this.#prints);
    const cosines = this.#cosines;
    const scores = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      // Two sums at a time, for each waits for its own last addition.
      let [even, odd] = [0, 0];
      const row = i * count;
      for (let j = 1; j < count; j += 2) {
        even += cosines[row + j - 1]! * amounts[j - 1]!;
        odd += cosines[row + j]! * amounts[j]!;
      }
      const last = count % 2 === 1 ? cosines[row + count - 1]! * amounts[count - 1]! : 0;
      scores[i] = even + odd + last;
    }
    return scores;
  }

  #scoresBy(weights: Float64Array): Float64Array {
    return Float64Array.from(this.#prints, (cells) => {
      let total = 0;
      for (let k = 0; k < cells.length; k++) total += weights[cells[k]!]!;
      return total / Math.sqrt(cells.length);
    });
  }
}

/** Those of each with each, row by row; cell by cell, for most pairs share few cells. */
function cosinesAmong(prints: readonly Positions[]): Float32Array {
  const count = prints.length;
  const having: number[][] = Array.from({ length: CELLS }, () => []);
  prints.forEach((cells, i) => {
    for (const cell of cells) having[cell]!.push(i);
  });
  const cosines = new Float32Array(count * count);
  for (const texts of having)
    for (let a = 0; a < texts.length; a++) {
      const row = texts[a]! * count;
      for (let b = a; b < texts.length; b++) cosines[row + texts[b]!]! += 1;
    }
  for (let i = 0; i < count; i++)
    for (let j = i; j < count; j++) {
      const shared = cosines[i * count + j]!;
      const cosine = shared / Math.sqrt(prints[i]!.length * prints[j]!.length);
      cosines[i * count + j] = cosine;
      cosines[j * count + i] = cosine;
    }
  return cosines;
}

/** Conjugate gradients, from 0 or from what is nearly right. */
function solve(
  apply: (values: Float64Array) => Float64Array,
  wanted: Float64Array,
  start: Float64Array | undefined,
): Float64Array {
  const found = start ?? new Float64Array(wanted.length);
  const left = wanted.slice();
  if (start !== undefined) {
    const explained = apply(start);
    for (let i = 0; i < left.length; i++) left[i]! -= explained[i]!;
  }
  const step = left.slice();
  let size = dot(left, left);
  const enough = dot(wanted, wanted) * UNEXPLAINED ** 2;
  for (let k = 0; k < MOST_STEPS && size > enough; k++) {
    const moved = apply(step);
    const length = size / dot(step, moved);
    for (let i = 0; i < found.length; i++) {
      found[i]! += length * step[i]!;
      left[i]! -= length * moved[i]!;
    }
    const next = dot(left, left);
    for (let i = 0; i < step.length; i++) step[i] = left[i]! + (next / size) * step[i]!;
    size = next;
  }
  return found;
}

/** Without the part that lies in this direction. */
function freeOf(values: Float64Array, direction: Float64Array): Float64Array {
  const part = dot(values, direction) / dot(direction, direction);
  return values.map((value, i) => value - part * direction[i]!);
}

const times = (a: Float64Array, b: Float64Array): Float64Array =>
  a.map((value, i) => value * b[i]!);

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
