import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FILE_KINDS, listFiles } from "../../../../core/node/files/list-files.ts";
import { readBytes } from "../../../../core/node/files/read-bytes.ts";
import {
  type FileRecord,
  type RecordsOptions,
  readRecords,
} from "../../../../core/node/files/read-records.ts";
import { openRegular, readWhole, withWhole } from "../../../../core/node/files/regular-file.ts";
import { HAS_PIPES, makeTraps, openIn, writeBomb } from "../../../support/hostile-files.ts";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "semascope-files-")));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

async function put(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

async function read(file: string, options: RecordsOptions = {}): Promise<FileRecord[]> {
  const found: FileRecord[] = [];
  for (const each of await listFiles([file], { kinds: FILE_KINDS, inFolders: FILE_KINDS }))
    for await (const batch of readRecords(each, options)) found.push(...batch);
  return found;
}
const fieldsOf = async (name: string, content: string | Uint8Array) =>
  (await read(await put(name, content))).map(({ fields }) => Object.fromEntries(fields ?? []));

describe.runIf(HAS_PIPES)("what is no regular file", () => {
  it("is not opened, listed or read whole, and is said to be what it is", async () => {
    for (const { file, reason } of await makeTraps(folder, ".csv")) {
      await expect(readWhole(file).catch(({ message, code }) => message || code)).resolves.toMatch(
        file.includes("round") ? /ELOOP|too many/ : reason,
      );
      await expect(read(file)).rejects.toMatchObject({
        code: "bad-input",
        message: expect.stringContaining(file),
      });
      const bytes = readBytes({ file, name: path.basename(file), isPacked: false });
      await expect(bytes.next()).rejects.toThrow(reason);
    }
    await expect(openRegular(folder)).rejects.toThrow("it is a folder, not a file");
    // Among files of a folder they are passed over.
    await put("good.csv", "text\nA text\n");
    expect(await read(folder)).toHaveLength(1);
    expect(openIn(folder)).toBe(0);
  });
});

describe("a file", () => {
  it("is read with its links resolved", async () => {
    await symlink(await put("real/a.csv", "text\nA text\n"), path.join(folder, "link.csv"));
    expect(await read(path.join(folder, "link.csv"))).toHaveLength(1);
  });

  it("is read whole up to a bound", async () => {
    const file = await put("a.txt", "x".repeat(70_000));
    expect((await readWhole(file)).length).toBe(70_000);
    await expect(readWhole(file, 69_999)).rejects.toThrow("a.txt cannot be read: it has more than");
  });

  it("is used whole, and its memory given back at once, also when that fails", async () => {
    const content = Uint8Array.from({ length: 70_000 }, (_, i) => i % 251);
    const file = await put("a.bin", content);
    let used: Uint8Array | undefined;
    const use = async (bytes: Uint8Array) => {
      used = bytes;
      return bytes.slice();
    };
    expect(await withWhole(file, 70_000, use)).toEqual(content);
    expect(used).toHaveLength(0);
    const fail = async (bytes: Uint8Array) => {
      await use(bytes);
      throw new Error("not usable");
    };
    await expect(withWhole(file, 70_000, fail)).rejects.toThrow("not usable");
    expect(used).toHaveLength(0);
    await expect(withWhole(file, 69_999, use)).rejects.toThrow("it has more than");
  });

  it("is closed when reading ends early, breaks off or is cancelled", async () => {
    const csv = `text\n${"A text of some words\n".repeat(50_000)}`;
    const packed = gzipSync(csv);
    const files = [await put("a.csv", csv), await put("a.csv.gz", packed)];
    const cut = await put("cut.csv.gz", packed.subarray(0, packed.length - 20));
    for (const file of files) {
      const [listed] = await listFiles([file], { kinds: FILE_KINDS, inFolders: [] });
      if (listed === undefined) throw new Error("It is not listed.");
      for await (const _ of readRecords(listed)) break;
      expect(openIn(folder)).toBe(0);
      const controller = new AbortController();
      const reading = readRecords(listed, { signal: controller.signal });
      await reading.next();
      controller.abort();
      const rest = async () => {
        for await (const _ of reading);
      };
      await expect(rest()).rejects.toMatchObject({
        code: expect.stringMatching(/cancelled|bad-input/),
      });
      expect(openIn(folder)).toBe(0);
    }
    await expect(read(cut)).rejects.toThrow("cut.csv.gz cannot be unpacked");
    expect(openIn(folder)).toBe(0);
  });

  it("that unpacks to a thousand times its size is refused, whatever its kind, in little memory", async () => {
    const bomb = path.join(folder, "bomb");
    await writeBomb(bomb, 140);
    for (const name of ["a.txt.gz", "a.json.gz", "a.jsonl.gz", "a.csv.gz"]) {
      const file = path.join(folder, name);
      await copyFile(bomb, file);
      await expect(read(file), name).rejects.toMatchObject({
        code: "bad-input",
        message: expect.stringMatching(new RegExp(`${name} cannot be read: it has more than`)),
      });
    }
    const lines = path.join(folder, "lines.md.gz");
    await writeBomb(lines, 34, "aaaaaaa\n");
    await expect(read(lines)).rejects.toThrow(
      "lines.md.gz cannot be read: it has more than the 32 MB",
    );
    const zeros = path.join(folder, "zeros.csv.gz");
    await writeBomb(zeros, 2, "\0");
    await expect(read(zeros)).rejects.toThrow(
      "zeros.csv.gz is binary data, packed with gzip; save it as text",
    );
  });

  it("has one text, of which a preview takes the beginning", async () => {
    const file = await put("long.txt", "A line of text\n".repeat(100_000));
    const [record] = await read(file, { enough: 1000 });
    expect(String(record?.fields?.get("text")).length).toBeLessThan(200_000);
  });

  it("in UTF-16 without a mark is read", async () => {
    const content = Buffer.from("id,text\n1,a text\n", "utf16le");
    const [record] = await read(await put("wide.csv", content));
    expect(Object.fromEntries(record?.fields ?? [])).toEqual({ id: "1", text: "a text" });
  });

  it.each([
    ["table.csv", Buffer.from("PK\u0003\u0004abc"), "table.csv is damaged or cut short"],
    [
      "table.doc",
      Buffer.from("\u00d0\u00cf\u0011\u00e0", "latin1"),
      "is an old or encrypted Office",
    ],
    ["table.pdf", "a,b\n1,2\n", "table.pdf is not what the end of its name says"],
    [
      "page.csv",
      "<!doctype html><html><title>Sign in</title><p>Please sign in.</p></html>",
      "page.csv is a web page, not a table",
    ],
    [
      "data.txt",
      Buffer.from(Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) & 255)),
      "data.txt is binary data; save it as text in UTF-8",
    ],
  ])("that is no text is refused by what it is: %s", async (name, content, reason) => {
    const refusal = read(await put(name, content));
    await expect(refusal).rejects.toMatchObject({ code: "bad-input" });
    await expect(refusal).rejects.toThrow(reason);
  });
});

