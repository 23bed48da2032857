import { CELLS, EDGE, ROW_SHIFT, SIDE } from "./grid.ts";

/**
 * Smooths a value a cell over the torus: three passes of a box of `2 * reach + 1` cells along rows and columns,
 * which come close to a Gaussian of variance `reach * (reach + 1)`. Whole numbers in, whole numbers out: the sums are
 * not divided, so the result is exact. Cost is six passes over the map, whatever the reach.
 */
export function smooth(values: Int32Array, reach: number): Int32Array {
  let from = values;
  for (let pass = 0; pass < 3; pass++) from = sumColumns(sumRows(from, reach), reach);
  return from;
}

function sumRows(values: Int32Array, reach: number): Int32Array {
  const sums = new Int32Array(values.length);
  for (let row = 0; row < SIDE; row++)
    slide(values, sums, { start: row << ROW_SHIFT, step: 1, reach });
  return sums;
}

function sumColumns(values: Int32Array, reach: number): Int32Array {
  const sums = new Int32Array(values.length);
  for (let column = 0; column < SIDE; column++)
    slide(values, sums, { start: column, step: SIDE, reach });
  return sums;
}

/** One row or column: the sum moves on by one cell, taking one in and leaving one out. */
function slide(
  values: Int32Array,
  sums: Int32Array,
  line: { readonly start: number; readonly step: number; readonly reach: number },
): void {
  const { start, step, reach } = line;
  let sum = 0;
  for (let i = -reach; i <= reach; i++) sum += values[start + step * (i & EDGE)];
  for (let i = 0; i < SIDE; i++) {
    sums[start + step * i] = sum;
    sum +=
      values[start + step * ((i + reach + 1) & EDGE)] - values[start + step * ((i - reach) & EDGE)];
  }
}

const NONE = -1;

/**
 * Splits the map into the hills of a height a cell, by flooding from above; returns for each cell the cell of
 * its hill's peak, -1 where the height is below `floor`.
 *
 * Cells are taken from the highest down. Where two hills meet, the lower one is swallowed if the pass between
 * them reaches at least `merge` times its peak: it is a shoulder of the other. Of cells equally high the smaller
 * position comes first, so the result depends on the heights alone. Cost is a sort of the cells above the floor.
 */
export function findHills(heights: Int32Array, floor: number, merge: number): Int32Array {
  const parent = new Int32Array(CELLS).fill(NONE);
  const peak = (cell: number): number => {
    let root = cell;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]];
    return root;
  };
  const isHigher = (a: number, b: number) =>
    heights[a] > heights[b] || (heights[a] === heights[b] && a < b);
  for (const cell of fallingCells(heights, floor)) {
    let home = cell;
    parent[cell] = cell;
    for (let n = 8 * cell; n < 8 * cell + 8; n++) {
      const neighbour = NEIGHBOURS[n];
      if (parent[neighbour] === NONE) continue;
      const other = peak(neighbour);
      if (other === home) continue;
      if (home === cell) {
        home = parent[cell] = other;
        continue;
      }
      const [high, low] = isHigher(home, other) ? [home, other] : [other, home];
      if (heights[cell] >= merge * heights[low]) home = parent[low] = high;
    }
  }
  return parent.map((root, cell) => (root === NONE ? NONE : peak(cell)));
}

/** Counted by height where heights are small, which they are wherever single cells were smoothed; sorted otherwise. */
function fallingCells(heights: Int32Array, floor: number): Uint16Array {
  let count = 0;
  let highest = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    if (heights[cell] < floor) continue;
    count++;
    if (heights[cell] > highest) highest = heights[cell];
  }
  const cells = new Uint16Array(count);
  if (highest > MOST_COUNTED || floor < 0) {
    for (let cell = 0, at = 0; cell < CELLS; cell++) if (heights[cell] >= floor) cells[at++] = cell;
    return cells.sort((a, b) => heights[b] - heights[a] || a - b);
  }
  const next = new Uint16Array(highest + 2);
  for (let cell = 0; cell < CELLS; cell++) if (heights[cell] >= floor) next[heights[cell]]++;
  for (let height = highest, before = 0; height >= 0; height--) {
    const size = next[height];
    next[height] = before;
    before += size;
  }
  for (let cell = 0; cell < CELLS; cell++)
    if (heights[cell] >= floor) cells[next[heights[cell]]++] = cell;
  return cells;
}
const MOST_COUNTED = 0xffff;

/** The eight cells round a cell, over the edges; those beside and above first. */
function neighboursOf(cell: number): number[] {
  const row = cell >> ROW_SHIFT;
  const column = cell & EDGE;
  const up = ((row - 1) & EDGE) << ROW_SHIFT;
  const here = row << ROW_SHIFT;
  const down = ((row + 1) & EDGE) << ROW_SHIFT;
  const left = (column - 1) & EDGE;
  const right = (column + 1) & EDGE;
  return [
    up | column,
    here | left,
    here | right,
    down | column,
    up | left,
    up | right,
    down | left,
    down | right,
  ];
}

/** Those of each cell, eight after eight. */
const NEIGHBOURS = Uint16Array.from({ length: 8 * CELLS }, (_, i) => neighboursOf(i >> 3)[i & 7]);
