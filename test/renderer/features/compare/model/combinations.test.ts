import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, type Lookups } from "../../../../../core/expression/evaluate.ts";
import { parseJson } from "../../../../../core/expression/parse-json.ts";
import {
  combinationsOf,
  expressionFor,
  sentenceFor,
} from "../../../../../renderer/features/compare/model/combinations.ts";
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
  it("divide the union: every cell is in one, with just its sets", () => {
    fc.assert(
      fc.property(setsOf(8), (sets) => {
        const found = combinationsOf(sets);
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

  it("have the cells that the expression offered for them evaluates to", () => {
    fc.assert(
      fc.property(setsOf(5), (given) => {
        const sets = given.filter((set) => set.length > 0);
        const sources = sets.map((positions) => ({ positions }));
        for (const { members, positions } of combinationsOf(sets)) {
          const expression = parseJson(expressionFor(members, sources));
          expect([...evaluate(expression, lookups)]).toEqual(positions);
        }
      }),
    );
  });

  it("have a sentence each", () => {
    const names = ["violin", "guitar", "drum"];
    expect(sentenceFor(0b011, names)).toBe(
      "In violin and guitar at once, and not in the other one.",
    );
    expect(sentenceFor(0b001, names)).toBe("In violin, and in none of the other 2.");
    expect(sentenceFor(0b111, names)).toBe("In violin, guitar and drum at once, so in all 3.");
  });
});
