import fc from "fast-check";
import { expect, test } from "vitest";
import { combine, type OperatorName } from "../../../core/fingerprint/operations.ts";
import type { Positions } from "../../../core/kernel/grid.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";

const left = Uint16Array.of(0, 2, 4);
const right = Uint16Array.of(0, 4, 9);

test("combines two fingerprints as sets do", () => {
  expect([...combine("and", [left, right])]).toEqual([0, 4]);
  expect([...combine("or", [left, right])]).toEqual([0, 2, 4, 9]);
  expect([...combine("sub", [left, right])]).toEqual([2]);
  expect([...combine("xor", [left, right])]).toEqual([2, 9]);
});

test("one operand is itself under every operator, and none is nothing", () => {
  for (const name of ["and", "or", "sub", "xor"] as const) {
    expect([...combine(name, [left])]).toEqual([...left]);
    expect([...combine(name, [])]).toEqual([]);
  }
});

/** Folds plain sets from the left, as the contract puts it. */
const steps: Record<OperatorName, (a: Set<number>, b: Set<number>) => number[]> = {
  and: (a, b) => [...a].filter((x) => b.has(x)),
  or: (a, b) => [...a, ...b],
  sub: (a, b) => [...a].filter((x) => !b.has(x)),
  xor: (a, b) => [...[...a].filter((x) => !b.has(x)), ...[...b].filter((x) => !a.has(x))],
};

function slowly(name: OperatorName, operands: readonly Positions[]): number[] {
  const folded = operands
    .map((positions) => new Set(positions))
    .reduce((a, b) => new Set(steps[name](a, b)));
  return [...folded].sort((a, b) => a - b);
}

test("any number of operands gives what folding sets from the left gives, and changes no operand", () => {
  const operands = fc.array(arbitraryPositions(), { minLength: 1, maxLength: 20 });
  const names = fc.constantFrom<OperatorName>("and", "or", "sub", "xor");
  fc.assert(
    fc.property(names, operands, (name, list) => {
      const before = JSON.stringify(list);
      expect([...combine(name, list)]).toEqual(slowly(name, list));
      expect(JSON.stringify(list)).toBe(before);
    }),
  );
});
