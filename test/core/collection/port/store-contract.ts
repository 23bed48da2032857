import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TIME_UNITS } from "../../../../core/api/schema/collection-types.ts";
import type {
  CollectionInfo,
  CollectionStore,
  NewRow,
  RowPart,
  Selection,
} from "../../../../core/collection/port/store.ts";
import { parseWords } from "../../../../core/collection/port/words.ts";
import { CELLS } from "../../../../core/kernel/grid.ts";
import {
  AUTHORS,
  arbitraryRow,
  arbitrarySelection,
  COLUMNS,
  HEAD,
  LABELS,
  SCORES,
} from "./arbitrary-selection.ts";
import { ObviousStore } from "./obvious-store.ts";

export interface StoreUnderTest {
  readonly store: CollectionStore;
  /** Closes the store and opens it again on the same data. */
  reopen(): Promise<CollectionStore>;
  /** Spoils what is kept of a collection, as a failing disk or another person may; opens the store again. */
  damage?(name: string): Promise<CollectionStore>;
  /** Closes it and clears its data away. */
  close(): Promise<void>;
}

export interface ContractOptions {
  /** Examples a property, 8 unless told: a store that is far away may take fewer. */
  readonly runs?: number;
}

const ALL: Selection = {};
const NOTHING = { ...HEAD, rows: 0, withoutCells: 0, labels: [], scores: [] };
const cells = (...positions: number[]) => Uint16Array.from(positions);
/** No test has given it other columns. */
const isAsMade = ({ name, columns }: CollectionInfo) =>
  name === HEAD.name && columns.length === COLUMNS.length;
const row = (id: string, text: string, own: Partial<NewRow> = {}): NewRow => ({
  id,
  text,
  values: COLUMNS.map(() => null),
  cells: cells(),
  ...own,
});

const ROWS: readonly NewRow[] = [
  row("r1", "Free trade and tariff.", {
    values: ["whig", "x", 1, ["a", "b", "a"], "1850-03-01"],
    cells: cells(0, 1, 2, 3),
  }),
  row("r2", "War! Trade, free or not.", {
    values: ["none", null, 2.5, ["b"], "1850-03-31T10:11:12"],
    cells: cells(2, 3),
  }),
  row("r3", "The U.S. don't trade.", {
    values: ["whig", "y", null, null, "1861-12-31"],
    cells: cells(0, 16383),
  }),
  row("r4", "", { values: [null, null, -4, ["c"], null] }),
];

/**
 * What every store answers, the same to the last bit. Write once
 * `describeStore("my store", async () => ({ store, reopen, close }))` in a test file.
 */
