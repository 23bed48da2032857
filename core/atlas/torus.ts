import { SIDE } from "../kernel/grid.ts";

const wrap = (index: number) => (index + SIDE) & (SIDE - 1);

/** The cells right, below, left and above; the map goes round both ways. */
export function neighboursOf(cell: number): readonly [number, number, number, number] {
  const row = cell >> 7;
  const column = cell & 127;
  return [
    (row << 7) | wrap(column + 1),
    (wrap(row + 1) << 7) | column,
    (row << 7) | wrap(column - 1),
    (wrap(row - 1) << 7) | column,
  ];
}

/** Squared distance of two cells, the shorter way round. */
export function squaredDistance(a: number, b: number): number {
  const rows = Math.abs((a >> 7) - (b >> 7));
  const columns = Math.abs((a & 127) - (b & 127));
  return Math.min(rows, SIDE - rows) ** 2 + Math.min(columns, SIDE - columns) ** 2;
}
