import fc from "fast-check";
import { expect, test } from "vitest";
import { checkPositions, samePositions } from "../../../core/fingerprint/positions.ts";

test("sorts positions and merges duplicates, and keeps position 0", () => {
  expect([...checkPositions([5, 0, 16_383, 5])]).toEqual([0, 5, 16_383]);
  expect([...checkPositions([])]).toEqual([]);
});

test.each([[-1], [16_384], [1.5], [Number.NaN], ["3"], [null], [true]])(
  "refuses %j and names its place",
  (value) => {
    expect(() => checkPositions([1, value], "and[0].positions")).toThrow(
      expect.objectContaining({
        code: "bad-position",
        details: expect.objectContaining({ path: "and[0].positions[1]" }),
      }),
    );
  },
);

test.each([[undefined], [{ 0: 1 }], ["0,1"], [7]])("refuses %j, which is no list", (value) => {
  expect(() => checkPositions(value)).toThrow(expect.objectContaining({ code: "bad-input" }));
});

test("gives what sorting a set gives, for any order of any positions", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 16_383 })), (values) => {
      const expected = [...new Set(values)].sort((a, b) => a - b);
      expect([...checkPositions(values)]).toEqual(expected);
    }),
  );
});

test("two fingerprints are the same when each position is", () => {
  expect(samePositions(Uint16Array.of(1, 2), Uint16Array.of(1, 2))).toBe(true);
  expect(samePositions(Uint16Array.of(1, 2), Uint16Array.of(1, 3))).toBe(false);
  expect(samePositions(Uint16Array.of(1, 2), Uint16Array.of(1))).toBe(false);
});
