import fc from "fast-check";
import { expect, test } from "vitest";
import { indexGaps } from "../../../core/kernel/fill-index.ts";
import {
  CLASSES,
  classOf,
  classStart,
  codeLengths,
  countClasses,
  LONGEST_CODE,
  packGaps,
  restBits,
} from "../../../core/kernel/gap-code.ts";
import { InvertedIndex } from "../../../core/kernel/inverted-index.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";
import { joinRows } from "../../support/naive-index.ts";

test("every gap on the map belongs to exactly one class", () => {
  const gaps = Array.from({ length: 16_384 }, (_, gap) => gap);
  const isOfItsClass = (gap: number) => {
    const found = classOf(gap);
    const last = classStart(found) + 2 ** restBits(found) - 1;
    return gap >= classStart(found) && gap <= last;
  };
  expect(gaps.filter((gap) => !isOfItsClass(gap))).toEqual([]);
  expect(classOf(16_383)).toBe(CLASSES - 1);
});

function pack(rows: readonly Uint16Array[]) {
  const { offsets, positions } = joinRows(rows);
  const lengths = codeLengths(countClasses(offsets, positions), LONGEST_CODE);
  const even = packGaps(offsets, positions, lengths, 0);
  const odd = packGaps(offsets, positions, lengths, 1);
  return { offsets, gaps: { even, odd, codeLengths: lengths } };
}

const unpack = (index: ReturnType<typeof indexGaps>, count: number) => {
  if (index === undefined) return undefined;
  const opened = new InvertedIndex(index);
  return Array.from({ length: count }, (_, term) => [...opened.positions(term)]);
};

test("positions come back as they were packed", () => {
  const rows = [Uint16Array.of(0, 16_383), Uint16Array.of(), Uint16Array.of(5, 6, 7, 9000)];
  const { offsets, gaps } = pack(rows);
  expect(unpack(indexGaps(offsets, gaps), 3)).toEqual(rows.map((row) => [...row]));
});

test("any rows of positions come back, whatever their lengths", () => {
  const rows = fc.array(arbitraryPositions(328), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(rows, (list) => {
      const { offsets, gaps } = pack(list);
      expect(unpack(indexGaps(offsets, gaps), list.length)).toEqual(list.map((row) => [...row]));
    }),
  );
});

test("bits that were changed, cut or made up give positions on the map or are refused", () => {
  const words = fc.uint32Array({ maxLength: 60 });
  const sizes = fc.array(fc.integer({ min: 0, max: 328 }), { minLength: 1, maxLength: 9 });
  const { gaps } = pack([Uint16Array.of(1, 2, 3, 50, 700, 12_000)]);
  fc.assert(
    fc.property(words, words, sizes, (even, odd, lengths) => {
      const { offsets } = joinRows(lengths.map((length) => new Uint16Array(length)));
      const rows = unpack(indexGaps(offsets, { ...gaps, even, odd }), lengths.length);
      for (const row of rows ?? []) {
        expect(row).toEqual(row.toSorted((a, b) => a - b));
        expect(row.at(-1) ?? 0).toBeLessThan(16_384);
      }
    }),
  );
});
