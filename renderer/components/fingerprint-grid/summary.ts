import { CELLS, SIDE } from "../../../core/kernel/grid.ts";
import { formatCount, formatShare } from "../../model/format.ts";
import { toSet } from "../../model/map/selection.ts";

/** Cells that lie together: at most one empty cell apart, also across a corner. */
export interface Cluster {
  readonly positions: readonly number[];
  /** Name of the region most of it lies in; empty when the map has no names. */
  readonly name: string;
}

/** Connected clusters, largest first, each named by the region that holds most of its cells. */
export function clustersOf(
  positions: Iterable<number>,
  nameAt: (position: number) => string,
): Cluster[] {
  const left = toSet(positions);
  const clusters: Cluster[] = [];
  for (let position = 0; position < CELLS; position++)
    if (left[position]) {
      const cells = takeCluster(left, position);
      clusters.push({ positions: cells, name: commonest(cells.map(nameAt)) });
    }
  return clusters.sort((a, b) => b.positions.length - a.positions.length);
}

const REACH = 2;

function takeCluster(left: Uint8Array, start: number): number[] {
  const cells = [start];
  left[start] = 0;
  for (let i = 0; i < cells.length; i++) {
    const column = cells[i]! % SIDE;
    const row = Math.floor(cells[i]! / SIDE);
    for (let y = Math.max(0, row - REACH); y <= Math.min(SIDE - 1, row + REACH); y++)
      for (let x = Math.max(0, column - REACH); x <= Math.min(SIDE - 1, column + REACH); x++) {
        const near = y * SIDE + x;
        if (!left[near]) continue;
        left[near] = 0;
        cells.push(near);
      }
  }
  return cells.sort((a, b) => a - b);
}

function commonest(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1);
  let best = "";
  for (const [name, count] of counts) if (count > (counts.get(best) ?? 0)) best = name;
  return best;
}

/** Clusters of the same name as one, so that a sentence does not repeat itself. */
export function mergeByName(clusters: readonly Cluster[]): { name: string; cells: number }[] {
  const cells = new Map<string, number>();
  for (const { name, positions } of clusters)
    cells.set(name, (cells.get(name) ?? 0) + positions.length);
  return [...cells]
    .map(([name, count]) => ({ name, cells: count }))
    .sort((a, b) => b.cells - a.cells);
}

/** "328 of 16,384 cells (2.0%). 5 clusters: Finance 121, Rivers 64, …" */
export function summarise(count: number, clusters: readonly Cluster[]): string {
  if (count === 0) return `No cell of ${formatCount(CELLS)} is set.`;
  const size = `${formatCount(count)} of ${formatCount(CELLS)} cells (${formatShare(count / CELLS)}).`;
  const named = mergeByName(clusters).filter(({ name }) => name !== "");
  if (named.length === 0) return size;
  const shown = named.slice(0, 5).map(({ name, cells }) => `${name} ${formatCount(cells)}`);
  const rest = named.length > 5 ? `, and ${named.length - 5} more` : "";
  const noun = clusters.length === 1 ? "1 cluster" : `${formatCount(clusters.length)} clusters`;
  return `${size} ${noun}: ${shown.join(", ")}${rest}.`;
}
