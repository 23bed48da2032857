import fc from "fast-check";
import { expect, test } from "vitest";
import { clustersOf, patchesOf } from "../../../core/fingerprint/clusters.ts";
import { SIDE } from "../../../core/kernel/grid.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";

/** A full square of cells. */
const square = (row: number, column: number, side: number): number[] =>
  Array.from({ length: side * side }, (_, i) => {
    const down = (row + Math.floor(i / side)) % SIDE;
    return SIDE * down + ((column + (i % side)) % SIDE);
  });
const sorted = (cells: readonly number[]) => Uint16Array.from(cells).sort();

test("finds two patches, the larger first, and leaves out lone positions", () => {
  const small = square(100, 100, 4);
  const large = square(20, 20, 6);
  const lone = [64 * SIDE + 64, 64 * SIDE + 90];
  const clusters = clustersOf(sorted([...small, ...large, ...lone]));
  expect(clusters).toEqual([sorted(large), sorted(small)]);
});

test("a patch over the corner of the map is one patch", () => {
  const corner = sorted(square(SIDE - 3, SIDE - 3, 6));
  expect(clustersOf(corner)).toEqual([corner]);
});

test("positions that crowd nowhere are one cluster, and none have no cluster", () => {
  const scattered = Uint16Array.of(0, 40, 80, 5000, 9000, 13_000);
  expect(clustersOf(scattered)).toEqual([scattered]);
  expect(clustersOf(Uint16Array.of())).toEqual([]);
});

test("clusters share no position, hold only positions of the fingerprint, and fall in size", () => {
  fc.assert(
    fc.property(arbitraryPositions(200), (positions) => {
      const clusters = clustersOf(positions);
      const all = clusters.flatMap((cluster) => [...cluster]);
      expect(new Set(all).size).toBe(all.length);
      expect(all.every((position) => positions.includes(position))).toBe(true);
      const sizes = clusters.map((cluster) => cluster.length);
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    }),
  );
});

test("fine patches part every position of a fingerprint, crowded or alone", () => {
  const near = square(20, 20, 3);
  const far = square(80, 80, 3);
  const patches = patchesOf(sorted([...near, ...far, 5000]));
  expect(patches).toEqual([sorted(near), sorted([5000]), sorted(far)]);
  fc.assert(
    fc.property(arbitraryPositions(200), (positions) => {
      const all = patchesOf(positions).flatMap((patch) => [...patch]);
      expect(all.sort((a, b) => a - b)).toEqual([...positions]);
    }),
  );
});
