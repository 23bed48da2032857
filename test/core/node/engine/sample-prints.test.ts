import fc from "fast-check";
import { expect, test } from "vitest";
import {
  readPrints,
  samplePrints,
  writePrints,
} from "../../../../core/node/engine/sample-texts.ts";
import { arbitraryPositions } from "../../../support/arbitrary-positions.ts";
import { tinyRetina } from "../../../support/tiny-retina.ts";

test("fingerprints come back as they were written, with those that have no position", () => {
  const prints = [Uint16Array.of(1, 16_383), new Uint16Array(), Uint16Array.of(7)];
  expect(writePrints(prints)).toHaveLength(2 * (3 + 1 + 2));
  expect(readPrints(writePrints(prints))).toEqual(prints);
  fc.assert(
    fc.property(fc.array(arbitraryPositions()), (any) => {
      expect(readPrints(writePrints(any))).toEqual(any);
    }),
  );
});

test("a retina that does not come with the program has none", async () => {
  expect(await samplePrints(tinyRetina())).toBeUndefined();
});
