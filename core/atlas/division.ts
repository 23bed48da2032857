import { CELLS, SIDE } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";
import { cellFeatures, likeness } from "./cell-features.ts";
import { mergeRegions } from "./merge-regions.ts";
import { neighboursOf } from "./torus.ts";

/**
 * Version of the division. It rises with every change after which the same retina is divided into other regions: names that an
 * editor gave to those of another version are not used any more.
 */
export const DIVISION = 1;

/** Regions of each level to begin with, the widest first; an editor's map is put together of those of the last. */
export const COUNTS = [20, 64, 160] as const;
const [FEWEST, , MOST] = COUNTS;

/** How a map can be divided, found from its cells alone: names have no part in it. */
export interface Division {
  readonly features: Float32Array;
  /** For each cell the number of its smallest region. */
  readonly smallest: Uint16Array;
  /** The division into so many regions: for each of the smallest the one that it belongs to, by the number of a member. */
  into(count: number): Int32Array;
}

export function divide(retina: Retina): Division {
  const features = cellFeatures(retina);
  const smallest = divideMap(features);
  const counts = Array.from({ length: MOST - FEWEST + 1 }, (_, more) => FEWEST + more);
  const merged = mergeRegions(features, smallest, counts);
  return { features, smallest, into: (count) => merged[count - FEWEST]! };
}

/** Cells a side of the squares that the smallest regions grow from: 32 x 32 regions. */
const STEP = 4;
/** How much a step away from the seed counts beside a difference in meaning. */
const COMPACTNESS = 0.12;

/** Grows the smallest regions, about `STEP * STEP` cells each; every region is in one piece. */
export function divideMap(features: Float32Array): Uint16Array {
  const owner = new Int32Array(CELLS).fill(-1);
  const queue = new CostQueue();
  const starts = seeds();
  for (const [region, cell] of starts.entries()) queue.push(0, cell, region);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { cost, cell, region } = next;
    if (owner[cell] !== -1) continue;
    owner[cell] = region;
    for (const neighbour of neighboursOf(cell)) {
      if (owner[neighbour] !== -1) continue;
      const step = COMPACTNESS + (1 - likeness(features, starts[region]!, neighbour));
      queue.push(cost + step, neighbour, region);
    }
  }
  return Uint16Array.from(owner);
}

function seeds(): number[] {
  const cells: number[] = [];
  for (let row = STEP / 2; row < SIDE; row += STEP)
    for (let column = STEP / 2; column < SIDE; column += STEP) cells.push(row * SIDE + column);
  return cells;
}

interface Step {
  readonly cost: number;
  readonly cell: number;
  readonly region: number;
}

/** A heap by cost; equal costs leave in the order they came, so that the division is the same everywhere. */
class CostQueue {
  readonly #steps: (Step & { readonly turn: number })[] = [];
  #turns = 0;

  push(cost: number, cell: number, region: number): void {
    const steps = this.#steps;
    const step = { cost, cell, region, turn: this.#turns++ };
    let at = steps.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!comesBefore(step, steps[above]!)) break;
      steps[at] = steps[above]!;
      at = above;
    }
    steps[at] = step;
  }

  pop(): Step | undefined {
    const steps = this.#steps;
    const first = steps[0];
    const last = steps.pop();
    if (first === undefined || last === undefined || steps.length === 0) return first;
    let at = 0;
    for (let child = 1; child < steps.length; child = 2 * at + 1) {
      const right = steps[child + 1];
      if (right !== undefined && comesBefore(right, steps[child]!)) child++;
      if (!comesBefore(steps[child]!, last)) break;
      steps[at] = steps[child]!;
      at = child;
    }
    steps[at] = last;
    return first;
  }
}

const comesBefore = (a: Step & { turn: number }, b: Step & { turn: number }) =>
  a.cost < b.cost || (a.cost === b.cost && a.turn < b.turn);
