import { beforeEach, describe, expect, it, vi } from "vitest";
import { CELLS } from "../../../core/kernel/grid.ts";
import { faultOf } from "../../../core/retina/retina-data.ts";
import { parseWordNet } from "../../../core/train/lexicon/wordnet.ts";
import type { Taught } from "../../../core/train/teacher/teach.ts";
import { READING_SCALE, type Teacher } from "../../../core/train/teacher/teacher.ts";
import type { TrainedRetina } from "../../../core/train/train-retina.ts";
import { tinyWordNet } from "../../support/tiny-lexicon.ts";
import {
  InlineRunner,
  overlap,
  TOPIC_OPTIONS,
  topicWords,
  trainTopics,
} from "../../support/train-support.ts";

/** Vectors and weights are there before the map, whose layout takes nine seconds of each training's ten: these maps have no order. */
vi.mock("../../../core/train/map/lay-out-map.ts", async (original) => ({
  ...(await original<typeof import("../../../core/train/map/lay-out-map.ts")>()),
  layOutMap: () => undefined,
}));
vi.mock("../../../core/train/map/choose-anchors.ts", async (original) => ({
  ...(await original<typeof import("../../../core/train/map/choose-anchors.ts")>()),
  chooseAnchors: () => Int32Array.from({ length: CELLS }, (_, cell) => cell),
}));

/** What was learned of each teacher, in turn, and of which terms. */
const lessons: { readonly names: readonly string[]; readonly taught: Taught }[] = [];
vi.mock("../../../core/train/teacher/teach.ts", async (original) => {
  const real = await original<typeof import("../../../core/train/teacher/teach.ts")>();
  const { teach } = real;
  return {
    ...real,
    teach: async (...given: Parameters<typeof teach>) => {
      const taught = await teach(...given);
      lessons.push({ names: given[1].terms.names, taught });
      return taught;
    },
  };
});
beforeEach(() => {
  lessons.length = 0;
});

/** From the texts alone; what is learned from others is held against it. */
let fromTexts: Promise<TrainedRetina> | undefined;
function untaught(): Promise<TrainedRetina> {
  fromTexts ??= trainTopics();
  return fromTexts;
}

/** Each term beside the byte that the first teacher gave it; the retina has them in another order. */
function expectFirstWeights({ terms, weights }: TrainedRetina["data"]): void {
  const [{ names, taught } = { names: [], taught: undefined }] = lessons;
  const learned = new Map(names.map((name, row) => [name, taught?.weights[row]]));
  expect(new Set(learned.values()).size).toBeGreaterThan(1);
  expect([...(weights ?? [])]).toEqual(terms.map((term) => learned.get(term)));
}

/** Knows that the topics 0 and 3, 1 and 2, 4 and 7, 5 and 6 are alike, which no text tells. */
const pairingTeacher: Teacher = {
  card: { teacher: "pairs" },
  wholes: async (texts) => new Uint8Array(texts.length).fill(1),
  read: async (texts) => {
    const topicOf = new Map(
      Array.from({ length: 8 }, (_, topic) =>
        topicWords(topic).map((word) => [word, topic] as const),
      ).flat(),
    );
    const rows = texts.map((text) => {
      const row = [0, 0, 0, 0, 1];
      for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
        const topic = topicOf.get(word);
        if (topic !== undefined)
          row[topic < 4 ? Math.min(topic, 3 - topic) : 2 + Math.min(topic - 4, 7 - topic)]! += 1;
      }
      const length = Math.hypot(...row);
      return row.map((value) => Math.round((value / length) * READING_SCALE));
    });
    return { dimensions: 5, values: Int16Array.from(rows.flat()) };
  },
};

