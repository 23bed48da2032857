import { beforeAll, describe, expect, it } from "vitest";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import type { Engine, Model } from "../../../core/handlers/engine.ts";
import { filterReport } from "../../../core/handlers/filter-report.ts";
import { similarity } from "../../../core/handlers/score-texts.ts";
import { createTextEngine } from "../../../core/text/engine.ts";
import { openTagger } from "../../../core/text/tagger.ts";
import type { TextEngine } from "../../../core/text/types.ts";
import { textRetina } from "../text/text-retina.ts";

const retina = textRetina();
let text: TextEngine;
beforeAll(async () => {
  text = createTextEngine(retina, { tagger: await openTagger() });
});

const language = {
  language: "English",
  isoTag: "en",
  wikiUrl: null,
  confidence: "low",
  runnerUp: null,
} as const;

/** A report on the real engine, with every set of examples that a filter was made of. */
async function instrumented(positive: readonly string[], negative: readonly string[]) {
  const made: { without: string[]; positions: Uint16Array }[] = [];
  const spied: TextEngine = {
    ...text,
    prepareFilter(yes, no) {
      const prepared = text.prepareFilter(yes, no);
      return {
        without(leftYes, leftNo) {
          const positions = prepared.without(leftYes, leftNo);
          const gone = [...leftYes].map((i) => yes[i]!).concat([...leftNo].map((i) => no[i]!));
          made.push({ without: gone, positions });
          return positions;
        },
      };
    },
  };
  const model: Model = { retina, text: spied };
  const engine = { language: () => language } as unknown as Engine;
  const report = await filterReport(
    engine,
    { model, signal: NEVER_CANCELLED },
    { positive, negative, influence: true },
  );
  return { report, made };
}

const FRUIT = [
  "a sweet apple and a banana",
  "a pear tree with fruit",
  "eat the banana and the apple",
  "apple pear banana",
];
const COPY = "a sweet apple, and a banana!";
const OTHERS = ["a fast car engine", "the river bank", "a song for guitar", "computer language"];

describe("leaving out each example", () => {
  it("scores it by a filter made of all texts but it and its near copies", async () => {
    const positive = [...FRUIT, COPY];
    const { report, made } = await instrumented(positive, OTHERS);
    for (const { side, index, leftOutScore } of report.examples) {
      const own = (side === "positive" ? positive : OTHERS)[index]!;
      const gone = own === FRUIT[0] || own === COPY ? [FRUIT[0]!, COPY] : [own];
      const filter = made.find(
        ({ without }) => without.toSorted().join("|") === gone.toSorted().join("|"),
      );
      const rest = positive.filter((each) => !gone.includes(each));
      const others = OTHERS.filter((each) => !gone.includes(each));
      const anew = text.createFilter("anew", rest, others).positions;
      expect([...(filter?.positions ?? [])]).toEqual([...anew]);
      expect(leftOutScore).toBeCloseTo(similarity(text.fingerprint(own), anew), 12);
    }
  });

  it("gives a grade from five a side on, never before", async () => {
    const four = await instrumented(FRUIT, OTHERS);
    expect(four.report.band).toBeNull();
    expect(four.report.leaveOneOut).not.toBeNull();
    const five = await instrumented([...FRUIT, "a pear"], [...OTHERS, "new york"]);
    expect(five.report.band).not.toBeNull();
  });

  it("draws the line in the gap where the sides are apart, with made-up texts where one is missing", async () => {
    const { report } = await instrumented(FRUIT, OTHERS);
    const scores = (side: string) =>
      report.examples.filter((each) => each.side === side).map((each) => each.leftOutScore ?? 0);
    const [highest, lowest] = [Math.max(...scores("negative")), Math.min(...scores("positive"))];
    expect(highest).toBeLessThan(lowest);
    expect(report.threshold.suggested).toBeGreaterThan(highest);
    expect(report.threshold.suggested).toBeLessThan(lowest);
    const alone = await instrumented(FRUIT, []);
    expect(alone.report.threshold.basis).toBe("stand-ins");
    expect(alone.report.standIns).toHaveLength(100);
    expect(alone.report.threshold.suggested).toBeGreaterThan(0);
  });
});

describe("the influence of an example", () => {
  it("is less than nothing for one that does not fit, and more for one that does", async () => {
    const { report } = await instrumented([...FRUIT, "a car engine and a wheel"], OTHERS);
    const influence = report.examples.map((each) => each.influence ?? Number.NaN);
    expect(influence[4]).toBeLessThan(0);
    expect(influence[4]).toBe(Math.min(...influence));
    expect(Math.max(...influence.slice(0, 4))).toBeGreaterThan(0);
  });

  it("is what scoring the others anew by filters that do not know them gives", async () => {
    const { report } = await instrumented(FRUIT, OTHERS);
    const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;
    const apart = (gone: readonly string[]) => {
      const side = (own: readonly string[]) =>
        mean(
          own
            .filter((each) => each !== FRUIT[1])
            .map((each) => {
              const left = [...gone, each];
              const filter = text.createFilter(
                "",
                FRUIT.filter((other) => !left.includes(other)),
                OTHERS.filter((other) => !left.includes(other)),
              );
              return similarity(text.fingerprint(each), filter.positions);
            }),
        );
      return side(FRUIT) - side(OTHERS);
    };
    expect(report.examples[1]?.influence).toBeCloseTo(apart([]) - apart([FRUIT[1]!]), 12);
  });

  it("is not measured with fewer than three that belong", async () => {
    const { report } = await instrumented(FRUIT.slice(0, 2), OTHERS);
    expect(report.examples.every(({ influence }) => influence === null)).toBe(true);
  });
});
