import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OPERATORS } from "../../../core/expression/ast.ts";
import { and, or, sub, xor } from "../../../core/fingerprint/operations.ts";
import type { MapLayer } from "../../../renderer/model/map/layers.ts";
import { stepsOf } from "../../../renderer/model/operation-steps.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";

const apply = { and, or, sub, xor };
const sets = fc.array(arbitraryPositions(40), { minLength: 2, maxLength: 5 });
const resultLayer = (positions: MapLayer["positions"]): MapLayer[] => [
  { id: "subject", label: "all", positions, colour: "first" },
];
const named = (given: readonly Uint16Array[]) =>
  given.map((positions, index) => ({ label: `part ${index}`, positions: [...positions] }));
const layer = (layers: readonly MapLayer[], id: string) => [
  ...(layers.find((each) => each.id === id)?.positions ?? []),
];

describe("the steps of a set operation", () => {
  it("reach the cells that the engine evaluates, and end with the very layers of the map at rest", () => {
    fc.assert(
      fc.property(sets, fc.constantFrom(...OPERATORS), (given, operator) => {
        const [first, ...rest] = given as [Uint16Array, ...Uint16Array[]];
        const result = apply[operator]([first, ...rest]);
        const layers = resultLayer(result);
        const steps = stepsOf({ operator, operands: named(given) }, layers);
        expect(steps).toHaveLength(2 * given.length);
        expect(steps.at(-1)?.layers).toBe(layers);
        const last = steps.at(-2)?.layers ?? [];
        const reached = [...layer(last, "step kept"), ...layer(last, "step added")];
        expect(reached.toSorted((a, b) => a - b)).toEqual([...result]);
      }),
    );
  });

  it("tell in numbers what each operand does", () => {
    const operands = [
      { label: "jaguar", positions: [1, 2, 3, 4] },
      { label: "car", positions: [3, 4, 5] },
    ];
    const captions = (operator: (typeof OPERATORS)[number], result: number[]) =>
      stepsOf({ operator, operands }, resultLayer(result)).map(({ caption }) => caption);
    expect(captions("sub", [1, 2])).toEqual([
      "jaguar: 4 cells",
      "without car: 3 cells",
      "4 → 2: 2 kept, 2 dropped",
      "The result: 2 cells",
    ]);
    expect(captions("xor", [1, 2, 5])[2]).toBe("4 → 3: 2 kept, 2 dropped, 1 added");
    expect(captions("or", [1])[3]).toBe("The result: 5 → 1 cell by thinning");
  });

  it("count what thinning dropped as no part of the result", () => {
    const operands = [
      { label: "a", positions: [1, 2] },
      { label: "b", positions: [3] },
    ];
    const layers: MapLayer[] = [
      { id: "dropped", label: "", positions: [1, 2], colour: "first", isOutside: true },
      ...resultLayer([3]),
    ];
    const steps = stepsOf({ operator: "or", operands }, layers);
    expect(steps.at(-1)?.caption).toBe("The result: 3 → 1 cell by thinning");
  });
});
