import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Engine } from "../../../../core/analysis/engine.ts";
import { similarity } from "../../../../core/analysis/score-texts.ts";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { CollectionAnalyses } from "../../../../core/collection/analyses/analyses.ts";
import {
  farthest,
  interleave,
  sharesOf,
} from "../../../../core/collection/analyses/label-queue.ts";
import { LabelAnalyses } from "../../../../core/collection/analyses/labels.ts";
import { wilson } from "../../../../core/collection/analyses/statistics.ts";
import { closeness } from "../../../../core/collection/port/cells.ts";
import type { Unlabelled } from "../../../../core/text/side-learner.ts";
import { seededRandom } from "../../../support/seeded-random.ts";
import { ObviousStore } from "../port/obvious-store.ts";

const cells = (...list: number[]) => Uint16Array.from(list).sort();

/** What a filter was to be made of. */
let prepared: {
  positive: readonly string[];
  negative: readonly string[];
  among: Unlabelled;
} | null;
const engine = {
  names: ["toy"],
  model: () => ({
    retina: { name: "toy", checksum: "00" },
    text: {
      prepareFilter: (positive: string[], negative: string[], among: Unlabelled) => {
        prepared = { positive, negative, among };
        return { without: () => cells(7) };
      },
    },
  }),
} as unknown as Engine;

let store: ObviousStore;
let labels: LabelAnalyses;
beforeEach(async () => {
  store = new ObviousStore();
  labels = new LabelAnalyses(new CollectionAnalyses(store, engine));
  const retina = { name: "toy", checksum: "00" };
  const created = "2024-01-01T00:00:00.000Z";
  await store.create({ name: "news", retina, columns: [], roles: {}, created });
  // Row i has the cells 0 to i, so against the cells 0 to 99 its score grows with i.
  const rows = Array.from({ length: 100 }, (_, i) => ({
    id: `r${String(i).padStart(2, "0")}`,
    text: `text ${i}`,
    values: [],
    cells: cells(...Array.from({ length: i + 1 }, (_, cell) => cell)),
  }));
  await store.open("news").put(rows);
  await store.open("news").score({ name: "oil", positions: rows[99]!.cells });
});
/** The score of row i: sqrt((i + 1) / 100). */
const LINE = 0.7;
/** Rows 48 to 99. */
const OVER = 52;

describe("learning from labels", () => {
  const label = (count: number, belongs: boolean, from = 0) =>
    store.open("news").label(
      "oil",
      Array.from({ length: count }, (_, i) => ({
        id: `r${String(from + i).padStart(2, "0")}`,
        belongs,
      })),
    );

  it("is done among the rows without a label", async () => {
    await label(2, true);
    await label(3, false, 10);
    const learned = await labels.learn("news", { filter: "oil", share: 0.3 }, NEVER_CANCELLED);
    expect(learned).toMatchObject({ positions: cells(7), belong: 2, not: 3, unlabelled: 48 });
    expect(prepared?.positive).toEqual(["text 0", "text 1"]);
    expect(prepared?.negative).toEqual(["text 10", "text 11", "text 12"]);
    expect(prepared?.among.share).toBe(0.3);
    // Row i has i + 1 cells.
    const rows = prepared?.among.prints.map(({ length }) => length - 1).sort((a, b) => a - b);
    const open = Array.from({ length: 100 }, (_, i) => i);
    expect(rows).toHaveLength(48);
    expect(open.filter((i) => i > 1 && (i < 10 || i > 12))).toEqual(expect.arrayContaining(rows!));
  });

  it("is done from the labels alone where few rows have none, and not without one that belongs", async () => {
    await label(82, false);
    await expect(labels.learn("news", { filter: "oil" }, NEVER_CANCELLED)).rejects.toMatchObject({
      code: "bad-input",
    });
    await label(1, true, 99);
    expect(await labels.learn("news", { filter: "oil" }, NEVER_CANCELLED)).toMatchObject({
      belong: 1,
      not: 82,
      unlabelled: 0,
    });
    expect(prepared?.among.prints).toEqual([]);
  });
});

