import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeness } from "../../../../../core/collection/port/cells.ts";
import { bestRows, CloseRows } from "../../../../../core/node/collections/cells/ranked-rows.ts";

/** Rows of which every second number is asked, with how many cells each has and shares with `size` others. */
const asked = fc
  .record({
    size: fc.integer({ min: 1, max: 983 }),
    rows: fc.array(fc.tuple(fc.nat({ max: 12 }), fc.integer({ min: 1, max: 983 })), {
      maxLength: 60,
    }),
  })
  .map(({ size, rows }) => ({
    size,
    numbers: Uint32Array.from(rows, (_, i) => 2 * i),
    shared: Uint16Array.from(rows, ([shared, own]) => Math.min(shared, own, size)),
    sizes: Uint16Array.from(rows.flatMap(([, own]) => [own, 7])),
  }));

type Asked = Parameters<Parameters<typeof asked.map>[0]>[0];

const obvious = ({ size, numbers, shared, sizes }: Asked, least: number) =>
  Array.from(numbers, (no, i) => ({ no, score: closeness(shared[i]!, size, sizes[no]!) })).filter(
    ({ score }, i) => shared[i]! > 0 && score >= least,
  );
const rowsOf = ({ size, numbers, shared, sizes }: Asked, least = 0) =>
  new CloseRows(numbers, shared, { sizes, size, least });
const listed = (rows: CloseRows) =>
  Array.from(rows.numbers, (no) => ({ no, score: rows.scoreOfRow(no) }));

const EXAMPLE: Asked = {
  size: 4,
  numbers: Uint32Array.of(0, 1, 2),
  shared: Uint16Array.of(2, 0, 4),
  sizes: Uint16Array.of(4, 9, 16),
};
/** 2 / sqrt(4 * 4) and 4 / sqrt(4 * 16) */
const LISTED = [
  { no: 0, score: 0.5 },
  { no: 2, score: 0.5 },
];

describe("rows with how close they are", () => {
  it("leaves out what shares nothing", () => {
    expect(listed(rowsOf(EXAMPLE))).toEqual(LISTED);
    expect(bestRows(rowsOf(EXAMPLE), Uint32Array.of(0, 1, 2), 3)).toEqual([0, 2]);
  });
  it("keeps those that are close enough, to the last bit", () => {
    fc.assert(
      fc.property(asked, fc.nat(), (rows, pick) => {
        const all = obvious(rows, 0);
        // Exactly at the score of a row is where rounding would show.
        const least = all[pick % Math.max(1, all.length)]?.score ?? 0;
        for (const limit of [0, least, least + Number.EPSILON])
          expect(listed(rowsOf(rows, limit))).toEqual(obvious(rows, limit));
      }),
      { numRuns: 500 },
    );
  });
  it("is put in order as by the scores themselves, equal ones by rank", () => {
    const least = fc.constantFrom(0, 0.1);
    fc.assert(
      fc.property(asked, least, fc.nat({ max: 20 }), fc.nat(), (rows, limit, wanted, turn) => {
        const count = rows.sizes.length;
        const ranks = Array.from(rows.sizes, (_, no) => count - 1 - ((no + turn) % count));
        const expected = obvious(rows, limit)
          .sort((a, b) => b.score - a.score || ranks[a.no]! - ranks[b.no]!)
          .slice(0, wanted)
          .map(({ no }) => no);
        expect(bestRows(rowsOf(rows, limit), Uint32Array.from(ranks), wanted)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
  it("gives some of them by their numbers", () => {
    const some = Uint32Array.of(2);
    expect(listed(rowsOf(EXAMPLE).only(some))).toEqual([LISTED[1]]);
  });
});
