import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateQuality } from "../../../../core/collection/analyses/labels.ts";
import {
  heatWithout,
  liftBeyondChance,
  liftOver,
} from "../../../../core/collection/analyses/lift.ts";
import {
  correctForMany,
  findDifferences,
  twoSided,
  wilson,
} from "../../../../core/collection/analyses/statistics.ts";
import { compareWords, WordCounts } from "../../../../core/collection/analyses/word-counts.ts";
import { seededRandom } from "../../../../core/kernel/seeded-random.ts";

describe("intervals and chances", () => {
  it("agree with the tables", () => {
    // R: binom::binom.wilson(8, 10)
    expect(wilson(8, 10).low).toBeCloseTo(0.4901625, 6);
    expect(wilson(8, 10).high).toBeCloseTo(0.9433178, 6);
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
    expect(twoSided(1.959964)).toBeCloseTo(0.05, 6);
    expect(twoSided(-3)).toBeCloseTo(0.0026998, 6);
    expect(twoSided(0)).toBeCloseTo(1, 6);
  });
  it("corrects as the definition of Benjamini and Hochberg says", () => {
    expect(correctForMany([0.01, 0.04, 0.03, 0.5])).toEqual([0.04, 0.16 / 3, 0.16 / 3, 0.5]);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
        (chances) => {
          const sorted = [...chances].sort((a, b) => a - b);
          const obvious = chances.map((chance) =>
            Math.min(
              1,
              ...sorted.flatMap((other, k) =>
                other >= chance ? [(other * sorted.length) / (k + 1)] : [],
              ),
            ),
          );
          correctForMany(chances).forEach((value, i) => {
            expect(value).toBeCloseTo(obvious[i]!, 12);
          });
        },
      ),
    );
  });
});

describe("differences", () => {
  it("tell which part has more, and how sure that is", () => {
    const [more, same, rare] = findDifferences(
      [
        { inA: 80, inB: 20 },
        { inA: 50, inB: 50 },
        { inA: 1, inB: 0 },
      ],
      { a: 100, b: 100 },
    );
    expect(more!.effect).toBeGreaterThan(2);
    expect(more!.low).toBeGreaterThan(0);
    expect(more!.q).toBeLessThan(1e-6);
    expect(same!.effect).toBeCloseTo(0, 12);
    expect(same!.q).toBe(1);
    expect(rare!.low).toBeLessThan(0);
    expect(rare!.q).toBeGreaterThan(0.5);
  });
  it("turn round when the parts are exchanged", () => {
    const count = fc.nat(50);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(count, count), { minLength: 1 }),
        count,
        count,
        (pairs, a, b) => {
          const rows = { a: 50 + a, b: 50 + b };
          const there = findDifferences(
            pairs.map(([inA, inB]) => ({ inA, inB })),
            rows,
          );
          const back = findDifferences(
            pairs.map(([inB, inA]) => ({ inA, inB })),
            { a: rows.b, b: rows.a },
          );
          there.forEach(({ effect, low, high, q }, i) => {
            expect(effect).toBeCloseTo(-back[i]!.effect, 9);
            expect(low).toBeCloseTo(-back[i]!.high, 9);
            expect(high).toBeCloseTo(-back[i]!.low, 9);
            expect(q).toBeCloseTo(back[i]!.q, 9);
          });
        },
      ),
    );
  });
  it("find nothing in what differs by chance alone", () => {
    const random = seededRandom(7);
    const draw = (rows: number, share: number) =>
      Array.from({ length: rows }, random).filter((number) => number < share).length;
    const counts = Array.from({ length: 400 }, (_, i) => ({
      inA: draw(300, (i % 20) / 40),
      inB: draw(200, (i % 20) / 40),
    }));
    const found = findDifferences(counts, { a: 300, b: 200 }).filter(({ q }) => q <= 0.05);
    expect(found.length).toBeLessThanOrEqual(2);
  });
  it("name the words of a part", () => {
    const a = new WordCounts();
    const b = new WordCounts();
    for (let i = 0; i < 30; i++) {
      a.add(`the tariff ${i}`);
      b.add(`the war ${i}`);
    }
    const words = compareWords(a, b).map(({ word }) => word);
    expect(words[0]).toBe("tariff");
    expect(words.at(-1)).toBe("war");
    expect(words).not.toContain("7");
  });
});

