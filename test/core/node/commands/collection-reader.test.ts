import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { keepReader } from "../../../../core/node/reader/reader-files.ts";
import { openRetina } from "../../../../core/retina/open-retina.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { playTerminal } from "../../../support/play-terminal.ts";
import {
  fitTinyReader,
  TINY_SENTENCES,
  writeSubjectEncoder,
} from "../../../support/tiny-reader.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

/** The built command: its threads load built files. */
const built = new URL("../../../../dist/core/node/commands/run-program.js", import.meta.url).href;
const { runProgram } = (await import(
  built
)) as typeof import("../../../../core/node/commands/run-program.ts");

const bytes = writeRetina(tinyRetinaData({ name: "tiny" }));
const retina = openRetina(bytes, "tiny");

/** The encoder and what was fitted to it, by the number of sentences: fitting takes a second of a processor. */
let encoder = "";
const fitted = new Map<number, ReturnType<typeof fitTinyReader>>();
/** Where the rows have been read by the reader, which each test has a copy of. */
let begun = "";
let firstImport: Awaited<ReturnType<typeof imported>>;
beforeAll(async () => {
  encoder = mkdtempSync(path.join(tmpdir(), "collection-encoder-"));
  writeSubjectEncoder(encoder);
  begun = enterFolder();
  mkdirSync(at("retinas"));
  writeFileSync(at("retinas/tiny.retina"), bytes);
  await keep();
  writeFileSync(
    at("rows.csv"),
    ["id,text", "m,Gitarre", "f,Birne", "c,wheel engine", "a,lion", "p,pay money"].join("\n"),
  );
  firstImport = await imported("--reader", "mine");
});
afterAll(() => {
  for (const each of [encoder, begun]) rmSync(each, { recursive: true, maxRetries: 10 });
});

let folder = "";
function enterFolder(): string {
  folder = mkdtempSync(path.join(tmpdir(), "collection-reader-"));
  vi.stubEnv("SEMASCOPE_HOME", at("home"));
  return folder;
}
beforeEach(() => cpSync(begun, enterFolder(), { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, maxRetries: 10 });
});

const at = (name: string) => path.join(folder, name);
function readerOf(sentences: string[]) {
  const { length } = sentences;
  const reader = fitted.get(length) ?? fitTinyReader(encoder, retina, { sentences });
  fitted.set(length, reader);
  return reader;
}
const keep = async (sentences = TINY_SENTENCES) =>
  keepReader(at("home/data/readers"), "mine", await readerOf(sentences));
const collection = async (...args: readonly string[]) => {
  const { terminal, out, err } = playTerminal();
  const retina = args[0] === "list" ? [] : ["--retinas", at("retinas"), "--retina", "tiny"];
  const own = [...retina, "--folder", at("rows")];
  const code = await runProgram(["collection", ...args, ...own], terminal);
  return { code, out: out.join("\n"), err: err.join("\n") };
};
const imported = (...args: readonly string[]) =>
  collection("import", at("rows.csv"), "--name", "rows", "--json", ...args);
const search = async (like: string) => {
  const { out, err } = await collection("search", "rows", "--like", like, "--json");
  return err === "" || out !== "" ? JSON.parse(out).rows.map((row: { id: string }) => row.id) : err;
};

it("reads rows by a reader, and every question to them by the same", async () => {
  const { code, out } = firstImport;
  expect(code).toBe(0);
  // By words the first two would have no fingerprint.
  expect(JSON.parse(out)).toMatchObject({ added: 5, withoutKnownWord: 0 });
  expect((await search("a song"))[0]).toBe("m");
  expect((await search("banana"))[0]).toBe("f");
  expect((await search("Birne"))[0]).toBe("f");
  const listed = JSON.parse((await collection("list", "rows", "--json")).out);
  expect(JSON.stringify(listed)).toContain('"reader":{"name":"mine"');
});

it("holds rows against ordinary texts that the same reader reads", async () => {
  const map = () =>
    collection("heat", "rows", "-o", at("rows.svg"), "--force", "--over", "ordinary");
  expect(await map()).toMatchObject({ code: 0, err: "" });
  expect(readFileSync(at("rows.svg"), "utf8")).toContain("<svg");
  // By words no reader would be asked.
  await keep(TINY_SENTENCES.slice(0, 500));
  expect(await map()).toMatchObject({
    code: 6,
    err: expect.stringContaining("The reader “mine” was fitted again since"),
  });
});

it("keeps rows that are read otherwise out of it", async () => {
  expect(await imported()).toMatchObject({
    code: 6,
    err: expect.stringContaining("“rows” was read by the reader “mine” as it was then"),
  });
  await collection("import", at("rows.csv"), "--name", "words");
  expect(
    await collection("import", at("rows.csv"), "--name", "words", "--reader", "mine"),
  ).toMatchObject({ code: 6, err: expect.stringContaining("“words” was read by words") });
});

it("scores rows by a filter whose texts were read as they were, and by no other", async () => {
  writeFileSync(at("music.txt"), "Gitarre\nsong\nguitar music\n");
  writeFileSync(at("other.txt"), "Birne\nbanana\nfruit\n");
  const create = (file: string, ...args: readonly string[]) => {
    const { terminal } = playTerminal();
    const texts = ["--positive", at("music.txt"), "--negative", at("other.txt")];
    const own = ["--retinas", at("retinas"), "--retina", "tiny", "-o", at(file)];
    return runProgram(["filter", "create", "music", ...texts, ...own, ...args], terminal);
  };
  // With texts that it will be used on, so that those that come with the program need not be read.
  writeFileSync(at("among.txt"), TINY_SENTENCES.slice(0, 100).join("\n"));
  expect(await create("words.json", "--among", at("among.txt"))).toBe(0);
  expect(await collection("classify", "rows", at("words.json"))).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /read by their words, and the rows were read by the reader “mine” .*again with --reader mine\.$/,
    ),
  });
  expect(await create("read.json", "--reader", "mine")).toBe(0);
  const scored = await collection("classify", "rows", at("read.json"), "--json");
  // The row that is about music and no other: its only word is one that the retina does not know.
  expect(JSON.parse(scored.out)).toMatchObject({ rows: 5, over: 1 });
  await keep(TINY_SENTENCES.slice(0, 500));
  expect(await create("again.json", "--reader", "mine")).toBe(0);
  expect(await collection("classify", "rows", at("again.json"))).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /reader “mine” \(\w+\), and the rows were read by the reader “mine”/,
    ),
  });
});

it("says when the reader is not what it was", async () => {
  await keep(TINY_SENTENCES.slice(0, 500));
  expect(await search("a song")).toContain("The reader “mine” was fitted again since");
  // No text has to be read for a term.
  expect((await search("guitar"))[0]).toBe("m");
  expect(await imported("--reader", "yours")).toMatchObject({
    code: 2,
    err: expect.stringContaining("There is no reader “yours”; there are: mine."),
  });
});