export function describeStore(
  title: string,
  open: () => Promise<StoreUnderTest>,
  { runs = 8 }: ContractOptions = {},
): void {
  describe(`${title} as a collection store`, () => {
    let tested: StoreUnderTest;
    let store: CollectionStore;
    beforeAll(async () => {
      tested = await open();
      store = tested.store;
    });
    afterAll(() => tested.close());
    /** Takes everything out of the collection, which is as a new one then. */
    const clear = async () => {
      const collection = store.open("tests");
      const ids: string[] = [];
      for await (const batch of collection.scan(ALL, [])) ids.push(...batch.map(({ id }) => id));
      await collection.removeRows(ids);
      for (const name of (await collection.describe()).scores)
        await collection.renameScore(name, undefined);
      expect(await collection.describe()).toEqual(NOTHING);
    };
    /** Leaves one collection with nothing in it. It is made only where there is none: that takes a cluster a second of a processor. */
    const empty = async () => {
      let isThere = false;
      for (const listed of await store.list())
        if (listed.state === "ready" && isAsMade(listed)) isThere = true;
        else await store.remove(listed.name);
      if (isThere) await clear();
      else await store.create(HEAD);
    };
    const put = () => store.open("tests").put(ROWS);
    const idsOf = async (selection: Selection) =>
      (await store.open("tests").rows(selection, { offset: 0, limit: 100 })).map(({ id }) => id);

    describe("questions", () => {
      beforeAll(async () => {
        await empty();
        await put();
      });
      it("streams every row with its cells", async () => {
        const streamed = [];
        for await (const batch of store.open("tests").stream({ like: cells(2, 3) }))
          streamed.push(...batch);
        expect(streamed.map(({ id, cells: own }) => [id, own])).toEqual([
          ["r1", cells(0, 1, 2, 3)],
          ["r2", cells(2, 3)],
        ]);
        expect(streamed.map(({ score }) => score)).toEqual([2 / Math.sqrt(8), 1]);
      });
      it("sorts by a column, missing values last", async () => {
        const field = { column: COLUMNS[2]!.name };
        for (const [descending, ids] of [
          [false, ["r4", "r1", "r2", "r3"]],
          [true, ["r2", "r1", "r4", "r3"]],
        ] as const) {
          const page = { offset: 0, limit: 10, sort: { field, descending } };
          expect((await store.open("tests").rows(ALL, page)).map(({ id }) => id)).toEqual(ids);
        }
      });
      it("ranks by closeness, then id", async () => {
        const found = await store
          .open("tests")
          .rows({ like: cells(0, 3) }, { offset: 0, limit: 10 });
        expect(found.map(({ id, score }) => [id, score])).toEqual([
          ["r1", 2 / Math.sqrt(8)],
          ["r2", 0.5],
          ["r3", 0.5],
        ]);
        expect(await idsOf({ like: cells(0, 3), least: 0.5 })).toEqual(["r1", "r2", "r3"]);
        expect(await idsOf({ like: cells(0, 3), least: 0.500001 })).toEqual(["r1"]);
        expect(await idsOf({ like: cells(16383) })).toEqual(["r3"]);
      });
      it("looks for words, phrases and without words", async () => {
        expect(await idsOf({ words: parseWords("FREE trade") })).toEqual(["r1", "r2"]);
        expect(await idsOf({ words: parseWords('"free trade"') })).toEqual(["r1"]);
        expect(await idsOf({ words: parseWords("trade -war") })).toEqual(["r1", "r3"]);
        expect(await idsOf({ words: parseWords("-trade") })).toEqual(["r4"]);
        expect(await idsOf({ words: parseWords("don't") })).toEqual(["r3"]);
        expect(await idsOf({ words: parseWords("u.s.") })).toEqual(["r3"]);
        expect(await idsOf({ words: parseWords("tra") })).toEqual([]);
      });
      it("compares dates by day, lists by element, and treats missing values alike", async () => {
        const where = async (predicate: Selection["where"]) => idsOf({ where: predicate! });
        expect(await where({ column: "date", equals: "1850-03-31" })).toEqual(["r2"]);
        expect(await where({ column: "date", to: "1850-03-31" })).toEqual(["r1", "r2"]);
        expect(await where({ column: "date", below: "1850-03-31" })).toEqual(["r1"]);
        expect(await where({ column: COLUMNS[3]!.name, equals: "b" })).toEqual(["r1", "r2"]);
        expect(await where({ column: "party", contains: "HI" })).toEqual(["r1", "r3"]);
        expect(await where({ not: { column: "party", equals: "whig" } })).toEqual(["r2", "r4"]);
        expect(await where({ column: COLUMNS[2]!.name, from: -4, to: 1 })).toEqual(["r1", "r4"]);
      });
      it("finds rows by the share that lies in a region", async () => {
        const positions = cells(0, 1, 3);
        expect(await idsOf({ region: { positions, share: 0 } })).toEqual(["r1", "r2", "r3"]);
        expect(await idsOf({ region: { positions, share: 0.5 } })).toEqual(["r1", "r2", "r3"]);
        expect(await idsOf({ region: { positions, share: 0.75 } })).toEqual(["r1"]);
      });
      it("counts cells, values, numbers and days", async () => {
        const heat = await store.open("tests").heat({ where: { column: "party", equals: "whig" } });
        expect(heat).toHaveLength(CELLS);
        expect([heat[0], heat[1], heat[16383], heat[5]]).toEqual([2, 1, 1, 0]);
        expect(
          await store.open("tests").facet(ALL, { column: COLUMNS[3]!.name, limit: 1 }),
        ).toEqual({
          values: [{ value: "b", rows: 2 }],
          others: 2,
          missing: 1,
        });
        const field = { column: COLUMNS[2]!.name };
        expect(await store.open("tests").span(ALL, field)).toEqual({
          least: -4,
          greatest: 2.5,
          rows: 3,
          missing: 1,
        });
        expect(await store.open("tests").histogram(ALL, { field, edges: [-4, 1, 2.5] })).toEqual({
          counts: [1, 2],
          below: 0,
          above: 0,
          missing: 1,
        });
        expect(await store.open("tests").timeline(ALL, { column: "date", unit: "month" })).toEqual({
          steps: [
            { start: "1850-03-01", rows: 2 },
            { start: "1861-12-01", rows: 1 },
          ],
          missing: 1,
        });
      });
      it("answers nothing for a selection of nothing", async () => {
        const none = { ids: ["none"] };
        expect(await store.open("tests").count(none)).toBe(0);
        expect((await store.open("tests").heat(none)).every((count) => count === 0)).toBe(true);
        expect(await store.open("tests").span(none, { column: "date" })).toEqual({
          least: null,
          greatest: null,
          rows: 0,
          missing: 0,
        });
      });
    });

    describe("collections", () => {
      beforeEach(empty);
      it("keeps what it was told of one", async () => {
        await put();
        expect(await store.open("tests").describe()).toEqual({
          ...HEAD,
          rows: 4,
          withoutCells: 1,
          labels: [],
          scores: [],
        });
      });
      it("lists them by name and keeps them apart", async () => {
        await store.create({ ...HEAD, name: "another" });
        await put();
        expect(await store.list()).toEqual([
          { ...(await store.open("another").describe()), rows: 0, state: "ready" },
          { ...(await store.open("tests").describe()), rows: 4, state: "ready" },
        ]);
      });
      it("lists one that is damaged with the reason, beside those that can be used", async () => {
        if (tested.damage === undefined) return;
        await store.create({ ...HEAD, name: "another" });
        await put();
        store = await tested.damage("another");
        const { message } = (await store
          .open("another")
          .describe()
          .catch((cause) => cause)) as Error;
        for (let time = 0; time < 2; time++)
          expect(await store.list()).toEqual([
            { name: "another", state: "damaged", reason: message },
            { ...(await store.open("tests").describe()), state: "ready" },
          ]);
        expect(message).toMatch(/remove/);
        expect(await idsOf(ALL)).toEqual(["r1", "r2", "r3", "r4"]);
        await expect(store.create({ ...HEAD, name: "another" })).rejects.toMatchObject({
          code: "conflict",
        });
        await store.remove("another");
        await store.create({ ...HEAD, name: "another" });
        expect(await store.open("another").describe()).toMatchObject({ rows: 0 });
      });
      it("refuses a name twice, and names it does not know", async () => {
        await expect(store.create(HEAD)).rejects.toMatchObject({ code: "conflict" });
        for (const call of [
          () => store.open("none").describe(),
          () => store.remove("none"),
          () => store.open("none").put(ROWS),
          () => store.open("none").count(ALL),
          () => store.open("none").heat(ALL),
          () => store.open("none").note("key"),
          () => store.open("none").prepare(),
          () => store.open("none").label("war", []),
        ])
          await expect(call()).rejects.toMatchObject({ code: "unknown-collection" });
      });
      it("forgets a removed one with everything in it", async () => {
        await put();
        await store.open("tests").label("war", [{ id: "r1", belongs: true }]);
        await store.open("tests").setNote("key", "1");
        await store.remove("tests");
        expect(await store.list()).toEqual([]);
        await store.create(HEAD);
        expect(await store.open("tests").describe()).toMatchObject({ rows: 0, labels: [] });
        expect(await store.open("tests").note("key")).toBeUndefined();
      });
      it("opens one by its name before it is there, while it is, and after it was removed", async () => {
        const late = store.open("late");
        await expect(late.count(ALL)).rejects.toMatchObject({ code: "unknown-collection" });
        await store.create({ ...HEAD, name: "late" });
        await late.put(ROWS);
        expect(await store.open("late").count(ALL)).toBe(4);
        await store.remove("late");
        await expect(late.count(ALL)).rejects.toMatchObject({ code: "unknown-collection" });
        await expect(late.stream(ALL)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
          code: "unknown-collection",
        });
        await store.create({ ...HEAD, name: "late" });
        expect(await late.describe()).toMatchObject({ name: "late", rows: 0 });
      });
      it("is not brought back by who asks while it is removed", async () => {
        await put();
        const gone = store.remove("tests");
        const asked: Promise<unknown>[] = [];
        for (let i = 0; i < 50; i++) {
          // It is there, or there is none of the name: both are right now, and nothing else is.
          asked.push(
            store
              .open("tests")
              .count(ALL)
              .catch(({ code }: { code?: string }) => code),
          );
          await new Promise(setImmediate);
        }
        const [, ...answers] = await Promise.all([gone, ...asked]);
        expect(
          answers.filter((each) => each !== ROWS.length && each !== "unknown-collection"),
        ).toEqual([]);
        await store.create(HEAD);
        await store.open("tests").put(ROWS.slice(0, 2));
        expect(await store.open("tests").describe()).toMatchObject({ rows: 2 });
        store = await tested.reopen();
        expect(await idsOf(ALL)).toEqual(["r1", "r2"]);
      });
      it("adds columns, which older rows miss", async () => {
        await put();
        await store.open("tests").extend([COLUMNS[0]!, { name: "late", type: "text" }], {
          title: "late",
        });
        await store
          .open("tests")
          .put([row("r5", "late", { values: [...ROWS[0]!.values, "here"] })]);
        expect((await store.open("tests").describe()).columns).toEqual([
          ...COLUMNS,
          { name: "late", type: "text" },
        ]);
        expect((await store.open("tests").describe()).roles).toEqual({ title: "late" });
        expect(await idsOf({ where: { column: "late", missing: false } })).toEqual(["r5"]);
        const [first] = await store.open("tests").rows(ALL, { offset: 0, limit: 1 });
        expect(first!.values).toEqual([...ROWS[0]!.values, null]);
      });
    });

    describe("rows", () => {
      beforeAll(empty);
      beforeEach(clear);
      it("gives back what was put, by id", async () => {
        expect(await store.open("tests").put([...ROWS].reverse())).toEqual({
          added: 4,
          updated: 0,
        });
        const found = await store.open("tests").rows(ALL, { offset: 0, limit: 10 });
        expect(found).toEqual(
          ROWS.map(({ id, text, values, cells: own }) => ({
            id,
            text,
            values,
            size: own.length,
            score: null,
            labels: [],
            scores: [],
          })),
        );
        expect(await store.open("tests").cells(["r3", "none", "r4"])).toEqual([
          cells(0, 16383),
          null,
          cells(),
        ]);
      });
      it("takes the same rows again without doubling one", async () => {
        await put();
        expect(await put()).toEqual({ added: 0, updated: 4 });
        expect(await store.open("tests").count(ALL)).toBe(4);
        expect((await store.open("tests").heat(ALL))[2]).toBe(2);
      });
      it("replaces a row: labels stay, scores go, cells are the new ones", async () => {
        await put();
        await store.open("tests").label("war", [{ id: "r1", belongs: true }]);
        await store.open("tests").score({ name: "war", positions: cells(3) });
        await store
          .open("tests")
          .put([row("r1", "new", { cells: cells(7) }), row("r1", "newest", { cells: cells(9) })]);
        const [first] = await store.open("tests").rows({ ids: ["r1"] }, { offset: 0, limit: 1 });
        expect(first).toMatchObject({
          text: "newest",
          size: 1,
          labels: [{ filter: "war", belongs: true }],
          scores: [],
        });
        expect(await idsOf({ like: cells(7) })).toEqual([]);
        expect(await idsOf({ like: cells(9) })).toEqual(["r1"]);
        expect((await store.open("tests").heat(ALL)).reduce((sum, count) => sum + count)).toBe(5);
        expect(await idsOf({ words: parseWords("tariff") })).toEqual([]);
      });
      it("is prepared for questions without a change of any answer", async () => {
        await put();
        await store.open("tests").prepare();
        await store.open("tests").removeRows(["r2"]);
        await store.open("tests").put([row("r5", "late", { cells: cells(0, 7) })]);
        expect(await idsOf({ like: cells(0, 3) })).toEqual(["r1", "r3", "r5"]);
        await store.open("tests").prepare();
        expect(await idsOf({ like: cells(0, 3) })).toEqual(["r1", "r3", "r5"]);
        expect((await store.open("tests").describe()).rows).toBe(4);
      });
      it("removes rows with their labels", async () => {
        await put();
        await store.open("tests").label("war", [{ id: "r1", belongs: true }]);
        expect(await store.open("tests").removeRows(["r1", "r1", "none"])).toBe(1);
        expect(await idsOf({ like: cells(0) })).toEqual(["r3"]);
        expect(await store.open("tests").describe()).toMatchObject({ rows: 3, labels: [] });
        await put();
        expect((await store.open("tests").describe()).labels).toEqual([]);
      });
      it("sorts only what closeness, a region, a label or a score selects", async () => {
        await put();
        await store.open("tests").label("war", [
          { id: "r4", belongs: true },
          { id: "r2", belongs: true },
        ]);
        await store.open("tests").score({ name: "trade", positions: cells(2, 3) });
        const sort = { field: { column: COLUMNS[2]!.name }, descending: true };
        for (const [selection, ids] of [
          [{ like: cells(2) }, ["r2", "r1"]],
          [{ region: { positions: cells(0), share: 0 } }, ["r1", "r3"]],
          [{ labels: { label: "war", is: "belongs" } }, ["r2", "r4"]],
          [{ where: { score: "trade", from: 0.5 } }, ["r2", "r1"]],
        ] satisfies [Selection, string[]][]) {
          const found = await store.open("tests").rows(selection, { offset: 0, limit: 10, sort });
          expect(found.map(({ id }) => id)).toEqual(ids);
        }
      });
    });

    describe("labels and scores", () => {
      beforeAll(empty);
      beforeEach(clear);
      it("labels, takes labels away, and counts them", async () => {
        await put();
        const marks = [
          { id: "r1", belongs: true },
          { id: "r2", belongs: false },
          { id: "r3", belongs: true },
          { id: "r3", belongs: null },
          { id: "none", belongs: true },
        ];
        expect(await store.open("tests").label("war", marks)).toBe(3);
        expect((await store.open("tests").describe()).labels).toEqual([
          { filter: "war", belongs: 1, not: 1, authors: [] },
        ]);
        expect(await idsOf({ labels: { label: "war", is: "unlabelled" } })).toEqual(["r3", "r4"]);
        expect(await idsOf({ labels: { label: "war", is: "not" } })).toEqual(["r2"]);
      });
      it("keeps who gave a label, through every later mark, a new row and a new start", async () => {
        await put();
        const collection = () => store.open("tests");
        const author = AUTHORS[1]!;
        const marks = (...ids: string[]) => ids.map((id) => ({ id, belongs: true }));
        await collection().label("war", marks("r1", "r2", "r3"), author);
        await collection().label("peace", marks("r1"));
        await collection().label("war", [{ id: "r2", belongs: false }]);
        await collection().label("war", [{ id: "r3", belongs: null }]);
        await collection().put(ROWS.slice(0, 1));
        store = await tested.reopen();
        const labels = async () =>
          (await collection().rows(ALL, { offset: 0, limit: 3 })).map((row) => row.labels);
        expect(await labels()).toEqual([
          [
            { filter: "peace", belongs: true },
            { filter: "war", belongs: true, author },
          ],
          [{ filter: "war", belongs: false }],
          [],
        ]);
        expect((await collection().describe()).labels).toEqual([
          { filter: "peace", belongs: 1, not: 0, authors: [] },
          { filter: "war", belongs: 1, not: 1, authors: [{ author, rows: 1 }] },
        ]);
        const by = { label: "war", by: author };
        expect(await idsOf({ labels: { ...by, is: "belongs" } })).toEqual(["r1"]);
        expect(await idsOf({ labels: { ...by, is: "not" } })).toEqual([]);
        expect(await idsOf({ labels: { ...by, is: "unlabelled" } })).toEqual(["r2", "r3", "r4"]);
        expect(await idsOf({ labels: { label: "peace", by: author, is: "belongs" } })).toEqual([]);
      });
      it("keeps scores of all rows and selects by them", async () => {
        await put();
        expect(await store.open("tests").score({ name: "war", positions: cells(2, 3) })).toBe(4);
        expect(await idsOf({ where: { score: "war", from: 0.5 } })).toEqual(["r1", "r2"]);
        expect(await idsOf({ where: { score: "war", to: 0 } })).toEqual(["r3", "r4"]);
        await store.open("tests").renameScore("war", undefined);
        expect((await store.open("tests").describe()).scores).toEqual([]);
      });
      it("gives a score another name, in the place of one that has it", async () => {
        await put();
        await store.open("tests").score({ name: "war", positions: cells(2, 3) });
        await store.open("tests").score({ name: "trade", positions: cells(0) });
        await store.open("tests").renameScore("none", "trade");
        await store.open("tests").renameScore("war", "war");
        expect((await store.open("tests").describe()).scores).toEqual(["trade", "war"]);
        await store.open("tests").renameScore("war", "trade");
        expect((await store.open("tests").describe()).scores).toEqual(["trade"]);
        expect(await idsOf({ where: { score: "trade", from: 0.5 } })).toEqual(["r1", "r2"]);
        store = await tested.reopen();
        expect(await idsOf({ where: { score: "trade", from: 0.5 } })).toEqual(["r1", "r2"]);
      });
      it("scores the rows that are there, and again under the same name", async () => {
        await store.open("tests").put(ROWS.slice(0, 2));
        expect(await store.open("tests").score({ name: "war", positions: cells(0, 1) })).toBe(2);
        await store.open("tests").put(ROWS.slice(1));
        const scores = async () =>
          (await store.open("tests").rows(ALL, { offset: 0, limit: 10 })).map(
            (found) => found.scores,
          );
        const scored = (score: number) => [{ name: "war", score }];
        expect(await scores()).toEqual([scored(2 / Math.sqrt(8)), [], [], []]);
        expect(await idsOf({ where: { score: "war", missing: true } })).toEqual(["r2", "r3", "r4"]);
        expect(await idsOf({ where: { not: { score: "war", from: 0 } } })).toEqual([
          "r2",
          "r3",
          "r4",
        ]);
        expect(await store.open("tests").score({ name: "war", positions: cells(3) })).toBe(4);
        expect(await scores()).toEqual([0.5, 1 / Math.sqrt(2), 0, 0].map(scored));
      });
      it("sorts by a score whatever it selects by, rows without it last", async () => {
        await put();
        await store.open("tests").score({ name: "war", positions: cells(3) });
        await store.open("tests").put([row("r5", "", { cells: cells(0) })]);
        const sorted = async (selection: Selection, descending: boolean) => {
          const sort = { field: { score: "war" }, descending };
          const found = await store.open("tests").rows(selection, { offset: 0, limit: 10, sort });
          return found.map(({ id, score }) => [id, score]);
        };
        const none = (...ids: string[]) => ids.map((id) => [id, null]);
        expect(await sorted(ALL, true)).toEqual(none("r2", "r1", "r3", "r4", "r5"));
        expect(await sorted(ALL, false)).toEqual(none("r3", "r4", "r1", "r2", "r5"));
        expect(await sorted({ like: cells(0) }, false)).toEqual([
          ["r3", 1 / Math.sqrt(2)],
          ["r1", 0.5],
          ["r5", 1],
        ]);
        expect(await sorted({ where: { score: "war", below: 0.7 } }, true)).toEqual(
          none("r1", "r3", "r4"),
        );
      });
    });

    it("has everything again after it was opened again", async () => {
      await empty();
      await put();
      await store.open("tests").label("war", [{ id: "r2", belongs: false }]);
      await store.open("tests").score({ name: "war", positions: cells(2, 3) });
      await store.open("tests").setNote("topics", '["war"]');
      const before = await everything(store, {});
      store = await tested.reopen();
      expect(await everything(store, {})).toEqual(before);
      expect(await store.open("tests").note("topics")).toBe('["war"]');
      expect(await store.open("tests").cells(["r1"])).toEqual([cells(0, 1, 2, 3)]);
    });

    it("answers what the obvious store answers", async () => {
      await empty();
      const rows = fc.array(arbitraryRow, { minLength: 1, maxLength: 14 });
      const marks = fc.array(
        fc.record({ id: fc.constantFrom("1", "b", "日"), belongs: fc.option(fc.boolean()) }),
        { maxLength: 3 },
      );
      const later = fc.array(arbitraryRow, { maxLength: 3 });
      const selections = fc.array(arbitrarySelection, { minLength: 1, maxLength: 4 });
      const property = fc.asyncProperty(
        rows,
        marks,
        later,
        selections,
        async (first, labels, more, asked) => {
          const obvious = new ObviousStore();
          for (const each of [obvious, store]) {
            if (each === store) await clear();
            else await each.create(HEAD);
            await each.open("tests").put(first);
            await each.open("tests").label(LABELS[0]!, labels);
            await each.open("tests").label(LABELS[1]!, [{ id: "1", belongs: true }], AUTHORS[0]);
            await each.open("tests").label(LABELS[0]!, [{ id: "b", belongs: false }], AUTHORS[1]);
            for (const name of SCORES)
              await each.open("tests").score({ name, positions: first[0]!.cells });
            await each.open("tests").put(more);
          }
          for (const selection of asked)
            expect(await everything(store, selection)).toEqual(
              await everything(obvious, selection),
            );
        },
      );
      await fc.assert(property, { numRuns: runs });
    }, 600_000);
  });
}

