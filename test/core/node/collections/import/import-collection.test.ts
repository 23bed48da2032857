import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NEVER_CANCELLED } from "../../../../../core/cancellation.ts";
import type { CollectionStore } from "../../../../../core/collection/port/store.ts";
import { EmbeddedStore } from "../../../../../core/node/collections/embedded/embedded-store.ts";
import { importCollection } from "../../../../../core/node/collections/import/import-collection.ts";
import type {
  ImportProgress,
  ImportRequest,
} from "../../../../../core/node/collections/import/import-types.ts";
import { openReader } from "../../../../../core/node/reader/open-reader.ts";
import { keepReader } from "../../../../../core/node/reader/reader-files.ts";
import { openRetina } from "../../../../../core/retina/open-retina.ts";
import { writeRetina } from "../../../../../core/retina/write-retina.ts";
import { LATER, WASM_LATER } from "../../../../config/run-node.js";
import { fitTinyReader, writeSubjectEncoder } from "../../../../support/tiny-reader.ts";
import { tinyRetinaData } from "../../../../support/tiny-retina.ts";
import { ObviousStore } from "../../../collection/port/obvious-store.ts";
import { encodedTools, toyFingerprint, toyRequest, toyTools } from "./toy-import.ts";

let folder: string;
let store: CollectionStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-import-"));
  store = new ObviousStore();
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const whole = path.join(folder, name);
  await mkdir(path.dirname(whole), { recursive: true });
  await writeFile(whole, content);
  return whole;
}
const run = (paths: readonly string[], own: Partial<ImportRequest> = {}) =>
  importCollection(toyRequest(paths, own), toyTools(store), {
    signal: NEVER_CANCELLED,
    onProgress: () => undefined,
  });
const rows = () => store.open("tests").rows({}, { offset: 0, limit: 1000 });

const CSV = `id,date,party,topics,score,body
a,2024-05-31,red,oil;gas,1.5,A text about oil and much more of it
b,2024-06-01 10:11:12,blue,gas,2,"A text, ""quoted"", about gas and other things"
c,01.07.2024,red,oil;tax,,Taxes are the subject of this long text
d,2024-07-02,red,tax,-3,
e,2024-07-03,blue,oil,4,qqq
`;

