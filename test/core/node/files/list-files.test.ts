import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pdfOf, plainDocx, textRow, xlsxOf } from "../documents/make-documents.ts";

// Documents are read on a thread that runs built files.
const built = (name: string) =>
  new URL(`../../../../dist/core/node/${name}.js`, import.meta.url).href;
const { ImportSource } = (await import(
  built("collections/import/import-source")
)) as typeof import("../../../../core/node/collections/import/import-source.ts");
const { readAsText } = (await import(
  built("files/document-records")
)) as typeof import("../../../../core/node/files/document-records.ts");

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "documents-"));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }));

const FILES: Readonly<Record<string, Uint8Array>> = {
  ".DS_Store": strToU8("x"),
  "__MACOSX/._1.txt": strToU8("x"),
  "a/~$interview.docx": strToU8("x"),
  "a/interview.docx": plainDocx("One answer", "Another"),
  "a/1.txt": strToU8("first"),
  "b/1.txt": strToU8("second"),
  "b/empty.txt": strToU8(""),
  "b/scan.pdf": pdfOf([[]]),
  "b/rows.csv": strToU8("id,text\n1,x\n"),
  "c/old.doc": strToU8("\u00d0\u00cf\u0011\u00e0", true),
  "c/table.xlsx": xlsxOf({ One: textRow("a", "b"), Two: textRow("c") }),
  "c/inner.zip": zipSync({ "x.txt": strToU8("x") }),
};

async function put(files: Readonly<Record<string, Uint8Array>>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
}

it("opens a file whose name has the same letters, composed or apart", async () => {
  await put({ ["früh.txt".normalize("NFD")]: strToU8("a text") });
  const source = await ImportSource.open([path.join(folder, "früh.txt".normalize("NFC"))]);
  expect(source.files.map(({ name }) => name)).toEqual(["früh.txt".normalize("NFD")]);
  await source.close();
});

async function importOf(paths: readonly string[], sheet?: string) {
  const source = await ImportSource.open(paths, { sheet });
  try {
    const { records, oddities, facts } = await source.beginning();
    return {
      encoding: facts?.encoding,
      rows: records.map((record) => Object.fromEntries(record)),
      passed: oddities.map(({ place, reason }) => `${place}: ${reason}`),
      sheets: source.sheets,
    };
  } finally {
    await source.close();
  }
}

describe("the files of an import", () => {
  const TEXTS = [
    { id: "a/1.txt", title: "1", text: "first" },
    {
      ...{ id: "a/interview.docx", title: "Minutes & more", author: "Eva Müller" },
      ...{ date: "2024-03-01T09:00:00Z", text: "One answer\n\nAnother" },
    },
    { id: "b/1.txt", title: "1", text: "second" },
    { id: "c/table.xlsx", title: "table", author: "", date: "", text: "a\tb\n\f\nc" },
  ];
  const PASSED = [
    "b/rows.csv: it is a table; import it by itself",
    "c/old.doc: it is an old or encrypted Office document; save it without a password as .docx or .xlsx",
    "b/empty.txt: it has no text",
    "b/scan.pdf: it has no text: its pages are pictures. Run OCR on it first (such as ocrmypdf)",
  ];

  it("are the texts and documents of a folder, and what is passed over with the reason", async () => {
    await put(FILES);
    const { rows, passed } = await importOf([folder]);
    // A zip in a folder is read like a folder.
    const inner = { id: "c/inner.zip/x.txt", title: "x", text: "x" };
    expect(rows).toEqual([...TEXTS.slice(0, 3), inner, TEXTS[3]]);
    expect(passed).toEqual(PASSED);
  });

  it("are the same in a zip, and an archive within it is passed over", async () => {
    await put({ "all.zip": zipSync(FILES) });
    const { rows, passed } = await importOf([path.join(folder, "all.zip")]);
    expect(rows).toEqual(TEXTS.map((row) => ({ ...row, id: `all.zip/${row.id}` })));
    const nested = "c/inner.zip: it is an archive within an archive; unpack it";
    expect(passed.toSorted()).toEqual([...PASSED, nested].map((line) => `all.zip/${line}`).sort());
  });

  it("are the tables of a folder or zip without texts", async () => {
    const table = strToU8("id,text\n1,a cow\n");
    await put({ "data.zip": zipSync({ "x/rows.csv": table }), "d/1.csv": table, "d/2.csv": table });
    expect((await importOf([path.join(folder, "data.zip")])).rows).toEqual([
      { id: "1", text: "a cow" },
    ]);
    expect((await importOf([path.join(folder, "d")])).rows).toHaveLength(2);
  });

  it("are rows of a sheet where a workbook is named", async () => {
    const sheets = {
      A: textRow("id", "text") + textRow("007", "a cow"),
      B: textRow("x") + textRow("y"),
    };
    await put({ "answers.csv": xlsxOf(sheets) });
    const file = path.join(folder, "answers.csv");
    expect(await importOf([file])).toEqual({
      rows: [{ id: "007", text: "a cow" }],
      passed: [],
      sheets: { sheets: ["A", "B"], sheet: "A" },
      encoding: undefined,
    });
    expect((await importOf([file], "B")).rows).toEqual([{ x: "y" }]);
    await expect(importOf([file], "C")).rejects.toThrow(
      "answers.csv cannot be read. There is no sheet “C”. The sheets are: A, B.",
    );
  });

  it("may be a single document, and are refused where it has no text", async () => {
    await put(FILES);
    expect((await importOf([path.join(folder, "a/interview.docx")])).rows).toHaveLength(1);
    await expect(importOf([path.join(folder, "b/scan.pdf")])).rejects.toThrow(
      "scan.pdf has no row: it has no text: its pages are pictures. Run OCR",
    );
    await expect(importOf([path.join(folder, "c/old.doc")])).rejects.toThrow(
      "old.doc is an old or encrypted Office document; save it",
    );
  });
});

describe("readAsText", () => {
  it("reads the text of documents, and refuses what is a table in its program", async () => {
    await put(FILES);
    expect(await readAsText(path.join(folder, "a/interview.docx"))).toBe("One answer\n\nAnother");
    expect(await readAsText(path.join(folder, "a/1.txt"))).toBe("first");
    await expect(readAsText(path.join(folder, "c/table.xlsx"))).rejects.toThrow(
      "table.xlsx cannot be read: it is an Excel workbook; save what it says as text.",
    );
  });
});
