import { CELLS } from "../retina/types.ts";
import { FEATURES } from "./cell-features.ts";
import { neighboursOf } from "./torus.ts";

/** A region while regions are being joined. */
interface Piece {
  cells: number;
  /** Sum of the vectors of its cells. */
  readonly sum: Float64Array;
  readonly neighbours: Set<number>;
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
      const [into, gone] = cheapestPair(pieces);
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
  }));
  for (let cell = 0; cell < CELLS; cell++) {
    const piece = pieces[regionOf[cell]!]!;
    piece.cells++;
    for (let k = 0; k < FEATURES; k++) piece.sum[k]! += features[cell * FEATURES + k]!;
    for (const other of neighboursOf(cell))
      if (regionOf[other] !== regionOf[cell]) piece.neighbours.add(regionOf[other]!);
  }
  return pieces;
}

/** The pair whose joining loses least; of equal ones that with the smallest ids. */
function cheapestPair(pieces: readonly (Piece | undefined)[]): readonly [number, number] {
  let best: readonly [number, number] = [0, 0];
  let lowest = Number.POSITIVE_INFINITY;
  pieces.forEach((piece, id) => {
    if (piece === undefined) return;
    for (const other of piece.neighbours) {
      if (other < id) continue;
      const loss = lossOf(piece, pieces[other]!);
      if (loss < lowest) {
        lowest = loss;
        best = [id, other];
      }
    }
  });
  return best;
}

/** Growth of the squared distances to the mean (Ward), which also keeps regions of about one size. */
function lossOf(a: Piece, b: Piece): number {
  let square = 0;
  for (let k = 0; k < FEATURES; k++) square += (a.sum[k]! / a.cells - b.sum[k]! / b.cells) ** 2;
  return ((a.cells * b.cells) / (a.cells + b.cells)) * (square + EVENNESS);
}
/** Makes joining two large regions dear even where they mean the same. */
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
}

function rootOf(parent: Int32Array, region: number): number {
  let root = region;
  while (parent[root] !== root) root = parent[root]!;
  return root;
}
