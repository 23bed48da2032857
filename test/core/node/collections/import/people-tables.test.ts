import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importCollection } from "../../../../../core/node/collections/import/import-collection.ts";
import { previewSource } from "../../../../../core/node/collections/import/import-source.ts";
import type { ImportRequest } from "../../../../../core/node/collections/import/import-types.ts";
import { ObviousStore } from "../../../collection/port/obvious-store.ts";
import { englishAnswer, toyRequest, toyTools } from "./toy-import.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-people-"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

async function put(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

async function run(file: string, own: Partial<ImportRequest> = {}) {
  const store = new ObviousStore();
  const report = await importCollection(toyRequest([file], own), toyTools(store), {
    signal: { aborted: false },
    onProgress: () => undefined,
  });
  const rows = await store.open("tests").rows({}, { offset: 0, limit: 10_000 });
  return { report, rows, info: await store.open("tests").describe() };
}
const preview = (file: string) => previewSource([file], {}, async () => englishAnswer);

const GENRES = ["Dramas", "Comedies", "Kids' TV", "Documentaries", "Thrillers"];
const RATINGS = ["PG-13", "R", "TV-MA"];

/** Films as public tables have them: dates month first, genres in one cell, two categories, ids with a letter. */
function films(count: number): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const genres = GENRES.filter((_, k) => (i + k * k) % (k + 2) === 0);
    const date = `${1 + (i % 12)}/${1 + (i % 28)}/${2000 + (i % 22)}`;
    return [
      `s${i}`,
      i % 3 === 0 ? "TV Show" : "Movie",
      `"Film, number ${i}"`,
      `"${(genres.length === 0 ? ["Dramas"] : genres).join(", ")}"`,
      date,
      RATINGS[i % 3],
      i % 40 === 0 ? "nan" : String(80 + (i % 70)),
      `"A story about ${i}, in which ""people"" travel, and come back."`,
    ].join(",");
  });
  return `show_id,type,title,listed_in,date_added,rating,minutes,description\n${rows.join("\n")}\n`;
}

describe("a table of films", () => {
  it("is imported in one try with its dates, lists and categories", async () => {
    const file = await put("films.csv", films(8000));
    const { report, rows } = await run(file);
    expect(report).toMatchObject({ added: 8000, unread: 0, skipped: 0, repaired: 0, missing: 200 });
    expect(report.plan).toMatchObject({
      text: "description",
      id: "show_id",
      roles: { date: "date_added", title: "title" },
      dates: [{ column: "date_added", format: "mdy" }],
      lists: [{ column: "listed_in", format: "," }],
    });
    const types = Object.fromEntries(report.plan.columns.map(({ name, type }) => [name, type]));
    expect(types).toEqual({
      type: "text",
      title: "text",
      listed_in: "list",
      date_added: "date",
      rating: "text",
      minutes: "number",
    });
    const at = report.plan.columns.findIndex(({ name }) => name === "date_added");
    expect(rows.find(({ id }) => id === "s13")?.values[at]).toBe("2013-02-14");
  });

  it("keeps two categories that a user chose, though one looks like a list", async () => {
    const kinds = ["listed_in", "rating"].map((column) => ({ column, kind: "category" as const }));
    const { info } = await run(await put("films.csv", films(60)), { chosen: { kinds } });
    const types = info.columns.filter(({ name }) => name === "listed_in" || name === "rating");
    expect(types.map(({ type }) => type)).toEqual(["text", "text"]);
  });
});

describe("values", () => {
  it("that are codes stay as they are", async () => {
    const { rows, info } = await run(
      await put("a.csv", "case,plz,text\n007,01067,a text\n0100,80331,another\n100,01099,third\n"),
      { chosen: { id: "case" } },
    );
    expect(info.columns).toEqual([{ name: "plz", type: "text" }]);
    expect(rows.map(({ id }) => id)).toEqual(["007", "0100", "100"]);
  });

  it("that say they are missing are missing in every column, and counted", async () => {
    const { report, rows } = await run(
      await put("a.csv", "id,kind,text\n1,None,nan\n2,none,a text\n3,\\N,N/A\n4,null,more text\n"),
    );
    expect(report).toMatchObject({ missing: 5, withoutText: 2 });
    expect(rows.map(({ text }) => text)).toEqual(["", "a text", "", "more text"]);
    expect(rows.map(({ values }) => values[0])).toEqual([null, "none", null, null]);
  });
});

describe("dates", () => {
  const ambiguous = "when,text\n03/08/2026,a text\n05/06/2026,another\n";

  it("that can be read in two ways are asked for", async () => {
    const file = await put("a.csv", ambiguous);
    expect((await preview(file)).plan).toMatchObject({
      ambiguous: ["when"],
      columns: [{ name: "when", type: "text" }],
    });
    await expect(run(file, { chosen: { date: "when" } })).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining("day or month may come first"),
    });
    const asText = await run(file);
    expect(asText.rows.map(({ values }) => values[0])).toEqual(["03/08/2026", "05/06/2026"]);
    expect(asText.report.oddities).toEqual([
      { place: "a.csv", reason: expect.stringContaining("“when” day or month may come first") },
    ]);
    const { rows } = await run(file, { chosen: { date: "when", dateFormat: "dmy" } });
    expect(rows.map(({ values }) => values[0])).toEqual(["2026-08-03", "2026-06-05"]);
  });

  it("are refused where nothing reads as one", async () => {
    const file = await put("a.csv", "id,when,text\n1,soon,a text\n2,late,another\n");
    await expect(run(file, { chosen: { date: "when" } })).rejects.toThrow(
      "No value of “when” reads as a date",
    );
  });
});

describe("rows that do not fit", () => {
  const bad = '7,"never" closed", here\n';
  const good = (count: number) =>
    Array.from({ length: count }, (_, i) => `${i},"a text, number ${i}"\n`).join("");

  it("are kept aside in a file, and reported with line and reason", async () => {
    const file = await put("a.csv", `id,text\n${good(50)}${bad}${good(50)}`);
    const { report } = await run(file);
    expect(report).toMatchObject({ skipped: 1, added: 100 });
    expect(report.oddities).toContainEqual({
      place: "a.csv, line 52",
      reason: expect.stringContaining("quotation mark"),
    });
    expect(await readFile(report.misfitsFile!, "utf8")).toBe(bad);
  });

  it("stop the import where they are many, until a user accepts them", async () => {
    const file = await put("a.csv", `id,text\n${good(20)}${bad.repeat(5)}`);
    await expect(run(file, { reading: { quote: '"' } })).rejects.toMatchObject({
      code: "bad-input",
      details: { misfits: 5, rows: 25 },
    });
    const { report } = await run(file, { reading: { quote: '"' }, acceptMisfits: true });
    expect(report).toMatchObject({ added: 20, skipped: 5 });
  });
});

it("repairs letters that were decoded wrongly, where a user wants it", async () => {
  const file = await put("a.csv", "id,text\n1,cafÃ© in ZÃ¼rich\n2,plain\n");
  expect((await preview(file)).mojibake).toBe(1);
  expect((await run(file)).report.oddities).toEqual([
    { place: "a.csv", reason: expect.stringMatching(/^1 of the first 2 rows .* repair$/) },
  ]);
  const { rows } = await run(file, { reading: { repair: true } });
  expect(rows[0]?.text).toBe("café in Zürich");
});
