import fc from "fast-check";
import { expect, test } from "vitest";
import { keepSupported, limitOf, sparsify } from "../../../core/fingerprint/sparsify.ts";
import { SIDE } from "../../../core/kernel/grid.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";

test("2% of the map are 328 positions, 6% are 983, and a fraction above nothing leaves at least one", () => {
  expect([0.02, 0.06, 0.01, 1e-9].map(limitOf)).toEqual([328, 983, 164, 1]);
});

test("keeps a patch and lets lone positions go", () => {
  const patch = [500, 501, 500 + SIDE, 501 + SIDE];
  const positions = Uint16Array.from([3, ...patch, 9000, 16_000]).sort();
  expect([...keepSupported(positions, 4)]).toEqual(patch);
});

test("of equally supported positions the smaller ones stay", () => {
  expect([...keepSupported(Uint16Array.of(40, 80, 2000, 4000), 2)]).toEqual([40, 80]);
});

test.each([[0], [1], [1.5], [-0.1], [Number.NaN]])(
  "the fraction %d changes nothing",
  (fraction) => {
    const positions = Uint16Array.of(1, 2, 3);
    expect(sparsify(positions, fraction)).toBe(positions);
  },
);

test("a fingerprint that is thin enough is returned as it is", () => {
  const positions = Uint16Array.of(1, 2, 3);
  expect(sparsify(positions, 0.02)).toBe(positions);
});

/** Support by the rule as it is stated, over all pairs. */
function slowly(positions: readonly number[], limit: number): number[] {
  const wrapped = (a: number, b: number) => Math.min(Math.abs(a - b), SIDE - Math.abs(a - b));
  const support = (p: number) =>
    positions.reduce((sum, q) => {
      const rows = wrapped(p >> 7, q >> 7);
      const columns = wrapped(p & 127, q & 127);
      const isNear = rows <= 3 && columns <= 3;
      return isNear ? sum + Math.round(65_536 * 2 ** -Math.hypot(rows, columns)) : sum;
    }, 0);
  return [...positions]
    .sort((a, b) => support(b) - support(a) || a - b)
    .slice(0, limit)
    .sort((a, b) => a - b);
}

test("keeps what the rule keeps when support is added up over all pairs", () => {
  fc.assert(
    fc.property(arbitraryPositions(100), fc.integer({ min: 1, max: 80 }), (positions, limit) => {
      expect([...keepSupported(positions, limit)]).toEqual(slowly([...positions], limit));
    }),
  );
});
