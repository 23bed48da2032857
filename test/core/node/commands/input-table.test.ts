import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readInputTexts } from "../../../../core/node/commands/filter.ts";
import { playTerminal } from "../../../support/play-terminal.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-table-"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const { terminal, err: warned } = playTerminal("from the pipe\n\nand on\n");

async function tableOf(name: string, content: string | Uint8Array, column?: string) {
  warned.length = 0;
  const file = path.join(folder, name);
  await writeFile(file, content);
  return readInputTexts(file, { column, terminal });
}

describe("the texts of a command", () => {
  it.each<[string, string | Uint8Array]>([
    ["commas.csv", "id,body\n7,sweet pear\n8,\n9,last\n"],
    ["semicolons.csv", '\ufeffid;body\r\n7;"sweet pear"\r\n8;\r\n9;last'],
    ["packed.tsv.gz", gzipSync("id\tbody\n7\tsweet pear\n8\t\n9\tlast\n")],
    ["lines.jsonl", '\n{"id":7,"body":"sweet pear"}\n{"id":8}\n{"id":9,"body":"last"}'],
  ])("are rows of %s with their lines", async (name, content) => {
    for (const column of ["body", undefined])
      expect(await tableOf(name, content, column)).toEqual({
        texts: ["sweet pear", "last"],
        lines: [2, 4],
        columns: ["id", "body"],
        cells: [
          ["7", "sweet pear"],
          ["9", "last"],
        ],
      });
    expect(warned).toEqual([]);
  });

  it("come with a word on rows that are odd", async () => {
    const { texts } = await tableOf("odd.csv", 'id,body\n7,"never closed\n8\n9,last\n');
    expect(texts).toEqual(['"never closed', "last"]);
    expect(warned).toEqual([
      expect.stringMatching(/^odd\.csv, line 3: it has 1 cell and the header 2/),
    ]);
  });

  it("are lines of anything else, and of standard input", async () => {
    expect(await tableOf("a.txt", "one\r\n\r\ntwo")).toMatchObject({
      texts: ["one", "two"],
      lines: [1, 3],
    });
    const piped = await readInputTexts("-", { column: undefined, terminal });
    expect(piped).toMatchObject({ texts: ["from the pipe", "and on"] });
    await expect(tableOf("a.txt", "one", "body")).rejects.toThrow("a.txt has no columns");
    await expect(tableOf("a.csv", "id\n1\n", "body")).rejects.toThrow("id");
    await expect(tableOf("a.csv", "PK\u0003\u0004")).rejects.toThrow("a zip archive");
  });
});
