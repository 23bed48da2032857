import { CELLS, type Positions } from "../../kernel/grid.ts";
import { compareOdds, mostKept, twoSided } from "./statistics.ts";

/** Of what is marked, at most this share is chance. */
const MOST_CHANCE = 0.05;

/** How often each cell is set in so many rows. */
export interface Heat {
  readonly counts: ArrayLike<number>;
  readonly rows: number;
}

/** Rows that the other heat counts for where this one has few: a cell of one row has no lift to speak of. */
const PRIOR_ROWS = 10;

/** For each cell how many times as frequent it is here as there: 1 where there is no difference, or nothing at all. */
export function liftOver(heat: Heat, ground: Heat): Float64Array {
  const lift = new Float64Array(heat.counts.length);
  for (let cell = 0; cell < lift.length; cell++) {
    const usual = (ground.counts[cell]! + 0.5) / (ground.rows + 1);
    const here = (heat.counts[cell]! + PRIOR_ROWS * usual) / (heat.rows + PRIOR_ROWS);
    lift[cell] = heat.rows === 0 || ground.rows === 0 ? 1 : here / usual;
  }
  return lift;
}

/** What is left of a heat when some of its rows are taken out. */
export function heatWithout(all: Heat, part: Heat): Heat {
  const counts = new Uint32Array(all.counts.length);
  for (let cell = 0; cell < counts.length; cell++)
    // An estimated part may count a little more than there is.
    counts[cell] = Math.max(0, all.counts[cell]! - part.counts[cell]!);
  return { counts, rows: all.rows - part.rows };
}

/** What a heat of some rows makes of as many as `rows`, to whole numbers. */
export function scaledHeat(part: Heat, rows: number): Heat {
  if (part.rows === rows || part.rows === 0) return { counts: part.counts, rows };
  const counts = Uint32Array.from(part.counts, (count) => Math.round((count * rows) / part.rows));
  return { counts, rows };
}

/** 1 where the difference may be chance, corrected for looking at every cell. */
export function liftBeyondChance(a: Heat, b: Heat): Float64Array {
  const rows = { a: a.rows, b: b.rows };
  const chances = Float64Array.from(a.counts, (inA, cell) =>
    twoSided(compareOdds({ inA, inB: b.counts[cell]! }, rows).z),
  );
  const most = mostKept(chances, MOST_CHANCE);
  return liftOver(a, b).map((lift, cell) => (chances[cell]! <= most ? lift : 1));
}

/** How many of some fingerprints set each cell. */
export function heatOf(prints: readonly Positions[]): Heat {
  const counts = new Uint32Array(CELLS);
  for (const cells of prints) for (const cell of cells) counts[cell] = counts[cell]! + 1;
  return { counts, rows: prints.length };
}