describe("an import", () => {
  it("reads decimal commas and signs between thousands as numbers, and lists what is not written so", async () => {
    const lines = ["text;price;views", "One;1.234,5;1.200", "Two;3,14;950", "Three;-0,5;12.345"];
    const report = await run([await file("prices.csv", lines.join("\n"))]);
    expect(report.plan.numbers).toEqual([
      { column: "price", notation: "comma" },
      { column: "views", notation: "comma" },
    ]);
    const read = (await rows()).map(({ values }) => values);
    expect(read).toEqual([
      [1234.5, 1200],
      [3.14, 950],
      [-0.5, 12345],
    ]);
    const more = await run([
      await file("more.csv", `${lines.join("\n")}\n${"Four;1,5;7\n".repeat(1000)}Five;about 3;8\n`),
    ]);
    expect(more).toMatchObject({ unread: 1 });
  });

  it("makes columns of a CSV file as a person would", async () => {
    const report = await run([await file("news.csv.gz", gzipSync(CSV))]);
    expect(report).toMatchObject({
      records: 5,
      added: 5,
      updated: 0,
      withoutText: 1,
      withoutKnownWord: 1,
      languages: [{ language: "English", rows: 4 }],
    });
    expect(report.plan).toEqual({
      text: "body",
      id: "id",
      columns: [
        { name: "date", type: "date" },
        { name: "party", type: "text" },
        { name: "topics", type: "list" },
        { name: "score", type: "number" },
      ],
      roles: expect.objectContaining({ date: "date" }),
      lists: [{ column: "topics", format: ";" }],
    });
    const found = await rows();
    expect(found.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
    expect(found[1]!.values).toEqual(["2024-06-01T10:11:12", "blue", ["gas"], 2]);
    expect(found[1]!.text).toBe('A text, "quoted", about gas and other things');
    expect(found[2]!.values).toEqual(["2024-07-01", "red", ["oil", "tax"], null]);
    expect(found.slice(3).map(({ size }) => size)).toEqual([0, 0]);
    expect(report.oddities).toEqual([
      { place: "news.csv.gz, line 5", reason: "it has no text" },
      { place: "news.csv.gz, line 6", reason: "it has no known word" },
    ]);
  });

  it("reads the same from TSV, JSON and JSONL", async () => {
    const records = [
      { id: "a", body: "first of the texts", n: 1 },
      { id: "b", body: "second of the texts", n: 2 },
    ];
    const tsv = `id\tbody\tn\n${records.map(({ id, body, n }) => `${id}\t${body}\t${n}`).join("\n")}`;
    for (const [name, content] of [
      ["t.tsv", tsv],
      ["t.json", JSON.stringify(records)],
      ["t.jsonl", records.map((record) => JSON.stringify(record)).join("\n")],
    ] as const) {
      store = new ObviousStore();
      await run([await file(name, content)]);
      const found = await rows();
      expect(found.map(({ id, text, values }) => [id, text, ...values])).toEqual([
        ["a", "first of the texts", 1],
        ["b", "second of the texts", 2],
      ]);
    }
  });

  it("reads folders of documents, and paragraphs as rows", async () => {
    await file("letters/one.txt", "first paragraph\n\nsecond paragraph\n");
    await file("letters/deep/two.md", "only this");
    await run([path.join(folder, "letters")], { split: "paragraphs" });
    expect((await rows()).map(({ id, text, values }) => [id, text, ...values])).toEqual([
      ["deep/two.md/001", "only this", "two", "deep/two.md", 1],
      ["one.txt/001", "first paragraph", "one", "one.txt", 1],
      ["one.txt/002", "second paragraph", "one", "one.txt", 2],
    ]);
  });

  it("replaces rows of the same id and adds the others", async () => {
    await run([await file("a.csv", "id,text\n1,old text\n2,kept text\n")]);
    const report = await run([
      await file("b.csv", "id,text,extra\n1,new text,x\n3,added text,y\n"),
    ]);
    expect(report).toMatchObject({ added: 1, updated: 1 });
    expect((await rows()).map(({ text, values }) => [text, ...values])).toEqual([
      ["new text", "x"],
      ["kept text", null],
      ["added text", "y"],
    ]);
  });

  it("loses no row to an id that comes twice, and no value that does not fit", async () => {
    const dates = Array.from({ length: 40 }, (_, i) => `${i},2024-01-01,text number ${i}`);
    const report = await run(
      [await file("a.csv", `id,when,text\n${dates.join("\n")}\n0,last spring,again the same id\n`)],
      { chosen: { id: "id" } },
    );
    expect(report).toMatchObject({ added: 41, unread: 1 });
    const [again] = await store.open("tests").rows({ ids: ["0 (2)"] }, { offset: 0, limit: 1 });
    expect(again).toMatchObject({ text: "again the same id", values: [null, "last spring"] });
    expect((await store.open("tests").describe()).columns[1]!.name).toBe("when (as given)");
  });

  it("numbers rows without ids so that the same file adds nothing", async () => {
    const csv = await file("a.csv", "text\nthe same\nthe same\nanother\n");
    expect(await run([csv])).toMatchObject({ added: 3 });
    expect(await run([csv])).toMatchObject({ added: 0, updated: 3 });
    expect((await rows()).map(({ text }) => text)).toEqual(["the same", "the same", "another"]);
  });

  it("takes hostile files as they are", async () => {
    const names = ["__proto__", '"; drop table rows; --', "constructor", "", "a", "a"];
    const header = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(",");
    const bytes = Buffer.concat([
      Buffer.from(`${header},text\n1,2,3,4,5,=HYPERLINK("x"),some text `),
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.from("\nshort row\n"),
    ]);
    const report = await run([await file("hostile.csv", bytes)], { chosen: { text: "text" } });
    expect(report.added).toBe(2);
    expect((await store.open("tests").describe()).columns.map(({ name }) => name)).toEqual([
      "__proto__",
      '"; drop table rows; --',
      "constructor",
      "column 4",
      "a",
      "a (2)",
    ]);
    expect((await rows())[0]!.text).toMatch(/^some text .+\uFFFD$/);
  });

  it("refuses more than a thousand columns with a sentence, and makes nothing", async () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `c${i}`);
    const csv = await file("wide.csv", `text,${names.join(",")}\na text,${"1,".repeat(9999)}1\n`);
    await expect(run([csv])).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining("at most 1000 columns, and this one would have 10000"),
      details: { limit: 1000, count: 10_000 },
    });
    expect(await store.list()).toEqual([]);
  });

  it("keeps what was read before later records bring too many columns", async () => {
    const record = (i: number) =>
      JSON.stringify({ text: `a text ${i}`, ...(i < 1500 ? {} : { [`field ${i}`]: "x" }) });
    const lines = Array.from({ length: 3000 }, (_, i) => record(i));
    const jsonl = await file("wide.jsonl", lines.join("\n"));
    await expect(run([jsonl])).rejects.toMatchObject({ details: { limit: 1000 } });
    const count = await store.open("tests").count({});
    expect(count).toBeGreaterThanOrEqual(1500);
    expect(count).toBeLessThanOrEqual(2500);
  });

  it("goes on where it was cancelled", async () => {
    const texts = Array.from({ length: 1200 }, (_, i) => `text number ${i} of many`);
    const csv = await file("a.csv", `text\n${texts.join("\n")}\n`);
    const controller = new AbortController();
    const watch = {
      signal: controller.signal,
      onProgress: ({ rows: done }: ImportProgress) => done >= 500 && controller.abort(),
    };
    const stopped = importCollection(toyRequest([csv]), toyTools(store), watch as never);
    await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
    expect(await store.open("tests").count({})).toBe(500);
    const report = await run([csv]);
    expect(report).toMatchObject({ resumedAt: 500, added: 1200, updated: 0, records: 1200 });
    expect((await rows()).slice(0, 1000).map(({ text }) => text)).toEqual(texts.slice(0, 1000));
  });

  it.each([
    ["no.csv", undefined, "bad-input"],
    ["a.xlsx", "x", "bad-input"],
    ["empty.csv", "id,text\n", "bad-input"],
    ["broken.json", "{", "bad-input"],
    ["numbers.csv", "a,b\n1,2\n", "bad-input"],
  ])("refuses %s with a sentence", async (name, content, code) => {
    const where = content === undefined ? path.join(folder, name) : await file(name, content);
    await expect(run([where])).rejects.toMatchObject({ code });
  });

  it("refuses a packed file that is cut off, and reads a plain one called .gz", async () => {
    const where = path.join(folder, "packed.csv.gz");
    const whole = gzipSync(`id,text\n${"1,a text\n".repeat(400)}`);
    await writeFile(where, whole.subarray(0, whole.length - 12));
    await expect(run([where])).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining("packed.csv.gz cannot be unpacked"),
    });
    await writeFile(where, "id,text\n1,a text\n");
    expect((await run([where])).added).toBe(1);
  });

  it("refuses to mix retinas", async () => {
    await store.create({
      name: "tests",
      retina: { name: "other", checksum: "11" },
      columns: [],
      roles: {},
      created: "2026-01-01T00:00:00Z",
    });
    await expect(run([await file("a.csv", "text\na text\n")])).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

const COMPILED = new URL("../../../../../dist/", import.meta.url).href;

interface ApartOptions {
  /** Progress after which it is killed. */
  readonly after: number;
  /** A folder whose reader “mine” reads the texts. */
  readonly readers?: string;
}

/** Imports in a process of its own, and kills it when so much was acknowledged. @returns the last acknowledged count */
async function importAndKill(
  home: string,
  csv: string,
  { after, readers }: ApartOptions,
): Promise<number> {
  const tools =
    readers === undefined
      ? "toyTools(store)"
      : `encodedTools(store, await openReader(${JSON.stringify(readers)}, "mine", 1))`;
  const source = `
    import { EmbeddedStore } from "${COMPILED}core/node/collections/embedded/embedded-store.js";
    import { importCollection } from "${COMPILED}core/node/collections/import/import-collection.js";
    import { openReader } from "${COMPILED}core/node/reader/open-reader.js";
    import { encodedTools, toyRequest, toyTools } from "${COMPILED}test/core/node/collections/import/toy-import.js";
    const store = await EmbeddedStore.open(${JSON.stringify(home)});
    const onProgress = ({ rows }) => console.log(rows);
    await importCollection(toyRequest([${JSON.stringify(csv)}]), ${tools}, { signal: { aborted: false }, onProgress });
    await store.close();
    process.exit();`;
  // Threads do not start in a process whose program is no file.
  const program = await file("import.mjs", source);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [LATER, WASM_LATER, program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.split("\n").length > after) child.kill("SIGKILL");
    });
    child.on("exit", () => resolve(Number(text.split("\n").slice(0, -1).at(-1))));
  });
}

