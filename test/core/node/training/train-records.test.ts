import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  DEFAULT_RECORDS,
  listCorpus,
  type RecordOptions,
  readRecords,
  SkipList,
} from "../../../../core/node/training/train-records.ts";
import type { CorpusRecord } from "../../../../core/train/corpus/token-stream.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "corpus-"));
});
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 10 }));

const put = (name: string, content: string | Uint8Array) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
};

async function read(options: Partial<RecordOptions> = {}, paths = [folder]) {
  const skips = new SkipList();
  const records: CorpusRecord[] = [];
  const source = readRecords(await listCorpus(paths), { ...DEFAULT_RECORDS, ...options }, skips);
  for await (const batch of source) records.push(...batch.records);
  const skipped = skips.listed.map(({ file, line, reason }) => [path.basename(file), line, reason]);
  return { records, skipped, count: skips.count };
}

describe("reading a corpus", () => {
  it("reads JSON lines, plain and packed, and lists the lines it cannot use", async () => {
    const lines = ['{"title":"Owl","text":"An owl."}', "not json", "", '{"text":5}', "[]", "7"];
    put("a.jsonl", lines.join("\n"));
    put("b.jsonl.gz", gzipSync('\ufeff{"text":"Mice run."}\r\n'));
    const { records, skipped } = await read();
    expect(records).toEqual([
      { title: "Owl", text: "An owl." },
      { title: "", text: "Mice run." },
    ]);
    expect(skipped).toEqual([
      ["a.jsonl", 2, "it is not JSON"],
      ["a.jsonl", 4, "its “text” is not a text"],
      ["a.jsonl", 5, "it is not a JSON object"],
      ["a.jsonl", 6, "it is not a JSON object"],
    ]);
  });

  it("reads another field where one is named", async () => {
    put("a.jsonl", '{"body":"An owl.","text":"no"}');
    expect((await read({ field: "body" })).records).toEqual([{ title: "", text: "An owl." }]);
  });

  it("reads a column of a table, with quoted line breaks, and skips broken rows", async () => {
    put("a.csv", 'title,body\nOwl,"It says ""hoo"",\ntwice"\nbroken\nFox,Runs\n');
    const { records, skipped } = await read({ column: "body" });
    expect(records).toEqual([
      { title: "Owl", text: 'It says "hoo",\ntwice' },
      { title: "Fox", text: "Runs" },
    ]);
    expect(skipped.map(([file, line]) => [file, line])).toEqual([["a.csv", 4]]);
  });

  it("refuses a table without the column, naming those it has", async () => {
    put("a.csv", "name,body\nOwl,flies\n");
    await expect(read()).rejects.toMatchObject({
      code: "bad-corpus",
      details: { column: "text", columns: ["name", "body"] },
    });
  });

  it("joins wrapped lines to paragraphs and leaves out the marks of Markdown", async () => {
    put("a.txt", "An owl\nhunts mice.\n\nIt flies.\n");
    put("b.md", "# Owls\n\nSee [the page](http://x.y) on **owls**.\n\n```\nlet code = 1;\n```\n");
    const { records } = await read();
    expect(records).toEqual([
      { title: "a.txt", text: "An owl hunts mice.\nIt flies." },
      { title: "b.md", text: "Owls\nSee the page on  owls ." },
    ]);
  });

  it("cuts long files into records of one title", async () => {
    put(
      "a.txt",
      Array.from({ length: 50 }, (_, i) => `Paragraph ${i} ${"owl ".repeat(300)}`).join("\n"),
    );
    const { records } = await read();
    expect(records.length).toBeGreaterThan(3);
    expect(new Set(records.map(({ title }) => title))).toEqual(new Set(["a.txt"]));
    expect(
      records
        .map(({ text }) => text)
        .join("\n")
        .match(/Paragraph \d+/g),
    ).toHaveLength(50);
  });

  it("decodes the named encoding and skips bytes that are none of it", async () => {
    put("a.txt", Buffer.from("Käse und Brot", "latin1"));
    expect((await read({ encoding: "latin1" })).records[0]?.text).toBe("Käse und Brot");
    expect((await read()).skipped).toEqual([
      ["a.txt", 1, "its bytes are not text in this encoding"],
    ]);
    put("a.txt", Buffer.from("\ufeffKäse\nBrot", "utf16le"));
    expect((await read({ encoding: "utf-16le" })).records[0]?.text).toBe("Käse Brot");
    await expect(read({ encoding: "klingon" })).rejects.toMatchObject({ code: "bad-corpus" });
  });

  it("goes on after a packed file that breaks off, and says so", async () => {
    const packed = gzipSync('{"text":"An owl."}\n'.repeat(50_000));
    put("a.jsonl.gz", packed.subarray(0, packed.length - 20));
    put("b.jsonl", '{"text":"Mice run."}');
    const { records, skipped } = await read();
    expect(records.at(-1)).toEqual({ title: "", text: "Mice run." });
    expect(skipped).toEqual([["a.jsonl.gz", 0, expect.stringContaining("broke off")]]);
  });

  it("reads folders to any depth in order of names, passing over hidden and other files", async () => {
    for (const name of ["b/z.txt", "a.txt", "b/a/y.md", ".hidden/x.txt", "c.pdf"]) put(name, name);
    const files = await listCorpus([folder]);
    expect(files.map(({ file }) => path.relative(folder, file))).toEqual([
      "a.txt",
      "b/a/y.md",
      "b/z.txt",
    ]);
  });

  it("refuses paths that hold nothing to train on, each with its reason", async () => {
    const refusal = (paths: string[]) => listCorpus(paths).catch((cause: Error) => cause.message);
    expect(await refusal([])).toBe("Name at least one file or folder to train on.");
    expect(await refusal([path.join(folder, "none")])).toContain("does not exist");
    expect(await refusal([folder])).toContain("There is no .txt, .md, .csv, .tsv, .jsonl, .docx");
    put("c.pdf", "x");
    expect(await refusal([path.join(folder, "c.pdf")])).toContain(
      "c.pdf is not what the end of its name says",
    );
  });
});
