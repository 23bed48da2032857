import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isChecked } from "../../../../../core/node/collections/cells/append-file.ts";
import {
  packRecord,
  unpackRecord,
} from "../../../../../core/node/collections/cells/record-file.ts";

const ROW = {
  id: "a7",
  text: "The tariff is a tax,\nand the tax is a tariff. ".repeat(8),
  values: ["1890-12-01", null, 3.5, ["war", "trade"]],
};

describe("a record", () => {
  it("is packed by itself", () => {
    const bytes = packRecord(ROW);
    expect(bytes.length).toBeLessThan(ROW.text.length / 3);
    expect(unpackRecord(bytes)).toEqual(ROW);
  });
  it("gives back any row", () => {
    const text = fc.string({ unit: "grapheme" });
    const value = fc.oneof(
      fc.constant(null),
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.array(text),
    );
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(value),
        fc.integer({ min: 1, max: 2000 }),
        (id, own, values, times) => {
          const row = { id, text: own.repeat(times), values };
          expect(unpackRecord(packRecord(row))).toEqual(row);
        },
      ),
      { numRuns: 200 },
    );
  });
  it("is refused with any bit of it changed, or cut off", () => {
    const bytes = packRecord(ROW);
    expect(isChecked(bytes, 0, bytes.length)).toBe(true);
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(isChecked(changed, 0, changed.length)).toBe(false);
    }
    for (let length = 0; length < bytes.length; length++)
      expect(isChecked(bytes, 0, length)).toBe(false);
  });
});
