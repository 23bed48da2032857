import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { piecesOf } from "../../../../renderer/components/explain/pieces.ts";
import {
  bulkInput,
  duplicatesOf,
  pairCount,
} from "../../../../renderer/features/compare/model/bulk-items.ts";
import {
  clusteredOrder,
  matrixOf,
} from "../../../../renderer/features/compare/model/matrix-order.ts";
import {
  chanceSentence,
  relationSentence,
} from "../../../../renderer/features/compare/model/measures.ts";

const metrics = (cosineSimilarity: number) => ({
  cosineSimilarity,
  euclideanDistance: 0,
  jaccardDistance: 0,
  overlappingAll: 0,
  overlappingLeftRight: 0,
  overlappingRightLeft: 0,
  sizeLeft: 1,
  sizeRight: 1,
  weightedScoring: 0,
});
const pair = (left: number, right: number, cosine: number) => ({
  left,
  right,
  metrics: metrics(cosine),
  error: null,
});

describe("many items", () => {
  const row = (line: number, item: string, other = "") => ({ line, values: { item, other } });

  it("makes a term of few words and a text of many, and keeps the lines", () => {
    const { items, pairs } = bulkInput("a file", [
      row(2, "new york city"),
      row(3, "the bank raised its rates"),
    ]);
    expect(items.map(({ source }) => source)).toEqual([
      { term: "new york city" },
      { text: "the bank raised its rates" },
    ]);
    expect(items.map(({ line }) => line)).toEqual([2, 3]);
    expect(pairs).toEqual([]);
  });

  it("pairs what stands side by side", () => {
    const input = bulkInput("pairs", [row(1, "cat", "dog"), row(2, "sun", "moon")]);
    expect(input.pairs).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect([pairCount(input, "listed"), pairCount(input, "all")]).toEqual([2, 6]);
    expect(pairCount(input, "one-to-many")).toBe(3);
  });

  it("finds repeated items whatever their case", () => {
    const { items } = bulkInput("x", [row(1, "Cat"), row(2, "dog"), row(3, "cat")]);
    expect(duplicatesOf(items)).toEqual([[1, 3]]);
  });
});

describe("the matrix", () => {
  it("puts like items side by side", () => {
    const rows = [
      pair(0, 1, 0.1),
      pair(0, 2, 0.9),
      pair(1, 2, 0.2),
      pair(1, 3, 0.8),
      pair(0, 3, 0),
    ];
    const order = clusteredOrder(matrixOf(4, rows));
    expect(Math.abs(order.indexOf(0) - order.indexOf(2))).toBe(1);
    expect(Math.abs(order.indexOf(1) - order.indexOf(3))).toBe(1);
  });

  it("orders every item exactly once, whatever is missing", () => {
    const some = fc.array(
      fc.tuple(fc.nat(7), fc.nat(7), fc.double({ min: 0, max: 1, noNaN: true })),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), some, (size, cells) => {
        const rows = cells
          .filter(([left, right]) => left < size && right < size)
          .map(([left, right, cosine]) => pair(left, right, cosine));
        const order = clusteredOrder(matrixOf(size, rows));
        expect([...order].sort((a, b) => a - b)).toEqual([...Array(size).keys()]);
      }),
    );
  });
});

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
