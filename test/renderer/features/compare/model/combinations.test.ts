import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, type Lookups } from "../../../../../core/expression/evaluate.ts";
import { parseJson } from "../../../../../core/expression/parse-json.ts";
import {
  cellsByCount,
  combinationsOf,
  expressionFor,
  type Reading,
  sentenceFor,
} from "../../../../../renderer/features/compare/model/combinations.ts";
import { heatLayers } from "../../../../../renderer/features/compare/use-comparison-on-map.ts";
import { arbitraryPositions } from "../../../../support/arbitrary-positions.ts";

const setsOf = (most: number) =>
  fc.array(
    arbitraryPositions(50).map((positions) => [...positions]),
    { minLength: 1, maxLength: most },
  );
const unionOf = (sets: readonly (readonly number[])[]) =>
  [...new Set(sets.flat())].sort((a, b) => a - b);
const lookups: Lookups = {
  retina: "test",
  term: () => undefined,
  text: () => Uint16Array.of(),
  reference: () => Uint16Array.of(),
  suggest: () => [],
};

describe("combinations of fingerprints", () => {
  it("that are exact divide the union: every cell is in one, with just its sets", () => {
    fc.assert(
      fc.property(setsOf(8), (sets) => {
        const found = combinationsOf(sets, "exact");
        const cells = found.flatMap(({ positions }) => positions);
        expect(cells.toSorted((a, b) => a - b)).toEqual(unionOf(sets));
        for (const { members, positions } of found)
          for (const [index, set] of sets.entries())
            expect(positions.every((cell) => set.includes(cell))).toBe(
              ((members >> index) & 1) === 1,
            );
      }),
    );
  });

  it("read as at least these have the cells of all exact ones that hold them, so more sets never have more cells", () => {
    fc.assert(
      fc.property(setsOf(6), (sets) => {
        const found = combinationsOf(sets, "least");
        const size = new Map(found.map(({ members, positions }) => [members, positions.length]));
        for (const { members, positions } of found) {
          const inside = sets.filter((_, index) => (members >> index) & 1);
          const common = unionOf(sets).filter((cell) => inside.every((set) => set.includes(cell)));
          expect(positions).toEqual(common);
          for (let bit = 1; bit < 1 << sets.length; bit <<= 1)
            if (members & bit && members !== bit)
              expect(size.get(members & ~bit)).toBeGreaterThanOrEqual(positions.length);
        }
      }),
    );
  });

  it("have the cells that the expression offered for them evaluates to", () => {
    const readings = fc.constantFrom<Reading>("exact", "least");
    fc.assert(
      fc.property(setsOf(5), readings, (given, reading) => {
        const sets = given.filter((set) => set.length > 0);
        const sources = sets.map((positions) => ({ positions }));
        for (const { members, positions } of combinationsOf(sets, reading)) {
          const expression = parseJson(expressionFor(members, sources, reading));
          expect([...evaluate(expression, lookups)]).toEqual(positions);
        }
      }),
    );
  });

  it("are told in words that nobody takes for the other reading", () => {
    const names = ["violin", "guitar", "drum"];
    expect(sentenceFor(0b011, names, "exact")).toBe(
      "In violin and guitar at once, and not in the other one.",
    );
    expect(sentenceFor(0b001, names, "exact")).toBe("In violin, and in none of the other 2.");
    expect(sentenceFor(0b001, names, "least")).toBe("In violin, whether in the other 2 or not.");
    expect(sentenceFor(0b111, names, "exact")).toBe(
      "In violin, guitar and drum at once, so in all 3.",
    );
  });
});

describe("the heat of many", () => {
  it("has every set cell once, in the layer of as many sets as hold it", () => {
    fc.assert(
      fc.property(setsOf(8), (sets) => {
        const cells = cellsByCount(sets).flat();
        expect(cells.toSorted((a, b) => a - b)).toEqual(unionOf(sets));
        const layers = heatLayers(sets.map((positions) => ({ positions })));
        expect(layers.length).toBeLessThanOrEqual(8);
        const drawn = layers.flatMap(({ positions }) => [...positions]);
        expect(drawn.toSorted((a, b) => a - b)).toEqual(unionOf(sets));
      }),
    );
  });
});
