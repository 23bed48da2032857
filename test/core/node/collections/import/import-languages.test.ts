import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NEVER_CANCELLED } from "../../../../../core/cancellation.ts";
import { importCollection } from "../../../../../core/node/collections/import/import-collection.ts";
import { previewSource } from "../../../../../core/node/collections/import/import-source.ts";
import type { ImportRequest } from "../../../../../core/node/collections/import/import-types.ts";
import { ObviousStore } from "../../../collection/port/obvious-store.ts";
import {
  englishAnswer,
  germanFingerprint,
  toyFingerprint,
  toyRequest,
  toyTools,
} from "./toy-import.ts";

let folder: string;
let store: ObviousStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-languages-"));
  store = new ObviousStore();
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

async function run(csv: string, own: Partial<ImportRequest> = {}) {
  const file = path.join(folder, "a.csv");
  await writeFile(file, csv);
  return importCollection(toyRequest([file], own), toyTools(store), {
    signal: NEVER_CANCELLED,
    onProgress: () => undefined,
  });
}
const collection = () => store.open("tests");
const rows = () => collection().rows({}, { offset: 0, limit: 1000 });
const cellsOf = async () => {
  const cells = new Map<string, Uint16Array>();
  for await (const batch of collection().stream({}))
    for (const row of batch) cells.set(row.id, row.cells);
  return cells;
};

const ENGLISH = "the ship of the line came with the first of the winds";
const GERMAN = "das schiff kam mit dem ersten wind und fuhr sofort weiter";
const SWEDISH = "skeppet kom med den första vinden och seglade genast vidare";
const SHORT = "wind und schiff";
const TABLE = `id,text\n1,${ENGLISH}\n2,${GERMAN}\n3,${SWEDISH}\n4,${SHORT}\n`;

describe("languages of rows", () => {
  it("reads each row with the retina of its language, and keeps the language in a column", async () => {
    const report = await run(TABLE);
    expect(report.languages).toEqual([
      { language: "English", rows: 1 },
      { language: "German", rows: 1 },
      { language: "Swedish", rows: 1 },
      { language: "", rows: 1 },
    ]);
    const { columns, roles } = await collection().describe();
    expect(columns).toEqual([{ name: "language", type: "text" }]);
    expect(roles.language).toBe("language");
    expect((await rows()).map(({ values: [language] }) => language)).toEqual([
      "English",
      "German",
      "Swedish",
      null,
    ]);
    // There is no retina of Swedish, and a phrase may be in any language.
    expect(await cellsOf()).toEqual(
      new Map([
        ["1", toyFingerprint(ENGLISH)],
        ["2", germanFingerprint(GERMAN)],
        ["3", toyFingerprint(SWEDISH)],
        ["4", toyFingerprint(SHORT)],
      ]),
    );
    const facet = await collection().facet({}, { column: "language", limit: 10 });
    expect(facet.values.map(({ value }) => value).sort()).toEqual(["English", "German", "Swedish"]);
  });

  it("makes no column where all rows are in the language of the retina", async () => {
    await run(`id,text\n1,${ENGLISH}\n2,${SHORT}\n`);
    expect((await collection().describe()).columns).toEqual([]);
  });

  it("makes the column late, where the first rows are all in one language", async () => {
    const english = Array.from({ length: 700 }, (_, i) => `${i},${ENGLISH} ${i}`);
    await run(`id,text\n${english.join("\n")}\nlast,${GERMAN}\nafter,${ENGLISH}\n`);
    const { roles, rows: count } = await collection().describe();
    expect([roles.language, count]).toEqual(["language", 702]);
    const [last, after] = await collection().rows(
      { ids: ["last", "after"] },
      { offset: 0, limit: 2 },
    );
    expect([last?.values, after?.values]).toContainEqual(["German"]);
    expect([last?.values, after?.values]).toContainEqual(["English"]);
  });

  it("takes the word of a column, in codes or names", async () => {
    const report = await run(
      `id,lang,text\n1,en,${GERMAN}\n2,Deutsch,${SHORT}\n3,de-AT,${ENGLISH}\n`,
    );
    expect(report.plan.roles.language).toBe("lang");
    expect(await cellsOf()).toEqual(
      new Map([
        ["1", toyFingerprint(GERMAN)],
        ["2", germanFingerprint(SHORT)],
        ["3", germanFingerprint(ENGLISH)],
      ]),
    );
    expect((await rows()).map(({ values: [language] }) => language)).toEqual([
      "en",
      "Deutsch",
      "de-AT",
    ]);
  });

  it("looks at each text where a column of that name holds something else", async () => {
    await run(`id,language,text\n1,Java,${ENGLISH}\n2,C++,${GERMAN}\n`);
    const { columns, roles } = await collection().describe();
    expect(columns.map(({ name }) => name)).toEqual(["language", "language (found)"]);
    expect(roles.language).toBe("language (found)");
    expect((await rows()).map(({ values }) => values)).toEqual([
      ["Java", "English"],
      ["C++", "German"],
    ]);
  });

  it("reads all rows in one language, and refuses one without a retina", async () => {
    await run(TABLE, { chosen: { language: "de" } });
    for (const [id, cells] of await cellsOf())
      expect(cells).toEqual(germanFingerprint([ENGLISH, GERMAN, SWEDISH, SHORT][Number(id) - 1]!));
    await expect(run(TABLE, { name: "other", chosen: { language: "sv" } })).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining("“sv”; there are: de"),
    });
    await expect(run(TABLE, { chosen: { language: "nothing" } })).rejects.toMatchObject({
      code: "unknown-column",
    });
  });

  it("looks at each part of a text, and reads short ones as their text", async () => {
    const plain = "ships sailed away on monday, sank near islands, rose again";
    const text = `${GERMAN}\n\n${plain}\n\n${SHORT}`;
    await run(`id,text\n1,"${text}"\n`, { split: "paragraphs" });
    const cells = await cellsOf();
    expect(cells.get("1/001")).toEqual(germanFingerprint(GERMAN));
    expect(cells.get("1/002")).toEqual(toyFingerprint(plain));
    expect(cells.get("1/003")).toEqual(germanFingerprint(SHORT));
  });

  it("are told before anything is imported", async () => {
    const file = path.join(folder, "b.csv");
    await writeFile(file, TABLE);
    const told = await previewSource([file], {}, (text) => ({
      ...englishAnswer,
      isoTag: text.includes("und") ? "de" : "en",
    }));
    expect(told.languages).toEqual([
      { language: "English", rows: 3 },
      { language: "German", rows: 1 },
    ]);
  });
});
