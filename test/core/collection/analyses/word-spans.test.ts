import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cellsOfSpans,
  changeOf,
  spansOf,
} from "../../../../core/collection/analyses/word-spans.ts";
import { seededRandom } from "../../../support/seeded-random.ts";

const cells = (first: number, count = 4) =>
  Uint16Array.from({ length: count }, (_, i) => first + i);

describe("parts of the time", () => {
  const repeated = (period: string, count: number) => Array<string>(count).fill(period);

  it("have about equally many lines, and never cut a period", () => {
    const periods = [...repeated("1990", 30), ...repeated("1980", 25), ...repeated("2000", 45)];
    expect(
      spansOf([null, ...periods]).map(({ from, until, lines }) => [from, until, lines.length]),
    ).toEqual([
      ["1980", "1990", 25],
      ["1990", "2000", 30],
      ["2000", null, 45],
    ]);
  });
  it("are none where the lines do not fill two, and hold each dated line once", () => {
    expect(spansOf(repeated("1990", 100))).toEqual([]);
    expect(spansOf([...repeated("1990", 20), ...repeated("1991", 19)])).toEqual([]);
    const period = fc.option(fc.integer({ min: 1990, max: 1999 }).map(String));
    fc.assert(
      fc.property(fc.array(period, { maxLength: 200 }), (periods) => {
        const spans = spansOf(periods);
        expect([0, 2, 3, 4]).toContain(spans.length);
        for (const { from, until, lines } of spans) {
          expect(lines.length).toBeGreaterThanOrEqual(20);
          for (const line of lines) {
            const own = periods[line]!;
            expect(own >= from && (until === null || own < until)).toBe(true);
          }
        }
        const dated = periods.filter((own) => own !== null).length;
        if (spans.length > 0) expect(new Set(spans.flatMap(({ lines }) => lines)).size).toBe(dated);
      }),
    );
  });
});

describe("the change between two sets of lines", () => {
  it("is 0 for lines that are all alike, and 1 for lines that share nothing", () => {
    const same = [cells(0), cells(0), cells(0)];
    const other = [cells(100), cells(100), cells(100)];
    expect(changeOf(same, same)).toMatchObject({
      value: expect.closeTo(0),
      low: expect.closeTo(0),
    });
    expect(changeOf(same, other)).toMatchObject({
      value: expect.closeTo(1),
      high: expect.closeTo(1),
    });
  });
  it("is unknown where no two lines share a cell, or a set has one line", () => {
    expect(changeOf([cells(0), cells(10)], [cells(0), cells(0)])).toBeNull();
    expect(changeOf([cells(0)], [cells(0), cells(0)])).toBeNull();
    expect(changeOf([], [cells(0), cells(0)])).toBeNull();
  });
  it("is what pairs of lines give one by one", () => {
    const line = fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 6 });
    const set = fc.array(
      line.map((own) => Uint16Array.from([...own, 20]).sort()),
      { minLength: 3, maxLength: 8 },
    );
    fc.assert(
      fc.property(set, set, (a, b) => {
        const { value, high } = changeOf(a, b)!;
        expect(value).toBeCloseTo(slowChange(a, b), 9);
        const left = (lines: Uint16Array[], of: (rest: Uint16Array[]) => number) => {
          const values = lines.map((_, i) => of(lines.toSpliced(i, 1)));
          const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
          const spread = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
          return (spread * (values.length - 1)) / values.length;
        };
        const variance =
          left(a, (rest) => slowChange(rest, b)) + left(b, (rest) => slowChange(a, rest));
        expect(high - value).toBeCloseTo(1.96 * Math.sqrt(variance), 3);
      }),
    );
  });
  it("holds 0 in its interval for shuffles of one kind of lines, and not where half of the lines are of another kind", () => {
    const random = seededRandom(7);
    const draw = () => Uint16Array.from(random.distinct(30, 300));
    const other = () => draw().map((cell) => cell + 250);
    const lines = (kinds: readonly (() => Uint16Array)[]) =>
      Array.from({ length: 60 }, (_, i) => kinds[i % kinds.length]!());
    let held = 0;
    let found = 0;
    for (let round = 0; round < 100; round++) {
      const { low, high } = changeOf(lines([draw]), lines([draw]))!;
      if (low <= 0 && high >= 0) held++;
      if (changeOf(lines([draw]), lines([draw, other]))!.low > 0) found++;
    }
    expect(held).toBeGreaterThanOrEqual(95);
    expect(found).toBeGreaterThanOrEqual(95);
  });
});

/** By every pair of lines. */
function slowChange(a: readonly Uint16Array[], b: readonly Uint16Array[]): number {
  const cosine = (x: Uint16Array, y: Uint16Array) =>
    x.filter((cell) => y.includes(cell)).length / Math.sqrt(x.length * y.length);
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const within = (lines: readonly Uint16Array[]) =>
    mean(lines.flatMap((x, i) => lines.flatMap((y, j) => (i === j ? [] : cosine(x, y)))));
  const between = mean(a.flatMap((x) => b.map((y) => cosine(x, y))));
  return 1 - between / Math.sqrt(within(a) * within(b));
}

it("the cells of a part are those that its lines have more often than the other parts", () => {
  const spans = [
    { from: "1", until: "2", lines: [0, 1] },
    { from: "2", until: null, lines: [2] },
  ];
  const lines = [cells(0, 3), cells(1, 3), cells(2, 3)];
  // Shares: 0: ½ and 0; 1: 1 and 0; 2: 1 and 1; 3: ½ and 1; 4: 0 and 1.
  expect(cellsOfSpans(spans, lines)).toEqual([Uint16Array.of(0, 1), Uint16Array.of(3, 4)]);
});
