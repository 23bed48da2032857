import { describe, expect, it } from "vitest";
import {
  type Case,
  fittingCases,
  heapOf,
  normalShareBelow,
  possibleScatters,
  restOf,
  shareAbove,
} from "../../../core/analysis/fitting-cases.ts";
import {
  type Evidence,
  predictQuality,
  sampledShare,
} from "../../../core/analysis/predict-quality.ts";
import { seededRandom } from "../../support/seeded-random.ts";

/** 20 of 100 texts score round 0.36, as the examples do, the others round 0.04. */
const CLEAR: Evidence = {
  belonging: [0.34, 0.35, 0.36, 0.37, 0.38],
  others: [],
  background: [
    ...Array.from({ length: 80 }, (_, i) => 0.03 + i * 0.0002),
    ...Array.from({ length: 20 }, (_, i) => 0.34 + i * 0.002),
  ],
  isOwn: true,
  share: 0.2,
};

/** Two heaps that overlap. */
function mixed(seed: number, texts = 300): Evidence {
  const random = seededRandom(seed);
  const near = (mean: number, spread: number) =>
    Math.max(0, mean + spread * (random.next() + random.next() + random.next() - 1.5)) ** 2;
  const share = 0.1 + 0.4 * random.next();
  return {
    belonging: Array.from({ length: 2 + random.below(10) }, () => near(0.45, 0.12)),
    others: Array.from({ length: random.below(5) }, () => near(0.3, 0.12)),
    background: Array.from({ length: texts }, (_, i) =>
      i < share * texts ? near(0.45, 0.12) : near(0.3, 0.12),
    ),
    isOwn: true,
    share,
  };
}

/** Enough scores of the same kind that how high they lie is known. */
const many = (seed: number) => mixed(seed, 4000).background.slice(0, 100);

describe("the normal distribution", () => {
  it("agrees with the table in every textbook", () => {
    for (const [z, below] of [
      [0, 0.5],
      [1, 0.841345],
      [1.645, 0.950015],
      [-2, 0.02275],
    ] as const)
      expect(normalShareBelow(z)).toBeCloseTo(below, 5);
  });
});

describe("possible distributions of scores", () => {
  it("lie closer together the more scores there are", () => {
    const width = (count: number) => {
      const roots = Array.from({ length: count }, (_, i) => 0.5 + 0.05 * (i % 2 === 0 ? 1 : -1));
      const shares = possibleScatters(roots).map((scatter) => shareAbove(scatter, 0.5));
      return Math.max(...shares) - Math.min(...shares);
    };
    expect(width(4)).toBeGreaterThan(width(16));
    expect(width(16)).toBeGreaterThan(width(64));
  });
});

describe("a heap of scores without a part of it", () => {
  it("is that of the other scores", () => {
    const random = seededRandom(11);
    for (const [inPart, others] of [
      [1, 4],
      [30, 70],
      [80, 20],
    ] as const) {
      const part = Array.from({ length: inPart }, () => 0.5 + 0.3 * random.next());
      const rest = Array.from({ length: others }, () => 0.1 + 0.3 * random.next());
      const share = inPart / (inPart + others);
      const left = restOf(heapOf([...part, ...rest]), heapOf(part), share);
      expect(left.mean).toBeCloseTo(heapOf(rest).mean, 9);
      expect(left.spread).toBeCloseTo(heapOf(rest).spread, 9);
    }
  });
});

describe("the cases that fit a collection", () => {
  const roots = CLEAR.background.map(Math.sqrt);
  /** Scatters from far below the heap of what belongs to far above it. */
  const possible = Array.from({ length: 101 }, (_, i) => ({
    scatter: { mean: 0.3 + i * 0.005, spread: 0.02 },
    share: 0.2,
  }));
  const middleOf = (cases: readonly Case[]) =>
    cases.map(({ scatter }) => scatter.mean).sort((a, b) => a - b)[cases.length >> 1]!;

  it("lie where the scores of the collection have their upper heap", () => {
    expect(middleOf(fittingCases(possible, roots))).toBeGreaterThan(0.57);
    expect(middleOf(fittingCases(possible, roots))).toBeLessThan(0.66);
  });

  it("expect a filter to be neither perfect nor useless where the scores do not tell", () => {
    const plain = Array.from({ length: 300 }, (_, i) => 0.2 + 0.4 * normalShareBelow(i / 50 - 3));
    const line = plain.toSorted((a, b) => b - a)[60]!;
    const hits = fittingCases(possible, plain).map(({ scatter }) => shareAbove(scatter, line));
    const mean = hits.reduce((sum, each) => sum + each, 0) / hits.length;
    expect(mean).toBeGreaterThan(0.5);
    expect(mean).toBeLessThan(0.95);
  });
});

