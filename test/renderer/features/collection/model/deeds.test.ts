import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Deed,
  nextNo,
  turnsBetween,
  withDeed,
} from "../../../../../renderer/features/collection/model/deeds.ts";

const deed = (no: number): Deed => ({
  no,
  collection: "c",
  kind: "labels",
  filter: "war",
  marks: [{ id: `r${no}`, was: null, now: true }],
});
const list = (count: number) => {
  let deeds: readonly Deed[] = [];
  for (let i = 0; i < count; i++) deeds = withDeed(deeds, deed(nextNo(deeds)));
  return deeds;
};
const told = (before: readonly Deed[], after: readonly Deed[]) =>
  turnsBetween(before, after).map(({ deed: { no }, isBack }) => (isBack ? -no : no));

describe("deeds", () => {
  it("are taken back from the latest, and done again in order", () => {
    expect(told(list(4), list(2))).toEqual([-4, -3]);
    expect(told(list(2), list(4))).toEqual([3, 4]);
    expect(told(list(1), list(0))).toEqual([-1]);
    expect(told(list(3), list(3))).toEqual([]);
  });

  it("stay done when they fall off the beginning, and come back with undo", () => {
    const full = list(60);
    const more = withDeed(full, deed(nextNo(full)));
    expect(more).toHaveLength(60);
    expect(told(full, more)).toEqual([61]);
    expect(told(more, full)).toEqual([-61]);
  });

  it("leave what following any steps would leave", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 75 }), { maxLength: 8 }), (lengths) => {
        const done = new Set<number>();
        let at: readonly Deed[] = [];
        for (const length of lengths) {
          // Undo and redo go one step at a time.
          const step = at.length === 0 ? 1 : Math.sign(length - at.at(-1)!.no);
          for (let no = at.at(-1)?.no ?? 0; step !== 0 && no !== length; no += step) {
            const next = list(no + step);
            for (const { deed: each, isBack } of turnsBetween(at, next))
              isBack ? done.delete(each.no) : done.add(each.no);
            at = next;
          }
          expect([...done].sort((a, b) => a - b)).toEqual(
            Array.from({ length: at.at(-1)?.no ?? 0 }, (_, i) => i + 1),
          );
        }
      }),
    );
  });
});
