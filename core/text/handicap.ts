import { CELLS } from "../kernel/grid.ts";

const SEED = 0x5e_3a_5c;
/** 1 would draw cells exactly in proportion to their support, 0 would always take the best supported ones. */
const STRENGTH = 0.8;

let table: Float64Array | undefined;

/**
 * A fixed handicap for each cell, above 0, the same for all texts and retinas. A text's support is divided by it
 * before the best cells are taken, which draws cells in proportion to their support: a word that
 * counts a third as much as another keeps about a third as many of its cells, instead of none. Because the
 * handicaps never change, two texts that share a word keep the same cells of it.
 */
export function cellHandicaps(): Float64Array {
  table ??= drawn();
  return table;
}

/** Exponentially distributed over a fixed shuffle of the cells, so that every value occurs exactly once. */
function drawn(): Float64Array {
  const order = shuffledCells();
  const handicaps = new Float64Array(CELLS);
  for (let rank = 0; rank < CELLS; rank++)
    handicaps[order[rank]!] = (-Math.log(1 - (rank + 0.5) / CELLS)) ** STRENGTH;
  return handicaps;
}

function shuffledCells(): Uint16Array {
  const order = Uint16Array.from({ length: CELLS }, (_, cell) => cell);
  let state = SEED;
  for (let i = CELLS - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    const kept = order[i]!;
    order[i] = order[j]!;
    order[j] = kept;
  }
  return order;
}
