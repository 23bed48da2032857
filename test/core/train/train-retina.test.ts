import { describe, expect, it } from "vitest";
import { ApiError } from "../../../core/errors.ts";
import { faultOf } from "../../../core/retina/retina-data.ts";
import { writeRetina } from "../../../core/retina/write-retina.ts";
import { parseWordNet } from "../../../core/train/lexicon/wordnet.ts";
import { DEFAULT_OPTIONS, type TrainOptions } from "../../../core/train/options.ts";
import type { TrainProgress } from "../../../core/train/run/progress.ts";
import { READING_SCALE, type Teacher } from "../../../core/train/teacher/teacher.ts";
import {
  type TrainedRetina,
  type TrainInput,
  trainRetina,
} from "../../../core/train/train-retina.ts";
import { tinyWordNet } from "../../support/tiny-lexicon.ts";
import {
  InlineRunner,
  MemoryScratch,
  sourceOf,
  topicRecords,
  topicWords,
} from "../../support/train-support.ts";

const options: TrainOptions = {
  ...DEFAULT_OPTIONS,
  name: "topics",
  language: "Nonsense",
  dimensions: 16,
  sentences: 500,
};

function trainingOf(changes: Partial<TrainInput> = {}) {
  return trainRetina({
    records: sourceOf(topicRecords(400)),
    options,
    runner: new InlineRunner(),
    scratch: new MemoryScratch(),
    signal: { aborted: false },
    onProgress: () => {},
    now: () => 0,
    skippedRecords: () => 0,
    ...changes,
  });
}

/** One training without changes, shared by the tests that only look at it. */
let shared: Promise<TrainedRetina> | undefined;
function plain(): Promise<TrainedRetina> {
  shared ??= trainingOf();
  return shared;
}

function overlap(a: Uint16Array, b: Uint16Array): number {
  const set = new Set(a);
  return b.reduce((count, position) => count + (set.has(position) ? 1 : 0), 0);
}

/** Knows that the topics 0 and 3, 1 and 2, 4 and 7, 5 and 6 are alike, which no text tells. */
const pairingTeacher: Teacher = {
  card: { teacher: "pairs" },
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
  it("makes data that keep every rule of a retina, and words of a topic share more than others", async () => {
    const { data } = await plain();
    expect(faultOf(data)).toBe("");
    const idOf = new Map(data.terms.map((term, id) => [term, id]));
    const codeOf = (word: string) => {
      const id = idOf.get(word) ?? -1;
      return data.positions.subarray(data.offsets[id]!, data.offsets[id + 1]!);
    };
    const mean = (pairs: [string, string][]) =>
      pairs.reduce((sum, [a, b]) => sum + overlap(codeOf(a), codeOf(b)), 0) / pairs.length;
    const [first, second] = [topicWords(1).slice(0, 10), topicWords(2).slice(0, 10)];
    const within = first.flatMap((a, i) => first.slice(0, i).map((b): [string, string] => [a, b]));
    const between = first.flatMap((a) => second.map((b): [string, string] => [a, b]));
    expect(mean(within)).toBeGreaterThan(3 * mean(between));
    expect(data.card.quality["neighbour lift"]).toBeGreaterThan(2);
  }, 120_000);

  it("gives the same bytes however the work is shared out", async () => {
    const bytes = async (training: Promise<TrainedRetina>) =>
      Buffer.from(writeRetina((await training).data)).toString("base64");
    const shuffled = trainingOf({ runner: new InlineRunner(5) });
    expect(await bytes(shuffled)).toBe(await bytes(plain()));
  }, 240_000);

  it("learns from a teacher what the texts do not tell", async () => {
    const seen: string[] = [];
    const { data, vectors } = await trainingOf({
      teachers: [pairingTeacher],
      runner: new InlineRunner(4),
      onProgress: ({ phase }) => seen.push(phase),
    });
    const own = await plain();
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
    expect(data.weights).toHaveLength(data.terms.length);
    expect(data.card.options).toMatchObject({ teacher: "pairs", sentences: 500, taught: 70 });
    expect(seen).toContain("teacher: sentences");
    expect(own.data.weights).toBeUndefined();
    expect(own.data.naming).toHaveLength(own.data.terms.length);
    expect(seen).not.toContain("weights");
    expect(own.data.card.options).not.toHaveProperty("taught");
  }, 240_000);

  it("learns from two teachers, from each by its share", async () => {
    // The second knows only that topics of one half are alike, whatever the first says.
    const halves: Teacher = {
      card: { teacher: "halves" },
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
    const { data, vectors } = await trainingOf({
      teachers: [pairingTeacher, halves],
      options: { ...options, taught: [10, 80] },
      runner: new InlineRunner(4),
    });
    expect(data.card.options).toMatchObject({ teacher: "pairs", taught: 10, sentences: 500 });
    expect(data.card.options).toMatchObject({ teacher2: "halves", taught2: 80 });
    expect(data.weights).toHaveLength(data.terms.length);
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
      await trainingOf({ lexicon: { lexicon, card } }),
      await plain(),
    ];
    expect(faultOf(data)).toBe("");
    const codeOf = ({ terms, offsets, positions }: typeof data, term: string) => {
      const id = terms.indexOf(term);
      return positions.slice(offsets[id]!, offsets[id + 1]!);
    };
    expect(overlap(codeOf(data, a), codeOf(data, b))).toBeGreaterThan(
      2 * overlap(codeOf(before, a), codeOf(before, b)),
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

  it("reports rising progress and ends soon after it is cancelled", async () => {
    const seen: TrainProgress[] = [];
    let aborted = false;
    const signal = {
      get aborted() {
        return aborted;
      },
    };
    const onProgress = (progress: TrainProgress) => {
      seen.push(progress);
      if (progress.phase === "vectors") aborted = true;
    };
    await expect(trainingOf({ signal, onProgress })).rejects.toMatchObject({ code: "cancelled" });
    const fractions = seen.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(seen.some(({ phase }) => phase === "map")).toBe(false);
  }, 60_000);

  it("refuses a corpus without words and one that is too small, with the reason", async () => {
    const refusal = (texts: string[]) =>
      trainingOf({ records: sourceOf(texts.map((text) => ({ title: "", text }))) }).catch(
        (cause: unknown) => ApiError.toData(cause),
      );
    expect(await refusal(["12 34", "..."])).toMatchObject({ code: "bad-corpus" });
    expect(await refusal([])).toMatchObject({ code: "bad-corpus" });
    expect(await refusal(["one owl sees one owl", "an owl"])).toMatchObject({
      code: "bad-corpus",
      details: { words: 7, needed: 200 },
    });
  });
});