/** Every answer to one selection. */
async function everything(store: CollectionStore, selection: Selection) {
  const collection = store.open("tests");
  const field = { column: COLUMNS[2]!.name };
  const streamed = [];
  for await (const batch of collection.stream(selection)) streamed.push(...batch);
  const scanned: Record<string, object[]> = {};
  for (const parts of [[], ["text"], ["cells"], ["text", "cells"]] satisfies RowPart[][]) {
    const rows: object[] = [];
    for await (const batch of collection.scan<RowPart>(selection, parts)) rows.push(...batch);
    scanned[parts.join(" and ")] = rows;
  }
  const heat = await collection.heat(selection);
  const sorted = [];
  for (const { name } of COLUMNS.filter(({ type }) => type !== "list")) {
    const sort = { field: { column: name }, descending: name === "party" };
    const rows = await collection.rows(selection, { offset: 0, limit: 20, sort });
    sorted.push(rows.map(({ id }) => id));
  }
  const timelines = [];
  for (const unit of TIME_UNITS)
    timelines.push(await collection.timeline(selection, { column: "date", unit }));
  return {
    info: await collection.describe(),
    rows: await collection.rows(selection, { offset: 0, limit: 20 }),
    page: await collection.rows(selection, { offset: 2, limit: 2 }),
    sorted,
    streamed,
    scanned,
    points: [
      await collection.points(selection),
      await collection.points(selection, field),
      await collection.points(selection, { column: "party" }),
      await collection.points(selection, { column: "date" }),
      await collection.points(selection, { score: "war" }),
    ],
    count: await collection.count(selection),
    heat: [...heat.entries()].filter(([, count]) => count > 0),
    // Of so few rows none is left out.
    estimated: await collection.estimateHeat(selection),
    facets: [
      await collection.facet(selection, { column: "party", limit: 2 }),
      await collection.facet(selection, { column: COLUMNS[3]!.name, limit: 100 }),
      await collection.facet(selection, { column: COLUMNS[2]!.name, limit: 100 }),
    ],
    spans: [
      await collection.span(selection, field),
      await collection.span(selection, { column: "date" }),
      await collection.span(selection, { score: "war" }),
    ],
    histograms: [
      await collection.histogram(selection, { field, edges: [0, 1, 2.5] }),
      await store
        .open("tests")
        .histogram(selection, { field: { score: "war" }, edges: [0, 0.25, 1] }),
    ],
    timelines,
  };
}