describe("the prediction of a filter's quality", () => {
  it("draws the line in the gap where there is one, and expects nearly everything right", () => {
    const { threshold, precision, recall, f1, low, high } = predictQuality(CLEAR);
    expect(threshold).toBeGreaterThan(0.046);
    expect(threshold).toBeLessThan(0.34);
    expect(precision).toBeGreaterThan(0.9);
    expect(recall).toBeGreaterThan(0.9);
    expect(low).toBeLessThanOrEqual(f1);
    expect(high).toBeGreaterThanOrEqual(f1);
  });

  it("suggests the line of which the most is to be expected", () => {
    for (let seed = 1; seed <= 8; seed++)
      for (const isOwn of [true, false]) {
        const { f1, lines } = predictQuality({ ...mixed(seed), isOwn });
        expect(f1).toBeGreaterThanOrEqual(Math.max(...lines.map((line) => line.f1)) - 1e-12);
      }
  });

  it("holds the count of the background at every line, raised by the luck of the best one", () => {
    for (let seed = 1; seed <= 8; seed++) {
      const evidence = mixed(seed);
      const predicted = predictQuality(evidence);
      const raised = [predicted, ...predicted.lines].flatMap((line) => {
        const { threshold, precision, recall, f1 } = line;
        const root = Math.sqrt(threshold);
        const taken = evidence.background.filter((score) => Math.sqrt(score) >= root).length;
        if (f1 > 0) expect(f1).toBeCloseTo((2 * precision * recall) / (precision + recall), 9);
        expect(predicted.f1).toBeGreaterThanOrEqual(f1 - 1e-12);
        const all = taken / evidence.background.length;
        // Where nearly all is taken in, it cannot be raised.
        return all < 0.5 && all > 0 ? [(recall * predicted.share) / (precision * all)] : [];
      });
      expect(Math.min(...raised)).toBeGreaterThanOrEqual(1 - 1e-9);
      expect(Math.max(...raised) - Math.min(...raised)).toBeLessThan(1e-9);
    }
  });

  it("promises on average what new texts of the same kind then show", () => {
    const off = Array.from({ length: 60 }, (_, i) => {
      const seen = mixed(i + 1, 200);
      const { threshold, f1 } = predictQuality({ ...seen, belonging: many(i + 1) });
      const texts = mixed(i + 1, 20_000).background;
      const belonging = Math.floor(seen.share! * 20_000);
      const over = (part: readonly number[]) => part.filter((score) => score >= threshold).length;
      const hits = over(texts.slice(0, Math.ceil(seen.share! * 20_000)));
      return f1 - (2 * hits) / (over(texts) + belonging);
    });
    expect(Math.abs(off.reduce((sum, each) => sum + each, 0) / off.length)).toBeLessThan(0.02);
  });

  it("is wider, and draws no other line, where the share was counted on fewer labels", () => {
    const width = (shareLabels: number | undefined) => {
      const { shareLow, shareHigh } = predictQuality({ ...mixed(3), shareLabels });
      return shareHigh - shareLow;
    };
    expect(width(undefined)).toBeCloseTo(0, 12);
    expect(width(20)).toBeGreaterThan(width(500));
  });

  it("says where the share comes from", () => {
    const { share: _, ...unknown } = mixed(5);
    expect(predictQuality(mixed(5)).shareFrom).toBe("given");
    expect(predictQuality({ ...mixed(5), shareLabels: 40 }).shareFrom).toBe("sample");
    expect(predictQuality(unknown).shareFrom).toBe("estimate");
  });

  it("takes examples of what does not belong into account from two on", () => {
    const shipped = { ...mixed(6), isOwn: false };
    const withOthers = (...others: number[]) => predictQuality({ ...shipped, others });
    expect(withOthers(0.9)).toEqual(withOthers());
    expect(withOthers(0.9, 0.8).lines).not.toEqual(withOthers().lines);
  });

  it("stays within bounds for any share, and where all texts score the same", () => {
    for (const share of [0, 1, 0.5])
      for (const background of [mixed(7).background, [0.2, 0.2, 0.2], [0]]) {
        const predicted = predictQuality({ ...mixed(7), background, share });
        for (const value of [
          predicted.precision,
          predicted.recall,
          predicted.f1,
          predicted.low,
          predicted.high,
        ]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-9);
        }
      }
  });
});

describe("a share that is not sure", () => {
  it("is moved towards what the scores say, the more the fewer labels it was counted on", () => {
    const moved = (shareLabels: number) =>
      predictQuality({ ...CLEAR, share: 0.3, shareLabels }).share;
    expect(moved(10)).toBeLessThan(moved(200));
    expect(moved(200)).toBeLessThan(0.3);
    expect(moved(10)).toBeGreaterThan(0.15);
  });

  it("is half a text where no label said that one belongs", () => {
    expect(sampledShare(0, 40).value).toBe(0.0125);
  });
});