describe("the threshold of a filter made from few labels", () => {
  it("accepts about as many rows as match, though the labelled rows score far higher", async () => {
    const random = seededRandom(7);
    const draw = (from: number, to: number, count: number) =>
      Array.from({ length: count }, () => from + random.below(to - from));
    // One row in twenty has a third of its cells from the topic, the others from anywhere.
    const isOf = (i: number) => i % 20 === 0;
    const printOf = (i: number) =>
      cells(
        ...new Set(isOf(i) ? [...draw(0, 400, 30), ...draw(0, 16_384, 60)] : draw(0, 16_384, 90)),
      );
    const retina = { name: "toy", checksum: "00", reader: { name: "toy", checksum: "01" } };
    const created = "2024-01-01T00:00:00.000Z";
    await store.create({ name: "short", retina, columns: [], roles: {}, created });
    const rows = Array.from({ length: 2000 }, (_, i) => ({
      id: `r${i}`,
      text: `row ${i} with words of its own ${i}`,
      values: [],
      cells: printOf(i),
    }));
    const short = store.open("short");
    await short.put(rows);
    const marks = [0, 20, 40].map((i) => ({ id: `r${i}`, belongs: true }));
    const others = [1, 2, 3, 4, 5].map((i) => ({ id: `r${i}`, belongs: false }));
    await short.label("topic", [...marks, ...others]);
    const { positions, threshold } = await labels.learn(
      "short",
      { filter: "topic" },
      NEVER_CANCELLED,
    );
    const over = rows.filter((row) => similarity(row.cells, positions) >= threshold.suggested);
    expect(over.length).toBeGreaterThan(50);
    expect(over.length).toBeLessThan(200);
    // What parts the labelled rows best accepts hardly any other.
    const labelled = marks.map(({ id }) => rows.find((row) => row.id === id)!);
    const least = Math.min(...labelled.map((row) => similarity(row.cells, positions)));
    expect(rows.filter((row) => similarity(row.cells, positions) >= least).length).toBeLessThan(20);
  });
});

describe("the queue of labels", () => {
  it("has rows near the line, rows unlike labelled ones, and rows of chance", async () => {
    await store.open("news").label("oil", [{ id: "r99", belongs: true }]);
    const { rows, unlabelled } = await labels.queue(
      "news",
      {},
      { filter: "oil", line: LINE },
      { limit: 20, seed: 1 },
    );
    expect(unlabelled).toBe(99);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(20);
    const of = (reason: string) =>
      rows.filter(({ why }) => why === reason).map(({ id }) => Number(id.slice(1)));
    expect([of("random").length, of("unsure").length, of("far").length]).toEqual([4, 10, 6]);
    for (const i of of("unsure")) expect(Math.abs(i - 48)).toBeLessThan(8);
    // Row 0 shares one cell with the only labelled row, which is less than any other does.
    expect([...of("far"), ...of("random")]).toContain(0);
    expect(rows.slice(0, 5).some(({ why }) => why === "far")).toBe(true);
  });

  it("does without a score, never offers a labelled row, and ends when all are labelled", async () => {
    const target = { filter: "gas" };
    const first = await labels.queue("news", {}, target, { limit: 10, seed: 1 });
    expect(first.rows.map(({ why }) => why).sort()[0]).toBe("far");
    expect(first.rows.some(({ why }) => why === "unsure")).toBe(false);
    await store.open("news").label(
      "gas",
      first.rows.map(({ id }) => ({ id, belongs: true })),
    );
    const next = await labels.queue("news", {}, target, { limit: 10, seed: 1 });
    const before = new Set(first.rows.map(({ id }) => id));
    expect(next.rows.filter(({ id }) => before.has(id))).toEqual([]);
    const all = Array.from({ length: 100 }, (_, i) => `r${String(i).padStart(2, "0")}`);
    await store.open("news").label(
      "gas",
      all.map((id) => ({ id, belongs: false })),
    );
    expect(await labels.queue("news", {}, target, { limit: 10, seed: 1 })).toEqual({
      unlabelled: 0,
      rows: [],
    });
  });

  it("picks the farthest as the slow way does", () => {
    const set = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(set, { maxLength: 8 }), fc.array(set, { maxLength: 4 }), (a, b) => {
        const candidates = a.map((list) => cells(...list));
        const known = b.map((list) => cells(...list)).filter((own) => own.length > 0);
        const picked = farthest(candidates, known, candidates.length);
        expect(picked.length).toBe(candidates.filter((own) => own.length > 0).length);
        const near = (i: number, others: Uint16Array[]) =>
          Math.max(
            0,
            ...others.map((other) => {
              const shared = other.filter((cell) => candidates[i]!.includes(cell)).length;
              return closeness(shared, other.length, candidates[i]!.length);
            }),
          );
        picked.forEach((i, at) => {
          const sofar = [...known, ...picked.slice(0, at).map((p) => candidates[p]!)];
          const least = Math.min(...picked.slice(at).map((p) => near(p, sofar)));
          expect(near(i, sofar)).toBe(least);
        });
      }),
    );
  });

  it("mixes its lists so that any beginning has a share of each", () => {
    expect(interleave([["a", "b", "c", "d"], ["1", "2"], []])).toEqual([
      "a",
      "1",
      "b",
      "c",
      "2",
      "d",
    ]);
    expect(sharesOf(20, true)).toEqual({ random: 4, unsure: 10, far: 6 });
    expect(sharesOf(1, true)).toEqual({ random: 1, unsure: 0, far: 0 });
  });
});