describe("records", () => {
  const WANTED = [
    { id: "1", text: "Käse, first" },
    { id: "2", text: "second" },
  ];
  const table = (by: string) => `id${by}text\r\n1${by}"Käse, first"\r\n\r\n2${by}second`;

  it.each<[string, string | Uint8Array]>([
    ["comma.csv", table(",")],
    ["semicolon.csv", table(";")],
    ["pipe.csv", table("|")],
    ["tab.csv", table("\t")],
    ["tab.tsv", table("\t")],
    ["mark.csv", `\ufeff${table(";")}`],
    ["wide.csv", Buffer.from(`\ufeff${table("\t")}`, "utf16le")],
    ["big.csv", Buffer.from(`\ufeff${table("\t")}`, "utf16le").swap16()],
    ["old.csv", table(",").replaceAll("\r\n", "\r")],
    ["packed.csv.gz", gzipSync(table(","))],
    ["lines.jsonl", WANTED.map((each) => `${JSON.stringify(each)}\r\n`).join("\n")],
    ["lines.ndjson.gz", gzipSync(`\ufeff${WANTED.map((each) => JSON.stringify(each)).join("\n")}`)],
    ["list.json", `\ufeff${JSON.stringify(WANTED, null, 2)}`],
  ])("are the same in %s", async (name, content) => {
    expect(await fieldsOf(name, content)).toEqual(WANTED);
  });

  it("keep what a row has beyond the head, and say what became of it", async () => {
    const file = await put("a.csv", "id,text\n1,a text,more\n2\n3,three,,\n4,four\n");
    expect(await read(file)).toEqual([
      {
        line: 2,
        fields: new Map([
          ["id", "1"],
          ["text", "a text"],
          ["column 3", "more"],
        ]),
        problem:
          "it has 3 cells and the header 2; the further ones are in columns of their own. Put a cell that holds the delimiter in quotation marks",
        isBroken: false,
      },
      {
        line: 3,
        fields: new Map([["id", "2"]]),
        problem: "it has 1 cell and the header 2; the others are empty",
        isBroken: false,
      },
      {
        line: 4,
        fields: new Map([
          ["id", "3"],
          ["text", "three"],
        ]),
      },
      {
        line: 5,
        fields: new Map([
          ["id", "4"],
          ["text", "four"],
        ]),
      },
    ]);
  });

  it("say in which line bytes are no text, or what is no record", async () => {
    const latin = Buffer.from('id,text\n1,"two\nlines, Käse"\n2,fine\n', "latin1");
    expect(await read(await put("latin.csv", latin), { encoding: "utf-8" })).toMatchObject([
      { line: 2, isBroken: true, problem: expect.stringContaining("its bytes are not text") },
      {
        line: 4,
        fields: new Map([
          ["id", "2"],
          ["text", "fine"],
        ]),
      },
    ]);
    expect(await read(await put("latin.csv", latin), { encoding: "latin1" })).toMatchObject([
      {
        fields: new Map([
          ["id", "1"],
          ["text", "two\nlines, Käse"],
        ]),
      },
      { line: 4 },
    ]);
    expect(await read(await put("a.jsonl", '{"a":1}\n\nno\n[]\n"text"'))).toEqual([
      { line: 1, fields: new Map([["a", 1]]) },
      { line: 3, fields: undefined, problem: "it is not JSON", raw: "no" },
      { line: 4, fields: undefined, problem: "it is not a JSON object" },
      { line: 5, fields: new Map([["text", "text"]]) },
    ]);
    await expect(read(await put("a.json", "[1,"))).rejects.toThrow(
      "a.json cannot be read: it is not JSON",
    );
    await expect(read(await put("b.json", '[{"a":1},\n{"a":2},\n]\n'))).rejects.toThrow(
      "b.json cannot be read: it is not JSON (near value 4: nothing is there; remove the comma before it).",
    );
  });

  it("come in batches of 500", async () => {
    const sizes: number[] = [];
    const lines = Array.from({ length: 1200 }, (_, i) => JSON.stringify({ i }));
    const long = JSON.stringify({ text: "x".repeat(9_000_000) });
    const file = await put("a.jsonl", [...lines, long, long, long].join("\n"));
    for (const each of await listFiles([file], { kinds: FILE_KINDS, inFolders: [] }))
      for await (const batch of readRecords(each)) sizes.push(batch.length);
    expect(sizes.slice(0, 2)).toEqual([500, 500]);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1203);
  });
});
