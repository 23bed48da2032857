import { CELLS } from "../kernel/grid.ts";
import { FEATURES } from "./cell-features.ts";
import { neighboursOf } from "./torus.ts";

/** A region while regions are being joined. */
interface Piece {
  cells: number;
  /** Sum of the vectors of its cells. */
  readonly sum: Float64Array;
  readonly neighbours: Set<number>;
  /** The neighbour with a higher id that joining would lose least with, and that loss. */
  best: number;
  loss: number;
}

/**
 * Joins neighbouring regions, the two most alike first and small ones before large ones, until `counts[0]` are left;
 * whenever as many are left as a later count says, the division is kept. `counts` falls from the last to the first.
 * @returns for each count the piece that each starting region belongs to
 */
export function mergeRegions(
  features: Float32Array,
  regionOf: Uint16Array,
  counts: readonly number[],
): Int32Array[] {
  const pieces = makePieces(features, regionOf);
  const parent = Int32Array.from(pieces.keys());
  const kept: Int32Array[] = [];
  let left = pieces.length;
  for (const count of counts.toReversed()) {
    while (left > count) {
      const into = cheapest(pieces);
      const gone = pieces[into]!.best;
      join(pieces, into, gone);
      parent[gone] = into;
      left--;
    }
    kept.push(parent.map((_, region) => rootOf(parent, region)));
  }
  return kept.reverse();
}

function makePieces(features: Float32Array, regionOf: Uint16Array): (Piece | undefined)[] {
  const count = regionOf.reduce((most, region) => Math.max(most, region), 0) + 1;
  const pieces = Array.from({ length: count }, () => ({
    cells: 0,
    sum: new Float64Array(FEATURES),
    neighbours: new Set<number>(),
    best: -1,
    loss: Number.POSITIVE_INFINITY,
  }));
  for (let cell = 0; cell < CELLS; cell++) {
    const piece = pieces[regionOf[cell]!]!;
    piece.cells++;
    for (let k = 0; k < FEATURES; k++) piece.sum[k]! += features[cell * FEATURES + k]!;
    for (const other of neighboursOf(cell))
      if (regionOf[other] !== regionOf[cell]) piece.neighbours.add(regionOf[other]!);
  }
  for (const id of pieces.keys()) findBest(pieces, id);
  return pieces;
}

/** The piece whose joining with its best neighbour loses least; of equal ones that with the smallest id. */
function cheapest(pieces: readonly (Piece | undefined)[]): number {
  let best = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (let id = 0; id < pieces.length; id++) {
    const loss = pieces[id]?.loss ?? Number.POSITIVE_INFINITY;
    if (loss >= lowest) continue;
    lowest = loss;
    best = id;
  }
  return best;
}

function findBest(pieces: readonly (Piece | undefined)[], id: number): void {
  const piece = pieces[id]!;
  piece.best = -1;
  piece.loss = Number.POSITIVE_INFINITY;
  for (const other of piece.neighbours) {
    if (other < id) continue;
    const loss = lossOf(piece, pieces[other]!);
    if (loss > piece.loss || (loss === piece.loss && other > piece.best)) continue;
    piece.loss = loss;
    piece.best = other;
  }
}

/** Growth of the squared distances to the mean (Ward), which also keeps regions of about one size. */
function lossOf(a: Piece, b: Piece): number {
  let square = 0;
  for (let k = 0; k < FEATURES; k++) square += (a.sum[k]! / a.cells - b.sum[k]! / b.cells) ** 2;
  return ((a.cells * b.cells) / (a.cells + b.cells)) * (square + EVENNESS);
}
/** Makes joining two large regions expensive even where they mean the same. */
const EVENNESS = 0.05;

function join(pieces: (Piece | undefined)[], into: number, gone: number): void {
  const winner = pieces[into]!;
  const loser = pieces[gone]!;
  winner.cells += loser.cells;
  for (let k = 0; k < FEATURES; k++) winner.sum[k]! += loser.sum[k]!;
  for (const other of loser.neighbours) {
    pieces[other]!.neighbours.delete(gone);
    if (other === into) continue;
    pieces[other]!.neighbours.add(into);
    winner.neighbours.add(other);
  }
  winner.neighbours.delete(gone);
  pieces[gone] = undefined;
  findBest(pieces, into);
  // Only pieces with smaller ids keep what joining with the winner, or with what it took in, would lose.
  for (const other of winner.neighbours) if (other < gone) findBest(pieces, other);
}

function rootOf(parent: Int32Array, region: number): number {
  let root = region;
  while (parent[root] !== root) root = parent[root]!;
  return root;
}

/**
 * Undoes the last joining in some of the regions of a division.
 * @param roots the piece that each smallest region belongs to
 * @param finer the divisions into one region more, two more and so on; a region that is whole in all of them stays
 * @param split the pieces that are to be parted
 */
export function splitRegions(
  roots: Int32Array,
  finer: readonly Int32Array[],
  split: ReadonlySet<number>,
): Int32Array {
  const parted = Int32Array.from(roots);
  for (const root of split) {
    const members = [...roots.keys()].filter((region) => roots[region] === root);
    const cut = finer.find((division) =>
      members.some((region) => division[region] !== division[members[0]!]),
    );
    if (cut !== undefined) for (const region of members) parted[region] = cut[region]!;
  }
  return parted;
}