describe("an audit", () => {
  const audit = (own: object = {}) =>
    labels.audit(
      "news",
      {},
      { filter: "oil", line: LINE },
      { rows: 10, seed: 3, limit: 20, ...own },
    );
  /** What is true of a row: those from 40 on belong. */
  const truth = (id: string) => ({ id, belongs: Number(id.slice(1)) >= 40 });

  it("counts labels of its sample only, in the order of chance", async () => {
    const empty = await audit();
    expect(empty.over).toEqual({ rows: OVER, audited: 0, belongs: 0 });
    expect(empty.under).toEqual({ rows: 100 - OVER, audited: 0, belongs: 0 });
    expect([empty.sampled, empty.next.length]).toEqual([20, 20]);
    // A label in the middle of the sample does not count until those before it have one.
    const over = empty.next.filter(({ id }) => Number(id.slice(1)) >= 48).map(({ id }) => id);
    await store.open("news").label("oil", [truth(over[4]!)]);
    expect((await audit()).over.audited).toBe(0);
    await store.open("news").label("oil", over.slice(0, 3).map(truth));
    expect((await audit()).over.audited).toBe(3);
    await store.open("news").label("oil", [truth(over[3]!)]);
    expect((await audit()).over.audited).toBe(5);
  });

  it("estimates precision and recall when all are labelled", async () => {
    const { next } = await audit();
    await store.open("news").label(
      "oil",
      next.map(({ id }) => truth(id)),
    );
    const done = await audit();
    expect(done.next).toEqual([]);
    expect(done.over).toEqual({ rows: OVER, audited: 10, belongs: 10 });
    expect(done.precision).toEqual({ value: 1, ...wilson(10, 10) });
    // 52 of the 60 rows that belong are over the line.
    expect(done.recall.low).toBeLessThanOrEqual(52 / 60);
    expect(done.recall.high).toBeGreaterThanOrEqual(52 / 60);
    // A larger sample begins with the smaller one.
    expect((await audit({ rows: 20 })).over.audited).toBe(10);
  });

  it("says what it needs, and which rows have no score", async () => {
    await store.open("news").put([{ id: "new", text: "x", values: [], cells: cells(1) }]);
    expect((await audit()).unscored).toBe(1);
    await expect(
      labels.audit("news", {}, { filter: "gas", line: 0 }, { rows: 1, seed: 1, limit: 1 }),
    ).rejects.toMatchObject({ code: "unknown-column" });
    await store.open("news").renameScore("oil", undefined);
    await expect(audit()).rejects.toMatchObject({ code: "bad-input" });
  });
});

describe("the scores of a filter", () => {
  it("are counted in bins, beside those of labelled rows and the sides of the line", async () => {
    const marks = [
      { id: "r99", belongs: true },
      { id: "r00", belongs: false },
    ];
    await store.open("news").label("oil", marks);
    const found = await labels.scores("news", {}, { filter: "oil", line: LINE }, 9);
    expect(found.edges[0]).toBeCloseTo(0.1);
    expect(found.edges.at(-1)).toBeCloseTo(1);
    const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);
    expect(sum(found.counts)).toBe(100);
    expect(found).toMatchObject({ over: OVER, under: 100 - OVER, missing: 0 });
    expect([found.belongs.at(-1), sum(found.belongs)]).toEqual([1, 1]);
    expect([found.not[0], sum(found.not)]).toEqual([1, 1]);
  });
});