describe("what stands out", () => {
  /** How many of so many rows have each of 2,000 cells, each by chance. */
  const byChance = (rows: number, random: () => number) =>
    Float64Array.from({ length: 2000 }, (_, cell) => {
      let count = 0;
      for (let row = 0; row < rows; row++) if (random() < 0.01 + (cell % 20) / 200) count++;
      return count;
    });

  it("is hardly anything in rows that chance took, and a cell that is different", () => {
    const random = seededRandom(5);
    const a = { counts: byChance(300, random), rows: 300 };
    const b = { counts: byChance(700, random), rows: 700 };
    expect(liftBeyondChance(a, b).filter((lift) => lift !== 1).length).toBeLessThan(3);
    expect([...liftOver(a, b)].filter((lift) => lift > 4 / 3).length).toBeGreaterThan(100);
    a.counts[7] = 200;
    expect(liftBeyondChance(a, b)[7]).toBeGreaterThan(2);
  });

  it("is what the differences of two parts are, corrected for all cells", () => {
    const random = seededRandom(6);
    const a = { counts: byChance(200, random), rows: 200 };
    const b = { counts: byChance(200, random), rows: 200 };
    for (let cell = 0; cell < 60; cell++) a.counts[cell] = Math.min(200, a.counts[cell]! + cell);
    const differences = findDifferences(
      Array.from(a.counts, (inA, cell) => ({ inA, inB: b.counts[cell]! })),
      { a: 200, b: 200 },
    );
    const marked = (lift: number) => lift !== 1;
    expect([...liftBeyondChance(a, b)].map(marked)).toEqual(
      differences.map(({ q }, cell) => q <= 0.05 && liftOver(a, b)[cell] !== 1),
    );
  });
});

describe("lift", () => {
  it("is how many times as frequent a cell is", () => {
    const lift = liftOver(
      { counts: [500, 0, 100], rows: 1000 },
      { counts: [1000, 1000, 1000], rows: 10_000 },
    );
    expect(lift[0]).toBeCloseTo(5, 1);
    expect(lift[1]).toBeLessThan(0.02);
    expect(lift[2]).toBeCloseTo(1, 2);
    expect([...liftOver({ counts: [3], rows: 0 }, { counts: [3], rows: 9 })]).toEqual([1]);
  });
  it("is over what is left", () => {
    expect(heatWithout({ counts: [5, 3], rows: 9 }, { counts: [5, 1], rows: 6 })).toEqual({
      counts: Uint32Array.from([0, 2]),
      rows: 3,
    });
  });
});

describe("an audit", () => {
  it("estimates precision and recall of the whole collection", () => {
    const { precision, recall } = estimateQuality(
      { rows: 1000, audited: 100, belongs: 80 },
      { rows: 9000, audited: 100, belongs: 2 },
    );
    expect(precision.value).toBe(0.8);
    expect(recall.value).toBeCloseTo(800 / 980, 12);
    expect(recall.low).toBeLessThan(recall.value);
    expect(recall.high).toBeGreaterThan(recall.value);
  });
  it("holds the truth in about 95 of 100 cases", () => {
    const random = seededRandom(3);
    let held = 0;
    for (let round = 0; round < 300; round++) {
      const draw = (share: number) =>
        Array.from({ length: 100 }, random).filter((x) => x < share).length;
      const { precision, recall } = estimateQuality(
        { rows: 500, audited: 100, belongs: draw(0.7) },
        { rows: 4500, audited: 100, belongs: draw(0.03) },
      );
      const truth = 350 / (350 + 135);
      if (
        precision.low <= 0.7 &&
        precision.high >= 0.7 &&
        recall.low <= truth &&
        recall.high >= truth
      )
        held++;
    }
    expect(held).toBeGreaterThan(270);
  });
});
