import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NEVER_CANCELLED } from "../../../../../core/cancellation.ts";
import { importCollection } from "../../../../../core/node/collections/import/import-collection.ts";
import { previewSource } from "../../../../../core/node/collections/import/import-source.ts";
import {
  DEFAULT_RECORDS,
  listCorpus,
  readRecords,
  SkipList,
} from "../../../../../core/node/training/train-records.ts";
import { openIn } from "../../../../support/hostile-files.ts";
import { ObviousStore } from "../../../collection/port/obvious-store.ts";
import { englishAnswer, toyRequest, toyTools } from "./toy-import.ts";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "semascope-preview-")));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

async function put(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

const english = async () => englishAnswer;

describe("a preview", () => {
  it("leaves no file open, and reads no more than it shows", async () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => `${i},a text of some words\n`);
    const file = await put("long.csv", `id,text\n${rows.join("")}`);
    for (let i = 0; i < 10; i++) {
      const { records } = await previewSource([file], {}, english);
      expect(records).toHaveLength(1000);
    }
    expect(openIn(folder)).toBe(0);
  });

  it("ends a training's look at a table without leaving it open", async () => {
    const file = await put("long.csv", `text\n${"a text of some words\n".repeat(100_000)}`);
    const [listed] = await listCorpus([file]);
    if (listed === undefined) throw new Error("It is not listed.");
    for (let i = 0; i < 5; i++)
      for await (const _ of readRecords([listed], DEFAULT_RECORDS, new SkipList())) break;
    expect(openIn(folder)).toBe(0);
  });

  it("stops at long records", async () => {
    const record = JSON.stringify({ text: "word ".repeat(1_000_000) });
    const file = await put("long.jsonl", `${record}\n`.repeat(12));
    expect((await previewSource([file], {}, english)).records.length).toBeLessThan(4);
  });

  it("stops when nobody waits for it any more", async () => {
    const file = await put("a.csv", "id,text\n1,a text\n");
    await expect(
      previewSource([file], {}, english, { signal: { aborted: true } }),
    ).rejects.toMatchObject({
      code: "cancelled",
    });
  });

  it("says what is odd, in the words of the import's report, and loses no row to a quotation mark", async () => {
    const lines = ["id,text", "1,fine", '2,"never closed', "3,good", '4,"a ""good"" one"', "5"];
    const file = await put("quotes.csv", lines.join("\n"));
    const { oddities, records } = await previewSource([file], {}, english);
    expect(records.map((record) => record.get("id"))).toEqual(["1", "2", "3", "4", "5"]);
    expect(oddities).toEqual([
      { place: "quotes.csv, line 3", reason: expect.stringContaining("never closed") },
      {
        place: "quotes.csv, line 6",
        reason: expect.stringContaining("1 cell and the header 2"),
      },
    ]);
    const report = await importCollection(toyRequest([file]), toyTools(new ObviousStore()), {
      signal: NEVER_CANCELLED,
      onProgress: () => undefined,
    });
    expect(report).toMatchObject({ added: 5, repaired: 2, skipped: 0 });
    expect(report.oddities).toEqual(expect.arrayContaining([...oddities]));
  });
});