describe("training a retina", () => {
  it("learns from a teacher what the texts do not tell", async () => {
    const seen: string[] = [];
    const { data, vectors } = await trainTopics({
      teachers: [pairingTeacher],
      runner: new InlineRunner(4),
      onProgress: ({ phase }) => seen.push(phase),
    });
    const own = await untaught();
    expect(faultOf(data)).toBe("");
    const likeness = (of: TrainedRetina, [a, b]: readonly [number, number]) => {
      const row = (topic: number) => {
        const id = of.data.terms.indexOf(topicWords(topic)[0]!);
        return [...of.vectors.values.slice(id * of.vectors.dimensions)].slice(
          0,
          of.vectors.dimensions,
        );
      };
      return row(a).reduce((sum, value, i) => sum + value * row(b)[i]!, 0);
    };
    expect(likeness(own, [1, 2])).toBeLessThan(0.2);
    const taught = { data, vectors, seconds: own.seconds };
    expect(likeness(taught, [1, 2])).toBeGreaterThan(0.5);
    expect(likeness(taught, [1, 5])).toBeLessThan(0.1);
    expect(lessons).toHaveLength(1);
    expectFirstWeights(data);
    expect(data.card.options).toMatchObject({ teacher: "pairs", sentences: 500, taught: 70 });
    expect(seen).toContain("teacher: sentences");
    expect(own.data.weights).toBeUndefined();
    expect(own.data.naming).toHaveLength(own.data.terms.length);
    expect(seen).not.toContain("term weights");
    expect(own.data.card.options).not.toHaveProperty("taught");
  }, 240_000);

  it("learns from two teachers, from each by its share", async () => {
    // The second knows only that topics of one half are alike, whatever the first says.
    const halves: Teacher = {
      card: { teacher: "halves" },
      wholes: pairingTeacher.wholes,
      read: async (texts, watch) => {
        const { dimensions, values } = await pairingTeacher.read(texts, watch);
        const rows = texts.map((_, i) => {
          const [a, b, c, d] = values.subarray(i * dimensions, (i + 1) * dimensions);
          const row = [a! + b!, c! + d!, 1];
          const length = Math.hypot(...row);
          return row.map((value) => Math.round((value / length) * READING_SCALE));
        });
        return { dimensions: 3, values: Int16Array.from(rows.flat()) };
      },
    };
    const { data, vectors } = await trainTopics({
      teachers: [pairingTeacher, halves],
      options: { ...TOPIC_OPTIONS, taught: [10, 80] },
      runner: new InlineRunner(4),
    });
    expect(data.card.options).toMatchObject({ teacher: "pairs", taught: 10, sentences: 500 });
    expect(data.card.options).toMatchObject({ teacher2: "halves", taught2: 80 });
    expect(lessons).toHaveLength(2);
    expectFirstWeights(data);
    const row = (topic: number) => {
      const at = data.terms.indexOf(topicWords(topic)[0]!) * vectors.dimensions;
      return vectors.values.subarray(at, at + vectors.dimensions);
    };
    const likeness = (a: number, b: number) =>
      row(a).reduce((sum, value, i) => sum + value * row(b)[i]!, 0);
    // One half, which the first teacher denies; then a pair of the first and of one half; then neither.
    expect(likeness(0, 1)).toBeGreaterThan(0.6);
    expect(likeness(0, 3)).toBeGreaterThan(likeness(0, 1) + 0.05);
    expect(likeness(0, 4)).toBeLessThan(0.2);
  }, 240_000);

  it("draws words of like meaning together, and gives words that the corpus lacks the cells of their relatives", async () => {
    const [a, b, c] = [topicWords(0)[0]!, topicWords(1)[0]!, topicWords(2)[0]!];
    const lexicon = parseWordNet(
      tinyWordNet([
        { part: "n", words: [a, b], count: 3 },
        { part: "n", words: ["unheard", c], count: 1 },
        { part: "n", words: ["unheard of"], count: 1 },
      ]),
    );
    const card = { lexicon: "a tiny one" };
    const [{ data }, { data: before }] = [
      await trainTopics({ lexicon: { lexicon, card } }),
      await untaught(),
    ];
    expect(faultOf(data)).toBe("");
    const codeOf = ({ terms, offsets, positions }: typeof data, term: string) => {
      const id = terms.indexOf(term);
      return positions.slice(offsets[id]!, offsets[id + 1]!);
    };
    // Without order two subjects may share nothing at all: it has to be more than chance gives, too.
    const chance = (codeOf(data, a).length * codeOf(data, b).length) / CELLS;
    expect(overlap(codeOf(data, a), codeOf(data, b))).toBeGreaterThan(
      2 * Math.max(chance, overlap(codeOf(before, a), codeOf(before, b))),
    );
    expect(data.terms).toHaveLength(before.terms.length + 1);
    expect(data.terms.at(-1)).toBe("unheard");
    expect([data.occurrences.at(-1), data.documentCounts.at(-1), data.posBits.at(-1)]).toEqual([
      0, 0, 1,
    ]);
    expect(codeOf(data, "unheard")).toEqual(codeOf(data, c));
    expect(data.card.options).toMatchObject({ lexicon: "a tiny one", unmetTerms: 1 });
    expect(data.card.counts.terms).toBe(data.terms.length);
  });
});