/** All rows that a store in a folder keeps. */
async function rowsIn(home: string) {
  const opened = await EmbeddedStore.open(home);
  const seen: { readonly id: string; readonly text: string; readonly cells: string }[] = [];
  for await (const batch of opened.open("tests").stream({}))
    for (const { id, text, cells } of batch) seen.push({ id, text, cells: cells.join() });
  await opened.close();
  return seen;
}

describe("an import that is killed", () => {
  it("keeps what it acknowledged, and goes on without a row twice", async () => {
    const count = 4500;
    const texts = Array.from(
      { length: count },
      (_, i) => `text ${"abcdefghij"[i % 10]} number ${i}`,
    );
    const csv = await file(
      "a.csv",
      `id,text\n${texts.map((text, i) => `r${String(i).padStart(5, "0")},${text}`).join("\n")}\n`,
    );
    const home = path.join(folder, "home");
    // As it begins, far on, and in between.
    for (const after of [1, 5, 3]) {
      const acknowledged = await importAndKill(home, csv, { after });
      const opened = await EmbeddedStore.open(home);
      const rowsNow = await opened.open("tests").count({});
      expect(rowsNow).toBeGreaterThanOrEqual(acknowledged);
      expect(rowsNow % 250).toBe(0);
      await opened.close();
    }
    const opened = await EmbeddedStore.open(home);
    const report = await importCollection(toyRequest([csv]), toyTools(opened), {
      signal: NEVER_CANCELLED,
      onProgress: () => undefined,
    });
    expect(report.records).toBe(count);
    await opened.close();
    expect((await rowsIn(home)).map(({ text, cells }) => [text, cells])).toEqual(
      texts.map((text) => [text, toyFingerprint(text).join()]),
    );
  }, 300_000);

  it("goes on by the reader that it began with, to the rows and cells of one that was not killed", async () => {
    const encoder = path.join(folder, "encoder");
    const readers = path.join(folder, "readers");
    writeSubjectEncoder(encoder);
    const tiny = openRetina(writeRetina(tinyRetinaData({ name: "tiny" })), "tiny");
    await keepReader(readers, "mine", await fitTinyReader(encoder, tiny));
    const words = ["Gitarre", "Birne", "a wheel", "the lion", "pay money"];
    const texts = Array.from({ length: 2000 }, (_, i) => `${words[i % 5]} of number ${i}`);
    const csv = await file(
      "a.csv",
      `id,text\n${texts.map((text, i) => `r${1000 + i},${text}`).join("\n")}\n`,
    );
    const [killed, whole] = [path.join(folder, "killed"), path.join(folder, "whole")];
    // Where it goes on is noted after a batch is told: of two, that of the first is there.
    const told = await importAndKill(killed, csv, { after: 2, readers });
    const before = await rowsIn(killed);
    expect(before.length).toBeGreaterThanOrEqual(told);
    expect(before.length).toBeLessThan(texts.length);
    const reader = await openReader(readers, "mine", 1);
    for (const home of [killed, whole]) {
      const opened = await EmbeddedStore.open(home);
      const report = await importCollection(toyRequest([csv]), encodedTools(opened, reader), {
        signal: NEVER_CANCELLED,
        onProgress: () => undefined,
      });
      await opened.close();
      expect(report.records).toBe(texts.length);
      expect(report.resumedAt > 0).toBe(home === killed);
    }
    await reader.close();
    const rows = await rowsIn(killed);
    expect(rows.map(({ text }) => text)).toEqual(texts);
    // Read by the encoder: no word has so many cells.
    expect(rows[0]!.cells.split(",")).toHaveLength(983);
    expect(rows).toEqual(await rowsIn(whole));
  });
});
