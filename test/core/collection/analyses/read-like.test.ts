import { describe, expect, it } from "vitest";
import type { Model } from "../../../../core/analysis/engine.ts";
import { writtenPositions } from "../../../../core/collection/analyses/analyses.ts";

const TERMS = ["jaguar", "car", "crude oil", "war", "peace"];
const model = {
  retina: {
    name: "toy",
    card: { options: {} },
    idOf: (term: string) => TERMS.indexOf(term),
    positions: (id: number) => Uint16Array.of(id, 100),
    spellings: () => [],
  },
  // A text's fingerprint is its length.
  text: { fingerprint: (text: string) => Uint16Array.of(1000 + text.length) },
} as unknown as Model;
const like = async (written: string) => [...(await writtenPositions(model, written))];

describe("what rows should be like", () => {
  it("is a term, an expression, or any text", async () => {
    expect(await like("jaguar")).toEqual([0, 100]);
    expect(await like(" crude oil ")).toEqual([2, 100]);
    expect(await like("jaguar - car")).toEqual([0]);
    expect(await like('text:"ab"')).toEqual([1002]);
    for (const text of [
      "oil prices rise in the Gulf",
      "apple pie, with cream.",
      "unheard",
      "don't",
    ])
      expect(await like(text)).toEqual([1000 + text.length]);
  });

  it("is a text in another language, or a term of the map's own", async () => {
    const text = { fingerprint: (written: string) => Uint16Array.of(2000 + written.length) };
    const reader = { ...model, text } as unknown as Model;
    expect([...(await writtenPositions(model, "unheard", reader))]).toEqual([2007]);
    expect([...(await writtenPositions(model, "jaguar", reader))]).toEqual([0, 100]);
  });

  it("refuses an expression with an unknown word, and nothing", async () => {
    await expect(like("jaguar - caar")).rejects.toThrow("caar");
    await expect(like("  ")).rejects.toThrow("“like” is empty");
  });
});
