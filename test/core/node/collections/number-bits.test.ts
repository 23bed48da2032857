import { DuckDBBitValue } from "@duckdb/node-api";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Duck } from "../../../../core/node/collections/duck.ts";
import { isOneOf } from "../../../../core/node/collections/number-bits.ts";

let duck: Duck;
beforeAll(async () => {
  duck = await Duck.forFiles();
});
afterAll(() => duck.close());

it("sets a bit for each number, after the bits that do not count", () => {
  expect(isOneOf([9, 0], 10)).toEqual({
    text: "no BETWEEN 0 AND 9 AND get_bit(?, no) = 1",
    values: [new DuckDBBitValue(Uint8Array.of(6, 0b11111110, 0b00000001))],
  });
});

it("chooses exactly these numbers", async () => {
  const numbersBelow = fc
    .integer({ min: 1, max: 5000 })
    .chain((count) =>
      fc.tuple(
        fc.constant(count),
        fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: 200 }),
      ),
    );
  await fc.assert(
    fc.asyncProperty(numbersBelow, async ([count, numbers]) => {
      const { text, values } = isOneOf(numbers, count);
      const table = `(SELECT range::INTEGER AS no FROM range(${count}))`;
      const chosen = await duck.numbers(
        `SELECT no FROM ${table} WHERE ${text} ORDER BY no`,
        values,
      );
      expect(chosen).toEqual(numbers.toSorted((a, b) => a - b));
    }),
    { numRuns: 50 },
  );
});
