import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CELLS, SIDE } from "../../../core/kernel/grid.ts";
import { TERM_LIMIT } from "../../../core/retina/types.ts";
import { codeSize, neighbourLift } from "../../../core/train/codes/encode.ts";
import { leading, risingMeans } from "../../../core/train/codes/target-curve.ts";
import { anchorCandidates, fallingOrder } from "../../../core/train/map/choose-anchors.ts";
import { blurMap, grow } from "../../../core/train/map/lay-out-map.ts";

const codesOf = (cells: readonly number[]) => {
  const positions = new Uint16Array(TERM_LIMIT);
  positions.set([...cells].sort((a, b) => a - b));
  return { rows: 1, sizes: Uint16Array.of(cells.length), positions };
};

describe("the map", () => {
  it("doubles its side and keeps the mean", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 16, maxLength: 16 }),
        (list) => {
          const { side, cells } = grow({ side: 4, depth: 1, cells: Float32Array.from(list) });
          expect(side).toBe(8);
          const mean = (of: ArrayLike<number>) =>
            Array.from(of).reduce((a, b) => a + b, 0) / of.length;
          expect(mean(cells)).toBeCloseTo(mean(list), 4);
        },
      ),
    );
  });

  it("offers each cell the sixty terms nearest to it, of equally near ones the first", () => {
    const number = fc.integer({ min: -9, max: 9 });
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1, maxLength: 150 }),
        fc.array(number, { minLength: 1, maxLength: 3 }),
        (terms, cells) => {
          const found = anchorCandidates({
            cells: Float32Array.from(cells),
            terms: Float32Array.from(terms),
            termCount: terms.length,
            depth: 1,
            first: 0,
            end: cells.length,
          });
          const nearest = cells.map((cell) =>
            [...terms.keys()]
              .sort((a, b) => cell * (terms[b]! - terms[a]!) || a - b)
              .slice(0, 60)
              .map((term) => ({ term, score: cell * terms[term]! + 0 })),
          );
          expect(
            Array.from(found.terms, (term, i) => ({ term, score: found.scores[i]! + 0 })),
          ).toEqual(nearest.flat());
        },
      ),
    );
  });

  it("joins the closest pairs of cell and term first, of equally close ones the first", () => {
    expect([...fallingOrder(Float32Array.of(0.5, -1, 1, 0.5, 0))]).toEqual([2, 0, 3, 4, 1]);
    const score = fc.integer({ min: -512, max: 512 }).map((steps) => steps / 512);
    fc.assert(
      fc.property(fc.array(score, { maxLength: 200 }), (scores) => {
        expect([...fallingOrder(Float32Array.from(scores))]).toEqual(
          [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b),
        );
      }),
    );
  });

  it("blurs round the edges: moving the input moves the output", () => {
    const side = 8;
    const values = Float32Array.from({ length: side * side }, (_, i) => Math.sin(i * i));
    const moved = (of: Float32Array) =>
      of.map((_, i) => of[((Math.floor(i / side) + 3) % side) * side + (((i % side) + 5) % side)]!);
    const first = moved(blurMap({ side, depth: 1, cells: values }, 1.3));
    blurMap({ side, depth: 1, cells: moved(values) }, 1.3).forEach((value, i) => {
      expect(value).toBeCloseTo(first[i]!, 4);
    });
  });
});

describe("the neighbour lift", () => {
  it("of a full 3 x 3 block, across the corner of the map, counts 40 neighbours of 9 cells", () => {
    const block = [-1, 0, 1].flatMap((row) =>
      [-1, 0, 1].map((column) => ((row + SIDE) % SIDE) * SIDE + ((column + SIDE) % SIDE)),
    );
    expect(neighbourLift(codesOf(block))).toBeCloseTo(40 / 9 / ((8 * 9) / CELLS), 6);
  });

  it("of scattered cells is zero", () => {
    expect(neighbourLift(codesOf([0, 300, 900, 5000]))).toBe(0);
  });
});

describe("fingerprints", () => {
  it("are full from a hundred occurrences on and never smaller than for twelve", () => {
    expect(codeSize(100, 100)).toBe(TERM_LIMIT);
    expect(codeSize(99, 100)).toBeLessThan(TERM_LIMIT);
    expect([codeSize(5, 100), codeSize(12, 100)]).toEqual([120, 120]);
    fc.assert(
      fc.property(fc.nat(200), (count) => codeSize(count, 100) <= codeSize(count + 1, 100)),
    );
  });

  it("have a target that grows from a cosine of 0 on, where the curve as found is flat a little further", () => {
    const found = Float32Array.from({ length: 512 }, (_, step) => Math.max(4, step - 256));
    const target = leading(found);
    expect([target[250], target[255], target[260], target[511]]).toEqual([4, 4, 9, 255]);
    expect(target[256]).toBeGreaterThan(target[255]!);
  });

  it("have a target curve that rises and keeps the mean overlap", () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(numbers, (list) => {
        const counts = Float64Array.from(list, (value) => 1 + (value % 3));
        const sums = Float64Array.from(list, (value, i) => value * counts[i]!);
        const curve = [...risingMeans(sums, counts)];
        expect(curve).toEqual([...curve].sort((a, b) => a - b));
        const total = curve.reduce((sum, value, i) => sum + value * counts[i]!, 0);
        expect(total).toBeCloseTo(
          sums.reduce((sum, value) => sum + value, 0),
          2,
        );
      }),
    );
  });
});
