import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Model } from "../../../core/analysis/engine.ts";
import { findCopies } from "../../../core/analysis/near-copies.ts";
import { scoreTexts } from "../../../core/analysis/score-texts.ts";
import { bestThreshold, type Scored, spread } from "../../../core/analysis/threshold.ts";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { canonical } from "../../../core/kernel/canonical.ts";
import { withoutNoise } from "../../../core/text/noise.ts";
import { anyCharacter } from "../../support/any-character.ts";

const scoredList = fc.array(
  fc.record({ score: fc.integer({ min: 0, max: 99 }).map((n) => n / 100), belongs: fc.boolean() }),
  { minLength: 1, maxLength: 40 },
);

/** Share of wrong decisions, both sides weighing the same. */
function loss(scored: readonly Scored[], threshold: number): number {
  const side = (belongs: boolean) => {
    const own = scored.filter((item) => item.belongs === belongs);
    const wrong = own.filter((item) => item.score >= threshold !== belongs);
    return own.length === 0 ? 0 : wrong.length / own.length;
  };
  return side(true) + side(false);
}

describe("the suggested threshold", () => {
  it("lies in the middle of the gap between the sides", () => {
    const scored = [
      { score: 0.1, belongs: false },
      { score: 0.2, belongs: false },
      { score: 0.6, belongs: true },
      { score: 0.9, belongs: true },
    ];
    expect(bestThreshold(scored)).toBeCloseTo(0.4);
  });

  it("makes no more mistakes than any other", () => {
    fc.assert(
      fc.property(scoredList, (scored) => {
        const candidates = [0, 1, ...scored.flatMap(({ score }) => [score, score + 0.005])];
        const least = Math.min(...candidates.map((threshold) => loss(scored, threshold)));
        expect(loss(scored, bestThreshold(scored))).toBeCloseTo(least, 9);
      }),
    );
  });

  it("comes with a spread around it that is the same every time", () => {
    const scored = Array.from({ length: 30 }, (_, i) => ({ score: i / 30, belongs: i % 7 > 2 }));
    const [low, high] = spread(scored, bestThreshold);
    expect(low).toBeLessThanOrEqual(high);
    expect(spread(scored, bestThreshold)).toEqual([low, high]);
  });
});

describe("a score exactly at the threshold", () => {
  it("belongs", () => {
    const model = { text: { fingerprint: () => Uint16Array.of(0, 1, 2, 3) } } as unknown as Model;
    const positions = Array.from({ length: 16 }, (_, cell) => cell);
    const filters = [0.49, 0.5, 0.51].map((threshold) => ({
      name: `${threshold}`,
      positions,
      threshold,
    }));
    const [row] = scoreTexts([model], { filters, texts: ["any"], own: model }, NEVER_CANCELLED);
    expect(row?.scores).toEqual([0.5, 0.5, 0.5]);
    expect(row?.decisions).toEqual(["0.49", "0.5"]);
  });
});

/** Each text with every one before it. */
function obviousCopies(texts: readonly string[]) {
  const normal = texts.map((text) => canonical(text).toLowerCase().replace(/\s+/g, " ").trim());
  const words = texts.map((text) => {
    const plain = canonical(withoutNoise(text)).toLowerCase();
    return new Set(plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  });
  const isAlike = (a: number, b: number) => {
    const shared = [...words[a]!].filter((word) => words[b]!.has(word)).length;
    const both = words[a]!.size + words[b]!.size - shared;
    return normal[a] === normal[b] || (both > 0 && shared / both >= 0.8);
  };
  const near: number[] = [];
  for (const i of texts.keys()) {
    const first = texts.findIndex((_, other) => isAlike(i, other));
    near.push(first === i ? i : near[first]!);
  }
  return { exact: normal.map((text) => normal.indexOf(text)), near };
}

describe("repeated texts", () => {
  it("are exact but for case and spaces, or nearly so", () => {
    const texts = ["An apple a day", "an  APPLE a day ", "a day: an apple", "something else"];
    expect(findCopies(texts)).toEqual({ exact: [0, 0, 2, 3], near: [0, 0, 0, 3] });
    expect(findCopies(["Café au lait", "cafe\u0301 au lait"]).exact).toEqual([0, 0]);
    expect(findCopies(["RT @someone: good bread", "<p>Good bread</p>"]).near).toEqual([0, 0]);
    // Words with other vowel signs are other words.
    expect(findCopies(["की", "को"]).near).toEqual([0, 1]);
  });

  it("are those that comparing all with all finds", () => {
    const word = fc.oneof(
      fc.constantFrom(
        ..."abcdefghij",
        "É",
        "e\u0301",
        "क्षि",
        "x".repeat(120),
        `${"x".repeat(119)}y`,
      ),
      fc.string({ unit: anyCharacter, maxLength: 2 }),
    );
    const text = fc.array(word, { maxLength: 14 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 16 }), (texts) => {
        expect(findCopies(texts)).toEqual(obviousCopies(texts));
      }),
    );
  });

  it("are grouped when few of many words differ", () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const copy = [...words.slice(0, 57), "one", "two", "three"];
    const other = words.map((word, i) => (i % 2 === 0 ? word : `other${i}`));
    const { near } = findCopies([words, copy, other].map((list) => list.join(" ")));
    expect(near).toEqual([0, 0, 2]);
  });

  it("stay apart when they are empty or have no words", () => {
    expect(findCopies(["", " ", "!!", "??"])).toEqual({ exact: [0, 0, 2, 3], near: [0, 0, 2, 3] });
  });
});
