import { describe, expect, it } from "vitest";
import type { Model } from "../../../../core/analysis/engine.ts";
import { writtenPositions } from "../../../../core/collection/analyses/analyses.ts";

const TERMS = ["jaguar", "car", "crude oil", "war", "peace"];
const model = {
  retina: {
    name: "toy",
    idOf: (term: string) => TERMS.indexOf(term),
    positions: (id: number) => Uint16Array.of(id, 100),
    spellings: () => [],
  },
  // A text's fingerprint is its length.
  text: { fingerprint: (text: string) => Uint16Array.of(1000 + text.length) },
} as unknown as Model;
const like = (written: string) => [...writtenPositions(model, written)];

describe("what rows should be like", () => {
  it("is a term, an expression, or any text", () => {
    expect(like("jaguar")).toEqual([0, 100]);
    expect(like(" crude oil ")).toEqual([2, 100]);
    expect(like("jaguar - car")).toEqual([0]);
    expect(like('text:"ab"')).toEqual([1002]);
    for (const text of [
      "oil prices rise in the Gulf",
      "apple pie, with cream.",
      "unheard",
      "don't",
    ])
      expect(like(text)).toEqual([1000 + text.length]);
  });

  it("is a text in another language, or a term of the map's own", () => {
    const text = { fingerprint: (written: string) => Uint16Array.of(2000 + written.length) };
    const reader = { ...model, text } as unknown as Model;
    expect([...writtenPositions(model, "unheard", reader)]).toEqual([2007]);
    expect([...writtenPositions(model, "jaguar", reader)]).toEqual([0, 100]);
  });

  it("refuses an expression with an unknown word, and nothing", () => {
    expect(() => like("jaguar - caar")).toThrow("caar");
    expect(() => like("  ")).toThrow("“like” is empty");
  });
});
