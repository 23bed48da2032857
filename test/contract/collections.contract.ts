import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ok, refused, type Send } from "./send.ts";

const CSV = `id,date,topic,length,text
a,2024-01-05,fruit,1,an apple and a pear
b,2024-01-06,fruit,2,an apple and a banana
c,2024-02-07,animals,3,the jaguar drinks from the river
d,2024-02-08,animals,4,the jaguar drinks from the river
e,2024-02-09,none,5,qqqq
`;

/** @param home the folder of the host, where it keeps collections on this machine */
export function collectionsContract(transport: string, send: Send, home?: () => string): void {
  const name = `news ${transport}`;
  describe(`collections over ${transport}`, () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), "semascope-contract-"));
      const file = path.join(folder, "news.csv");
      await writeFile(file, CSV);
      const { plan, rows, found } = await ok(send, "app.collectionPreview", { paths: [file] });
      expect(plan).toMatchObject({ text: "text", id: "id", roles: { date: "date" } });
      expect(rows[0]).toContainEqual({ name: "topic", value: "fruit" });
      expect(found.find((each) => each.name === "topic")).toMatchObject({ filled: 5, unfit: 0 });
      await ok(send, "app.jobStart", { input: { kind: "import", name, paths: [file] } });
      await vi.waitFor(
        async () =>
          expect(await importOf(name)).toMatchObject({
            state: "done",
            counted: 5,
            report: { added: 5, withoutKnownWord: 1 },
          }),
        { timeout: 60_000 },
      );
    });
    afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

    async function importOf(collection: string) {
      return (await ok(send, "app.jobs", {})).find(({ title }) => title === collection);
    }

    it("reads a file that was sent in parts, and forgets it after the import", async () => {
      const part = (text: string) => new TextEncoder().encode(text);
      const begun = await ok(send, "app.collectionUpload", {
        file: "../sent.csv",
        bytes: part("id,text\n1,an app"),
      });
      expect(begun).toMatchObject({ path: `upload:${begun.upload}/sent.csv`, bytes: 16 });
      const { upload, path: sent } = await ok(send, "app.collectionUpload", {
        file: "sent.csv",
        upload: begun.upload,
        bytes: part("le and a pear\n"),
      });
      const { rows } = await ok(send, "app.collectionPreview", { paths: [sent] });
      expect(rows).toEqual([
        [
          { name: "id", value: "1" },
          { name: "text", value: "an apple and a pear" },
        ],
      ]);
      const other = `sent ${transport}`;
      await ok(send, "app.jobStart", { input: { kind: "import", name: other, paths: [sent] } });
      await vi.waitFor(
        async () => expect(await importOf(other)).toMatchObject({ state: "done", counted: 1 }),
        { timeout: 60_000 },
      );
      await ok(send, "app.collectionRemove", { name: other });
      const again = { file: "sent.csv", upload, bytes: part("2,more\n") };
      expect(await refused(send, "app.collectionUpload", again)).toMatchObject({
        code: "not-found",
      });
      const lost = await refused(send, "app.collectionPreview", { paths: [sent] });
      expect(lost).toMatchObject({ code: "not-found" });
      const { plan } = await ok(send, "app.collectionPreview", {
        paths: ["sample:state-of-the-union"],
      });
      expect(plan).toMatchObject({ text: "text", roles: { date: "date" } });
    });

    it("lists what there is", async () => {
      const { collections } = await ok(send, "app.collections", {});
      expect(collections.find((each) => each.name === name)).toMatchObject({
        state: "ready",
        rows: 5,
        withoutCells: 1,
      });
    });

    it.skipIf(home === undefined)(
      "lists a damaged one with the reason, beside all others, and removes it",
      async () => {
        const damaged = `damaged ${transport}`;
        const own = path.join(home?.() ?? "", "data", "collections", damaged);
        await mkdir(own);
        await writeFile(path.join(own, "collection.json"), JSON.stringify({ name: damaged }));
        await writeFile(path.join(own, "rows.duckdb"), "no tables");
        const { collections } = await ok(send, "app.collections", {});
        const shown = collections.find((each) => each.name === damaged);
        expect(shown).toEqual({
          name: damaged,
          state: "damaged",
          reason: expect.stringContaining("The collection is damaged"),
        });
        expect(collections.find((each) => each.name === name)).toMatchObject({ state: "ready" });
        expect(await refused(send, "app.collectionQuery", { name: damaged })).toMatchObject({
          code: "conflict",
          message: shown && "reason" in shown ? shown.reason : "",
        });
        await ok(send, "app.collectionRemove", { name: damaged });
        const after = await ok(send, "app.collections", {});
        expect(after.collections.map((each) => each.name)).not.toContain(damaged);
      },
    );

    it("answers queries with rows and figures", async () => {
      const like = { text: "an apple and a pear" };
      const found = await ok(send, "app.collectionQuery", { name, query: { like, least: 0.99 } });
      expect(found.rows.map(({ id, score }) => [id, score])).toEqual([["a", 1]]);
      expect(found.columns.map((column) => column.name)).toEqual(["date", "topic", "length"]);
      const where = { column: "topic", equals: "animals" };
      const heat = await ok(send, "app.collectionHeat", { name, query: { where }, over: "rest" });
      expect([heat.rows, heat.total, heat.counts.length, heat.lift?.length]).toEqual([
        2, 5, 16384, 16384,
      ]);
      expect(Math.max(...heat.counts)).toBe(2);
      expect(await ok(send, "app.collectionFacet", { name, column: "topic" })).toEqual({
        values: [
          { value: "animals", rows: 2 },
          { value: "fruit", rows: 2 },
          { value: "none", rows: 1 },
        ],
        others: 0,
        missing: 0,
      });
      const timeline = await ok(send, "app.collectionTimeline", { name, unit: "month" });
      expect(timeline.steps).toEqual([
        { start: "2024-01-01", rows: 2 },
        { start: "2024-02-01", rows: 3 },
      ]);
      const points = await ok(send, "app.collectionPoints", { name, field: { column: "topic" } });
      expect(points).toMatchObject({
        total: 5,
        ids: ["a", "b", "c", "d", "e"],
        values: ["fruit", "fruit", "animals", "animals", "none"],
      });
      // Rows that say the same lie at the same place.
      expect(points.places[2]).toBe(points.places[3]);
      expect(points.places[2]).not.toBe(points.places[0]);
      const part = await ok(send, "app.collectionPoints", { name, limit: 2 });
      expect([part.total, part.ids.length, part.values]).toEqual([5, 2, null]);
      const histogram = await ok(send, "app.collectionHistogram", {
        name,
        field: { column: "length" },
        bins: 4,
      });
      expect(histogram).toEqual({ edges: [1, 2, 3, 4, 5], counts: [1, 1, 1, 2], missing: 0 });
    });

    it("finds topics, differences and copies", async () => {
      const topics = await ok(send, "app.collectionTopics", { name, level: 0 });
      expect(topics.rows).toBe(5);
      const a = { where: { column: "topic", equals: "fruit" } };
      const difference = await ok(send, "app.collectionDifference", { name, a, level: 0 });
      expect(difference.rows).toEqual({ a: 2, b: 3 });
      const groups = await ok(send, "app.collectionGroups", { name, column: "topic", level: 0 });
      expect(groups).toMatchObject({ rows: 5, unit: null });
      expect(groups.groups.find(({ value }) => value === "fruit")).toMatchObject({ rows: 2 });
      const time = await ok(send, "app.collectionGroups", { name, column: "date", level: 0 });
      expect(time.groups.map(({ value, last, rows }) => [value, last, rows])).toEqual(
        ["05", "06"]
          .map((day) => [`2024-01-${day}`, `2024-01-${day}`, 1])
          .concat(["07", "08", "09"].map((day) => [`2024-02-${day}`, `2024-02-${day}`, 1])),
      );
      expect(await refused(send, "app.collectionGroups", { name, column: "length" })).toMatchObject(
        {
          code: "bad-input",
          details: { field: "column" },
        },
      );
      const copies = await ok(send, "app.collectionNearCopies", { name });
      expect(copies).toEqual({
        groups: 1,
        rows: 2,
        listed: [{ ids: ["c", "d"], text: "the jaguar drinks from the river" }],
      });
    });

    it("lists the uses of a word, and keeps what people decide about its senses", async () => {
      const word = "jaguar or apple*";
      const study = await ok(send, "app.collectionWord", { name, word });
      expect(study).toMatchObject({ forms: ["jaguar", "apple*"], rows: 4, lines: 4, unit: "day" });
      expect(study.read.map(({ id, start, word: found }) => [id, start, found])).toEqual([
        ["a", 3, "apple"],
        ["b", 3, "apple"],
        ["c", 4, "jaguar"],
        ["d", 4, "jaguar"],
      ]);
      expect(study.spans).toEqual([]);
      const first = await ok(send, "app.collectionWord", { name, word, limit: 2, preview: true });
      const unread = { sense: null, sure: 0, given: false };
      expect(first).toEqual({
        ...{ forms: study.forms, rows: 2, lines: 2, perMillion: null, senses: [], unit: null },
        ...{ periods: [], spans: [], categories: [] },
        read: study.read.slice(0, 2).map((line) => ({ ...line, ...unread })),
      });
      expect(study.read[2]).toMatchObject({
        before: "the ",
        after: " drinks from the river",
        date: "2024-02-07",
        given: false,
      });
      expect(study.periods.map(({ value, rows, lines }) => [value, rows, lines])).toEqual([
        ["2024-01-05", 1, 1],
        ["2024-01-06", 1, 1],
        ["2024-02-07", 1, 1],
        ["2024-02-08", 1, 1],
        ["2024-02-09", 1, 0],
      ]);
      // 4 lines in 30 words.
      const words = CSV.trim()
        .split("\n")
        .slice(1)
        .join(" ")
        .replace(/\S*,/g, "")
        .split(" ").length;
      expect(study.perMillion).toBeCloseTo((1e6 * 4) / words, 6);
      const senses = [
        { key: "A", name: "food" },
        { key: "B", name: "cat" },
      ];
      const line = { id: "c", start: 4 };
      const change = {
        name,
        word,
        senses,
        given: [{ ...line, sense: "B" }],
        author: "assistant: a",
      };
      const changed = await ok(send, "app.collectionWordSenses", change);
      expect(changed.given).toEqual([{ ...line, sense: "B", author: "assistant: a" }]);
      const again = await ok(send, "app.collectionWord", {
        name,
        word,
        query: { words: "jaguar" },
      });
      expect(again.senses.map(({ name: own, lines, given }) => [own, lines, given])).toEqual([
        ["food", 0, 0],
        ["cat", 2, 1],
      ]);
      expect(again.read.map(({ sense, given }) => [sense, given])).toEqual([
        ["B", true],
        ["B", false],
      ]);
      const escaped = { ...change, author: "a\u001b]0;owned\u0007" };
      expect(await refused(send, "app.collectionWordSenses", escaped)).toMatchObject({
        details: { field: "author" },
      });
      expect(await refused(send, "app.collectionWord", { name, word: "*" })).toMatchObject({
        code: "bad-input",
        details: { field: "word" },
      });
      expect(await ok(send, "app.collectionWordSenses", { name, word: "jaguar" })).toMatchObject({
        given: [],
      });
    });

    it("labels, classifies and exports", async () => {
      const marks = [
        { id: "a", belongs: true },
        { id: "c", belongs: false },
      ];
      expect(await ok(send, "app.collectionLabel", { name, filter: "fruit", marks })).toEqual({
        rows: 2,
      });
      const author = "assistant: a";
      const assisted = { name, filter: "round", marks: marks.slice(0, 1), author };
      expect(await ok(send, "app.collectionLabel", assisted)).toEqual({ rows: 1 });
      const escaped = { ...assisted, author: "a\u001b]0;owned\u0007" };
      expect(await refused(send, "app.collectionLabel", escaped)).toMatchObject({
        code: "bad-input",
        details: { field: "author" },
      });
      const given = { label: "round", is: "belongs", by: author } as const;
      const { rows: theirs } = await ok(send, "app.collectionQuery", {
        name,
        query: { labels: given },
      });
      expect(theirs.map(({ labels }) => labels)).toEqual([
        [
          { filter: "fruit", belongs: true },
          { filter: "round", belongs: true, author },
        ],
      ]);
      const taken = [{ id: marks[0]!.id, belongs: null }];
      await ok(send, "app.collectionLabel", { name, filter: "round", marks: taken });
      const positions = Array.from({ length: 300 }, (_, i) => i);
      expect(await ok(send, "app.collectionClassify", { name, filter: "low", positions })).toEqual({
        rows: 5,
      });
      const query = { labels: { label: "fruit", is: "belongs" as const } };
      const csv = await ok(send, "app.collectionExport", { name, query });
      const text = typeof csv.data === "string" ? csv.data : new TextDecoder().decode(csv.data);
      expect(text.split("\r\n")[0]).toBe("id,date,topic,length,label fruit,score low,text");
      expect(text).toContain("a,2024-01-05,fruit,1,belongs,");
    });

    it("says what columns are for, later than at the import too", async () => {
      const roles = await ok(send, "app.collectionRoles", {
        name,
        truth: "topic",
        categories: ["length"],
      });
      expect(roles).toMatchObject({ truth: "topic", categories: ["length"], date: "date" });
      const facet = await ok(send, "app.collectionFacet", { name, column: "length" });
      expect(facet.values[0]).toMatchObject({ value: "1" });
      expect(await refused(send, "app.collectionRoles", { name, truth: "date" })).toMatchObject({
        code: "bad-input",
      });
      await ok(send, "app.collectionRoles", { name, truth: null, categories: [] });
    });

    it("learns a filter from labels", async () => {
      const learned = await ok(send, "app.collectionLearn", { name, filter: "fruit" });
      // With three rows without a label the labels alone speak.
      expect(learned).toMatchObject({ belong: 1, not: 1, unlabelled: 0 });
      const [belongs, not] = [await textOf("a"), await textOf("c")];
      const made = await ok(send, "classify.createFilter", {
        filter_name: "fruit",
        positiveExamples: [{ text: belongs }],
        negativeExamples: [{ text: not }],
      });
      expect(learned.positions).toEqual(made.positions);
      const unknown = { name, filter: "nothing" };
      expect(await refused(send, "app.collectionLearn", unknown)).toMatchObject({
        code: "bad-input",
        details: { field: "filter" },
        message: expect.stringContaining("label one first"),
      });
      expect(
        await refused(send, "app.collectionLearn", { ...unknown, name: "none" }),
      ).toMatchObject({ code: "unknown-collection" });
    });

    async function textOf(id: string): Promise<string> {
      const { rows } = await ok(send, "app.collectionQuery", { name, query: { ids: [id] } });
      return rows[0]!.text;
    }

    it("takes free text where rows should be like something", async () => {
      const query = { like: "an apple and a pear", least: 0.99 };
      const { rows } = await ok(send, "app.collectionQuery", { name, query });
      expect(rows.map(({ id }) => id)).toEqual(["a"]);
    });

    it("keeps notes of topics with the collection", async () => {
      const { topics } = await ok(send, "app.collectionTopics", { name, level: 0 });
      const [first, second] = topics.map(({ region }) => region);
      const notes = [
        { region: first!, name: "Mine", hidden: false, into: null },
        { region: second!, name: null, hidden: true, into: null },
      ];
      expect(await ok(send, "app.collectionTopicNotes", { name, notes })).toEqual({ notes });
      expect(await ok(send, "app.collectionTopicNotes", { name })).toEqual({ notes });
      const shown = await ok(send, "app.collectionTopics", { name, level: 0 });
      expect(shown.topics.map(({ region }) => region)).not.toContain(second);
      expect(shown.topics[0]).toMatchObject({ region: first, name: "Mine", merged: [] });
      const all = await ok(send, "app.collectionTopics", { name, level: 0, hidden: true });
      expect(all.topics).toHaveLength(topics.length);
      const merged = [{ region: second!, name: null, hidden: false, into: first! }];
      await ok(send, "app.collectionTopicNotes", { name, notes: merged });
      const one = await ok(send, "app.collectionTopics", { name, level: 0 });
      expect(one.topics.find(({ region }) => region === first)?.merged).toEqual([second]);
      const wrong = [{ region: 60_000, name: "x", hidden: false, into: null }];
      expect(await refused(send, "app.collectionTopicNotes", { name, notes: wrong })).toMatchObject(
        { code: "bad-input", details: { field: "notes[0].region" } },
      );
    });

    it("says what to label next, and how good a filter is", async () => {
      const queue = await ok(send, "app.collectionLabelQueue", {
        name,
        filter: "fruit",
        score: "low",
        line: 0.1,
        limit: 3,
      });
      expect(queue.unlabelled).toBe(3);
      expect(queue.rows.map(({ id }) => id).sort()).toEqual(["b", "d", "e"]);
      const audit = { name, filter: "fruit", score: "low", line: 0 };
      const before = await ok(send, "app.collectionAudit", audit);
      expect(before).toMatchObject({ over: { rows: 5 }, under: { rows: 0 }, sampled: 5 });
      const marks = before.next.map(({ id }) => ({ id, belongs: id === "b" }));
      await ok(send, "app.collectionLabel", { name, filter: "fruit", marks });
      const after = await ok(send, "app.collectionAudit", audit);
      expect(after).toMatchObject({ over: { audited: 5, belongs: 2 }, next: [] });
      expect(after.precision.value).toBeCloseTo(0.4);
      const scores = await ok(send, "app.collectionScores", {
        name,
        filter: "fruit",
        score: "low",
        line: 0,
      });
      expect(scores).toMatchObject({ over: 5, under: 0, missing: 0 });
      expect(await refused(send, "app.collectionAudit", { ...audit, score: "none" })).toMatchObject(
        { code: "unknown-column" },
      );
    });

    it("gives a score another name, and takes it away", async () => {
      const positions = Array.from({ length: 300 }, (_, i) => i);
      await ok(send, "app.collectionClassify", { name, filter: "lower", positions });
      const rename = { name, score: "lower", to: "lowest" };
      expect(await ok(send, "app.collectionScoreName", rename)).toEqual({
        scores: ["low", "lowest"],
      });
      const { rows } = await ok(send, "app.collectionQuery", { name, limit: 1 });
      const [low, lowest] = rows[0]!.scores;
      expect(lowest).toEqual({ name: "lowest", score: low!.score });
      expect(await refused(send, "app.collectionScoreName", rename)).toMatchObject({
        code: "unknown-column",
        details: { field: "score" },
      });
      const taken = { name, score: "lowest", to: "low" };
      expect(await refused(send, "app.collectionScoreName", taken)).toMatchObject({
        code: "conflict",
      });
      const away = { name, score: "lowest", to: null };
      expect(await ok(send, "app.collectionScoreName", away)).toEqual({ scores: ["low"] });
    });

    it("exports Parquet", async () => {
      const file = await ok(send, "app.collectionExport", { name, format: "parquet" });
      const bytes = file.data as Uint8Array;
      expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("PAR1");
      const copy = path.join(folder, "copy.parquet");
      await writeFile(copy, bytes);
      const { plan } = await ok(send, "app.collectionPreview", { paths: [copy], text: "text" });
      expect(plan.columns).toContainEqual({ name: "length", type: "number" });
      expect(plan.columns).toContainEqual({ name: "date", type: "date" });
    });

    it("refuses what cannot be, with the field", async () => {
      const none = await refused(send, "app.collectionQuery", { name: "none" });
      expect(none).toMatchObject({ code: "unknown-collection" });
      for (const [query, code, field] of [
        [{ where: { column: "topics", equals: "a" } }, "unknown-column", "where.column"],
        [
          { where: { column: "date", from: "2024-02-01", to: "2024-01-01" } },
          "bad-input",
          "query.where",
        ],
        [{ region: { positions: [], share: 0.5 } }, "bad-input", "query.region.positions"],
        [{ wheer: {} }, "bad-input", "query.wheer"],
        [{ words: "..." }, "bad-input", "words"],
      ] as const)
        expect(
          await refused(send, "app.collectionQuery", { name, query: query as object }),
        ).toMatchObject({
          code,
          details: { field },
        });
      const unknown = { like: { term: "qqqqqq" } };
      expect(await refused(send, "app.collectionQuery", { name, query: unknown })).toMatchObject({
        code: "unknown-term",
      });
      expect(
        await refused(send, "app.collectionHistogram", { name, field: { column: "topic" } }),
      ).toMatchObject({ code: "bad-input" });
    });

    it("refuses an import under a name that no collection can have", async () => {
      const file = path.join(folder, "news.csv");
      for (const wrong of ["?", " fruit", "x".repeat(101), "a/b"]) {
        const input = { kind: "import", name: wrong, paths: [file] } as const;
        expect(await refused(send, "app.jobStart", { input })).toMatchObject({
          code: "bad-input",
          details: { field: "name" },
        });
      }
      expect(await importOf("?")).toBeUndefined();
    });

    it("leaves an import that has ended as it is", async () => {
      const { id } = (await importOf(name))!;
      const ended = await ok(send, "app.jobCancel", { id });
      expect(ended).toMatchObject({ state: "done", counted: 5 });
      const none = await refused(send, "app.jobCancel", { id: "none" });
      expect(none).toMatchObject({ code: "bad-input", details: { field: "id" } });
    });

    it("removes one", async () => {
      expect(await ok(send, "app.collectionRemove", { name })).toEqual({ removed: name });
      expect(await refused(send, "app.collectionHeat", { name })).toMatchObject({
        code: "unknown-collection",
      });
    });
  });
}
