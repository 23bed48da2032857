import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceLabels } from "../../../../../renderer/features/filters/model/chance-labels.ts";

const row = (id: string, belongs?: boolean) => ({
  id,
  labels: belongs === undefined ? [] : [{ filter: "trade", belongs }],
});
const ids = Array.from({ length: 50 }, (_, n) => `row ${n}`);

describe("labels of rows taken by chance", () => {
  it("count up to the first row without one, in an order that has nothing to do with the rows", () => {
    const { next } = chanceLabels(
      ids.map((id) => row(id)),
      "trade",
      7,
    );
    expect(new Set(next)).toEqual(new Set(ids));
    expect(next).not.toEqual(ids);
    const [first, second, third, fourth] = next;
    const marks = new Map([
      [first, true],
      [second, false],
      [fourth, true],
    ]);
    const found = chanceLabels(
      ids.map((id) => row(id, marks.get(id))),
      "trade",
      7,
    );
    expect(found).toMatchObject({ labelled: 2, belongs: 1 });
    expect(found.next[0]).toBe(third);
  });

  it("are the same ones however many rows the sample has", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ids, { minLength: 1 }), (some) => {
        const all = chanceLabels(
          ids.map((id) => row(id)),
          "trade",
          7,
        ).next;
        const part = chanceLabels(
          some.map((id) => row(id)),
          "trade",
          7,
        ).next;
        expect(part).toEqual(all.filter((id) => some.includes(id)));
      }),
    );
  });

  it("of another category do not count", () => {
    const rows = ids.map((id) => row(id, true));
    expect(chanceLabels(rows, "other", 7).labelled).toBe(0);
    expect(chanceLabels(rows, "trade", 7)).toMatchObject({ labelled: 50, belongs: 50, next: [] });
  });
});
