import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { termsAtCell, windowAround } from "../../../core/retina/search.ts";
import { buildRetina } from "../../support/retina-builder.ts";

const row = (term: string, occurrences: number, positions: number[]) => ({
  term,
  occurrences,
  posTypes: ["NOUN"] as const,
  positions,
});

/** Cell 5 is in all of them; the window of radius 1 around it also has cells 4 and 6. */
const retina = buildRetina([
  row("rare", 10, [4, 5, 6]),
  row("common", 90, [4, 5, 6]),
  row("scattered", 500, [4, 5, 6, 9000]),
  row("edge", 1000, [5, 9001, 9002]),
  row("elsewhere", 2000, [7000]),
]);

describe("the terms of a cell", () => {
  test("come by cells in its window, then by how little else they have, then by frequency", () => {
    const found = retina.cellTerms(5, 1, 10).map(({ term, score }) => [retina.term(term), score]);
    expect(found).toEqual([
      ["common", 3],
      ["rare", 3],
      ["scattered", 3],
      ["edge", 1],
    ]);
  });

  test("that are rare come after all others, however much they have of the window", () => {
    const overlaps = new Uint16Array(30_002);
    overlaps.set([2, 1], 0);
    overlaps.set([9, 3], 30_000);
    const index = {
      overlaps: () => overlaps,
      termsAt: () => [0, 1, 30_000, 30_001],
      size: () => 9,
    };
    const term = (id: number) => `${id} of many`;
    const at = { position: 5, radius: 1, limit: 10 };
    const found = termsAtCell({ index, metTerms: 30_002, term }, at);
    expect(found.map(({ term, score }) => [term, score])).toEqual([
      [0, 2],
      [1, 1],
      [30_000, 9],
      [30_001, 3],
    ]);
    const met = termsAtCell({ index, metTerms: 30_001, term }, at);
    expect(met.map(({ term }) => term)).toEqual([0, 1, 30_000]);
  });

  test("that are forms of a word before them come after the others", () => {
    const forms = buildRetina([
      row("grain", 90, [4, 5, 6]),
      row("grains", 80, [4, 5, 6]),
      row("grained", 70, [4, 5, 6]),
      row("barley", 60, [5, 6]),
      row("grain market", 50, [5]),
    ]);
    const listed = (limit: number) =>
      forms.cellTerms(5, 1, limit).map(({ term }) => forms.term(term));
    expect(listed(10)).toEqual(["grain", "barley", "grain market", "grains", "grained"]);
    expect(listed(4)).toEqual(["grain", "barley", "grain market", "grains"]);
  });

  test("are no more than asked for", () => {
    expect(retina.cellTerms(5, 1, 2)).toHaveLength(2);
  });
});

test("a window holds every cell within its radius on the torus, once", () => {
  fc.assert(
    fc.property(fc.nat(16_383), fc.nat(70), (position, radius) => {
      const away = (a: number, b: number) => Math.min((a - b + 128) % 128, (b - a + 128) % 128);
      const expected = Array.from({ length: 16_384 }, (_, cell) => cell).filter(
        (cell) =>
          away(cell >> 7, position >> 7) <= radius && away(cell & 127, position & 127) <= radius,
      );
      expect([...windowAround(position, radius)]).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});
