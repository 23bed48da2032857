import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { segment } from "../../../core/text/slices.ts";

const OPTIONS = { price: 0.5, doubt: 1, longest: 100 };

function vectorsOf(rows: readonly (readonly number[])[]) {
  const size = rows[0]?.length ?? 1;
  return {
    size,
    values: Float32Array.from(rows.flat()),
    mass: new Float64Array(rows.length).fill(1),
  };
}

/** The sum that `segment` maximises, for cuts given as the first rows of the segments. */
function worth(
  rows: readonly (readonly number[])[],
  cuts: readonly number[],
  prices: readonly number[] = [],
): number {
  const bounds = [0, ...cuts, rows.length];
  const unit = rows.flat().reduce((sum, v) => sum + v * v, 0) / rows.length;
  return bounds.slice(1).reduce((total, end, i) => {
    const part = rows.slice(bounds[i], end);
    const sums = part[0]!.map((_, k) => part.reduce((sum, row) => sum + row[k]!, 0));
    const squares = sums.reduce((sum, v) => sum + v * v, 0);
    return (
      total +
      squares / (part.length + OPTIONS.doubt) -
      OPTIONS.price * unit * (prices[bounds[i]!] ?? 1)
    );
  }, 0);
}

describe("segment", () => {
  it("cuts where the direction changes", () => {
    const rows = [
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [0, 1],
    ];
    expect(segment(vectorsOf(rows), OPTIONS)).toEqual([3]);
  });

  it("leaves one direction whole, and nothing alone", () => {
    expect(
      segment(
        vectorsOf([
          [1, 1],
          [1, 1],
          [1, 1],
        ]),
        OPTIONS,
      ),
    ).toEqual([]);
    expect(
      segment({ size: 2, values: new Float32Array(), mass: new Float64Array() }, OPTIONS),
    ).toEqual([]);
  });

  it("is worth as much as the best of all segmentations", () => {
    const row = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }));
    const prices = fc.array(fc.constantFrom(0.5, 1, 2), { maxLength: 7 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 7 }), prices, (rows, factors) => {
        const best = Math.max(
          ...Array.from({ length: 2 ** (rows.length - 1) }, (_, mask) =>
            worth(
              rows,
              rows.slice(1).flatMap((_, i) => ((mask >> i) & 1 ? [i + 1] : [])),
              factors,
            ),
          ),
        );
        const cuts = segment(vectorsOf(rows), { ...OPTIONS, prices: factors });
        expect(worth(rows, cuts, factors)).toBeCloseTo(best, 5);
      }),
    );
  });
});
