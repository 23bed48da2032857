import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  keyOfText,
  lanesOf,
  MOST_JUDGED,
  poolOf,
} from "../../../../renderer/model/filters/feed-lanes.ts";

const anyCandidates = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 })
  .map((scores) => scores.map((score, index) => ({ index, text: `text ${index}`, score })));

describe("the lanes of texts to decide on", () => {
  it("hold each text once, on the right side of the threshold", () => {
    fc.assert(
      fc.property(anyCandidates, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (all, line) => {
        const lanes = lanesOf(all, line);
        const found = [...lanes.in, ...lanes.unsure, ...lanes.out].map(({ index }) => index);
        expect(found.toSorted((a, b) => a - b)).toEqual(all.map(({ index }) => index));
        expect(lanes.in.every(({ score }) => score >= line)).toBe(true);
        expect(lanes.out.every(({ score }) => score < line)).toBe(true);
        for (const { score } of lanes.unsure)
          for (const { score: sure } of score >= line ? lanes.in : lanes.out)
            expect(Math.abs(score - line)).toBeLessThanOrEqual(Math.abs(sure - line));
      }),
    );
  });

  it("begin with the surest, and with the one nearest to the threshold", () => {
    const all = [0.9, 0.02, 0.31, 0.6, 0.29, 0.05, 0.3].map((score, index) => ({
      index,
      text: "",
      score,
    }));
    const scores = (lane: "in" | "unsure" | "out") => lanesOf(all, 0.3)[lane].map((c) => c.score);
    expect(scores("in")).toEqual([0.9, 0.6]);
    expect(scores("unsure")).toEqual([0.3, 0.31, 0.29]);
    expect(scores("out")).toEqual([0.02, 0.05]);
  });
});

describe("the texts that are judged", () => {
  const lines = (texts: readonly string[]) => texts.map((text, line) => ({ line, text }));

  it("are those nobody has decided on, each once", () => {
    const texts = lines(["Bread", "", "cheese", " bread ", "BREAD", "milk"]);
    expect(poolOf(texts, new Set([keyOfText("Cheese")]))).toEqual([0, 5]);
  });

  it("are spread over the whole of a large file", () => {
    const pool = poolOf(lines(Array.from({ length: 10_000 }, (_, i) => `text ${i}`)), new Set());
    expect(pool.length).toBe(MOST_JUDGED);
    expect(pool[0]).toBe(0);
    expect(pool.at(-1)).toBe(9995);
    expect(new Set(pool).size).toBe(MOST_JUDGED);
  });

  it("are told apart by a key that no two of 200,000 share", () => {
    const keys = new Set<string>();
    for (let i = 0; i < 200_000; i++) keys.add(keyOfText(`a text numbered ${i}`));
    expect(keys.size).toBe(200_000);
  });
});
