import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CellPiles, type UsualHeights } from "../../../core/kernel/cell-piles.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const SIDE = 128;
const CELLS = SIDE * SIDE;
const BELL = [0.4, 0.24, 0.05, 0.008, 0.002];
const { fround } = Math;
const flat = (value: number) => new Float32Array(CELLS).fill(value);
const plain: UsualHeights = { usual: flat(0), scale: flat(1), rankScale: flat(1) };

/** A map with a number from 0 to 1 on some cells. */
function sprinkled(seed: number, cells: number): Float32Array {
  const random = seededRandom(seed);
  const map = flat(0);
  for (let i = 0; i < cells; i++) map[random.below(CELLS)]! += random.next();
  return map;
}

/** The slow obvious way along one side of the map, each step rounded to single precision. */
function alongSide(map: Float32Array, near: (cell: number, step: number) => number): Float32Array {
  return map.map((own, cell) => {
    let sum = fround(fround(BELL[0]!) * own);
    for (let step = 1; step <= 4; step++) {
      const both = fround(map[near(cell, -step)]! + map[near(cell, step)]!);
      sum = fround(sum + fround(fround(BELL[step]!) * both));
    }
    return sum;
  });
}

function slowHeights(map: Float32Array, share: number): Float32Array {
  const wrap = (i: number) => (i + SIDE) % SIDE;
  const columns = alongSide(
    map,
    (cell, step) => wrap(Math.floor(cell / SIDE) + step) * SIDE + (cell % SIDE),
  );
  const both = alongSide(
    columns,
    (cell, step) => Math.floor(cell / SIDE) * SIDE + wrap((cell % SIDE) + step),
  );
  return map.map((own, cell) => fround(own + fround(fround(share) * both[cell]!)));
}

const slowHighest = (map: Float32Array, count: number) =>
  [...map.keys()]
    .filter((cell) => map[cell]! > 0)
    .sort((a, b) => map[b]! - map[a]! || a - b)
    .slice(0, count)
    .sort((a, b) => a - b);

describe("heights", () => {
  it("of one cell wrap round the corner", () => {
    const piles = new CellPiles(BELL, plain);
    piles.pile[0] = 1;
    const { heights } = piles.raise(0.5);
    expect(heights[0]).toBeCloseTo(1 + 0.5 * 0.4 * 0.4, 6);
    expect(heights[CELLS - 1]).toBeCloseTo(0.5 * 0.24 * 0.24, 6);
    expect(heights[4]).toBeCloseTo(0.5 * 0.4 * 0.002, 6);
    expect(heights[5]).toBe(0);
  });

  it("agree to the last bit with summing cell by cell", () => {
    const piles = new CellPiles(BELL, plain);
    fc.assert(
      fc.property(fc.nat(), fc.nat(3000), fc.double({ min: 0, max: 1 }), (seed, cells, share) => {
        piles.pile.set(sprinkled(seed, cells));
        expect(piles.raise(share).heights).toEqual(slowHeights(piles.pile, share));
      }),
      { numRuns: 20 },
    );
  });
});

describe("support", () => {
  it("is what is beyond the usual, on its scale", () => {
    const piles = new CellPiles(BELL, { usual: flat(2), scale: flat(10), rankScale: flat(0) });
    piles.pile.set([1, 2, 2.5, 4]);
    expect([...piles.raise(0).support().subarray(0, 5)]).toEqual([0, 0, 5, 20, 0]);
  });
});

describe("the best cells", () => {
  it("rank by the heights beyond the usual, on the scale of ranks", () => {
    const rankScale = flat(1);
    rankScale[2] = 10;
    const piles = new CellPiles(BELL, { usual: flat(2), scale: flat(1), rankScale });
    piles.pile.set([9, 8, 3, 2, 1]);
    piles.raise(0);
    expect([...piles.best(2)]).toEqual([0, 2]);
    expect([...piles.best(9)]).toEqual([0, 1, 2]);
    expect([...piles.best(0)]).toEqual([]);
  });
});

describe("the highest cells", () => {
  const piles = new CellPiles(BELL, plain);

  it("are those above 0 in rising order; of equally high ones the lower", () => {
    const map = flat(0);
    map.set([0, 1, 2, 1, 1]);
    expect([...piles.highest(map, 3)]).toEqual([1, 2, 3]);
    expect([...piles.highest(map, 10)]).toEqual([1, 2, 3, 4]);
    expect([...piles.highest(flat(7), 20_000)]).toHaveLength(CELLS);
  });

  const heights = {
    "of any size": fc.float({ min: 0, noNaN: true, noDefaultInfinity: true }),
    "often equal": fc.integer({ min: 0, max: 3 }),
    "nearly equal": fc.integer({ min: 0, max: 40 }).map((step) => 1 + step * 2 ** -23),
    "too small for a full fraction": fc.integer({ min: 0, max: 9 }).map((step) => step * 2 ** -149),
  };
  it.each(Object.entries(heights))("agree with sorting: heights %s", (_, height) => {
    fc.assert(
      fc.property(
        fc.array(height, { minLength: 1, maxLength: 400 }),
        fc.nat(CELLS - 1),
        fc.nat(450),
        (list, start, count) => {
          const map = flat(0);
          for (const [i, value] of list.entries()) map[(start + 37 * i) % CELLS] = value;
          expect([...piles.highest(map, count)]).toEqual(slowHighest(map, count));
        },
      ),
    );
  });
});
