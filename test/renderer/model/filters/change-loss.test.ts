import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropsTooMuch, lossOf } from "../../../../renderer/model/filters/change-loss.ts";

const row = (index: number, decisions: string[], score = 0.5) => ({
  index,
  scores: [score, 0],
  decisions,
  margin: 0.1,
});

describe("what a change of a filter loses", () => {
  it("is told by what was found and no longer is, the highest score first", () => {
    const texts = ["a", "b", "c", "d", "e"];
    const rows = [
      row(0, ["before"], 0.3),
      row(1, ["before", "after"]),
      row(2, ["before"], 0.9),
      row(3, ["after"]),
      row(4, []),
    ];
    expect(lossOf(rows, texts)).toEqual({ found: 3, kept: 2, lost: ["c", "a"], of: 5 });
  });

  it("is too much from more than half of the hits on, and never of a few", () => {
    const loss = (found: number, lost: number) => ({
      found,
      kept: found - lost,
      lost: Array.from({ length: lost }, String),
      of: 100,
    });
    expect(dropsTooMuch(loss(66, 33))).toBe(false);
    expect(dropsTooMuch(loss(66, 34))).toBe(true);
    expect(dropsTooMuch(loss(3, 3))).toBe(false);
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (lost, more) => {
        const found = lost + more;
        expect(dropsTooMuch(loss(found, lost))).toBe(found > 3 && lost > found / 2);
      }),
    );
  });
});
