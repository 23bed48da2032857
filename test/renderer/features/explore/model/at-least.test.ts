import fc from "fast-check";
import { expect, test } from "vitest";
import type { Expression } from "../../../../../core/expression/ast.ts";
import { evaluate } from "../../../../../core/expression/evaluate.ts";
import { printLine } from "../../../../../core/expression/print-line.ts";
import { atLeast } from "../../../../../renderer/features/explore/model/consensus.ts";
import { positions } from "../../../../core/expression/arbitrary-expression.ts";

const term = (name: string): Expression => ({ kind: "term", term: name });

test("at least two of three is written out", () => {
  const written = atLeast(["a", "b", "c"].map(term), 2)!;
  expect(printLine(written)).toBe("a & b + a & c + b & c");
  expect(printLine(atLeast(["a", "b"].map(term), 1)!)).toBe("a + b");
  expect(printLine(atLeast(["a", "b"].map(term), 2)!)).toBe("a & b");
  expect(atLeast([..."abcdefghij"].map(term), 5)).toBeUndefined();
});

test("it keeps exactly the cells that so many of the parts have", () => {
  const lookups = {
    retina: "none",
    term: () => undefined,
    text: () => new Uint16Array(0),
    reference: () => new Uint16Array(0),
    suggest: () => [],
  };
  fc.assert(
    fc.property(
      fc.array(positions, { minLength: 2, maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      (sets, k) => {
        const least = Math.min(k, sets.length);
        const written = atLeast(
          sets.map((cells) => ({ kind: "positions", positions: cells })),
          least,
        )!;
        const counts = new Map<number, number>();
        for (const cell of sets.flatMap((cells) => [...cells]))
          counts.set(cell, (counts.get(cell) ?? 0) + 1);
        const expected = [...counts].filter(([, count]) => count >= least).map(([cell]) => cell);
        expect([...evaluate(written, lookups)]).toEqual(expected.sort((a, b) => a - b));
      },
    ),
  );
});
