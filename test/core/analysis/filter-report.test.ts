import { beforeAll, describe, expect, it } from "vitest";
import type { Engine, Model } from "../../../core/analysis/engine.ts";
import type { Examples } from "../../../core/analysis/filter-examples.ts";
import { filterReport } from "../../../core/analysis/filter-report.ts";
import { similarity } from "../../../core/analysis/score-texts.ts";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
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
async function instrumented(
  positive: readonly string[],
  negative: readonly string[],
  of: Pick<Examples, "share" | "background"> = {},
) {
  const made: { without: string[]; positions: Uint16Array }[] = [];
  const spied: TextEngine = {
    ...text,
    prepareFilter(yes, no, unlabelled) {
      const prepared = text.prepareFilter(yes, no, unlabelled);
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
  const engine = { language: () => language, model: () => model } as unknown as Engine;
  const report = await filterReport(
    engine,
    { asked: {}, signal: NEVER_CANCELLED },
    { positive, negative, ...of },
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

/** 64 texts, half of them on fruit. */
const background = ["apple", "banana", "pear", "fruit"].flatMap((fruit, i) =>
  ["tree", "sweet", "eat", "city", "new", "wild", "big", "green"].flatMap((word) => [
    `${fruit} ${word}`,
    `${["car", "engine", "music", "song"][i]} ${word}`,
  ]),
);

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
      const again = text.createFilter("anew", rest, others).positions;
      expect([...(filter?.positions ?? [])]).toEqual([...again]);
      expect(leftOutScore).toBeCloseTo(similarity(text.fingerprint(own), again), 12);
    }
  });

  it("gives a grade from five a side on, never before", async () => {
    const four = await instrumented(FRUIT, OTHERS, { background });
    expect(four.report.band).toBeNull();
    const five = await instrumented([...FRUIT, "a pear"], [...OTHERS, "new york"], { background });
    expect(five.report.band).not.toBeNull();
  });

  it("grades by the low end of the range, however good its middle looks", async () => {
    const reports = await Promise.all(
      [0.05, 0.3, 0.6].map((share) =>
        instrumented([...FRUIT, "a pear"], [...OTHERS, "new york"], { background, share }),
      ),
    );
    for (const { report } of reports) {
      const { low, high } = report.predicted!;
      expect(high).toBeGreaterThan(low);
      const least = { poor: 0, fair: 0.5, good: 0.75, excellent: 0.9 }[report.band!];
      const next = { poor: 0.5, fair: 0.75, good: 0.9, excellent: 1.01 }[report.band!];
      expect(low).toBeGreaterThanOrEqual(least);
      expect(low).toBeLessThan(next);
    }
  });

  it("draws the line in the gap where the sides are apart, at the guideline with one side alone", async () => {
    const { report } = await instrumented(FRUIT, OTHERS);
    const scores = (side: string) =>
      report.examples.filter((each) => each.side === side).map((each) => each.leftOutScore ?? 0);
    const [highest, lowest] = [Math.max(...scores("negative")), Math.min(...scores("positive"))];
    expect(highest).toBeLessThan(lowest);
    expect(report.threshold.suggested).toBeGreaterThan(highest);
    expect(report.threshold.suggested).toBeLessThan(lowest);
    expect(report.threshold.basis).toBe("examples");
    const alone = await instrumented(FRUIT, []);
    expect(alone.report.threshold).toEqual({
      suggested: 0.3,
      low: 0.3,
      high: 0.3,
      basis: "examples",
    });
  });
});

describe("the expected quality", () => {
  it("is counted on texts that the filter has not learned from", async () => {
    const { report } = await instrumented(FRUIT, OTHERS, { background, share: 0.5 });
    expect(report.predicted?.background).toEqual({ texts: 32, learned: 32 });
    expect(report.threshold.basis).toBe("background");
  });

  it("is missing without texts to count on, and with one positive example", async () => {
    expect((await instrumented(FRUIT, OTHERS)).report.predicted).toBeNull();
    const one = await instrumented(FRUIT.slice(0, 1), OTHERS, { background });
    expect(one.report.predicted).toBeNull();
    expect(one.report.band).toBeNull();
    expect(one.report.threshold.suggested).toBeGreaterThan(0);
  });
});
