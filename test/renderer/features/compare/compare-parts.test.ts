import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { piecesOf } from "../../../../renderer/components/explain/pieces.ts";
import {
  chanceSentence,
  relationSentence,
} from "../../../../renderer/features/compare/model/measures.ts";

describe("words", () => {
  const names = { left: "jaguar", right: "car" };

  it("names containment and disjoint pairs", () => {
    expect(relationSentence("left-in-right", names)).toBe("jaguar is wholly within car.");
    expect(relationSentence("disjoint", names)).toContain("share no cell");
  });

  it("sets an overlap against chance", () => {
    const chance = { mean: 6.7, p999: 36 };
    expect(chanceSentence(71, chance)).toContain("far beyond chance");
    expect(chanceSentence(20, chance)).toContain("possible by chance");
    expect(chanceSentence(7, chance)).toContain("no more than chance");
  });
});

describe("credited words", () => {
  const credit = (start: number, end: number, cells: number) => ({
    word: "",
    start,
    end,
    cells,
    near: [],
    literal: false,
  });

  it("shades the strongest word most", () => {
    const pieces = piecesOf("prices rise", [credit(0, 6, 8), credit(7, 11, 2)]);
    expect(pieces.map(({ words, share }) => [words, share])).toEqual([
      ["prices", 1],
      [" ", 0],
      ["rise", 0.25],
    ]);
  });

  it("keeps every character of the text in order", () => {
    const spans = fc.array(fc.tuple(fc.nat(30), fc.nat(10), fc.nat(5)));
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), spans, (text, given) => {
        const credits = given.map(([start, length, cells]) => credit(start, start + length, cells));
        const joined = piecesOf(text, credits).map(({ words }) => words);
        expect(joined.join("")).toBe(text);
      }),
    );
  });
});
