import fc from "fast-check";
import { expect, it } from "vitest";
import { packText, unpackText } from "../../../../core/node/collections/packed-text.ts";

it("packs a text by itself", () => {
  const text = "The tariff is a tax, and the tax is a tariff. ".repeat(8);
  const packed = packText(text);
  expect(packed.bytes.length).toBeLessThan(text.length / 4);
  expect(unpackText(packed)).toBe(text);
});

it("leaves texts of older collections as they are", () => {
  expect(unpackText("as it is")).toBe("as it is");
});

it("gives back any text", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.integer({ min: 1, max: 3000 }),
      (text, times) => {
        const whole = text.repeat(times);
        expect(unpackText(packText(whole))).toBe(whole);
      },
    ),
    { numRuns: 100 },
  );
  const long = "äöü ".repeat(400_000);
  expect(unpackText(packText(long)) === long).toBe(true);
});
