import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { shippedSentences } from "../../../../core/node/commands/fit-sentences.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { playTerminal } from "../../../support/play-terminal.ts";
import { writeTinyEncoder } from "../../../support/tiny-encoder.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

/** The built command: its threads load built files. */
const built = new URL("../../../../dist/core/node/commands/run-program.js", import.meta.url).href;
const { runProgram } = (await import(
  built
)) as typeof import("../../../../core/node/commands/run-program.ts");

const SUBJECTS = ["banana", "pear", "guitar", "song", "car", "wheel", "cat", "lion"];
/** "one" is read to try the encoder. */
const WORDS = [...SUBJECTS, "the", "and", "near", "number", "of", "one"];

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "reader-"));
  vi.stubEnv("SEMASCOPE_HOME", at("home"));
  mkdirSync(at("retinas"));
  writeFileSync(at("retinas/tiny.retina"), writeRetina(tinyRetinaData({ name: "tiny" })));
  writeTinyEncoder(at("encoder"), WORDS);
  const sentences = Array.from({ length: 120 }, (_, i) => {
    const word = (k: number) => SUBJECTS[(i * 3 + k * 5 + Math.floor(i / 8)) % 8];
    return `The ${word(0)} and the ${word(1)} near number ${i} of ${word(2)}.`;
  });
  writeFileSync(at("texts.txt"), sentences.join("\n\n"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, maxRetries: 10 });
});

const at = (name: string) => path.join(folder, name);
const reader = async (...args: readonly string[]) => {
  const { terminal, out, err } = playTerminal();
  const code = await runProgram(["reader", ...args], terminal);
  return { code, out: out.join("\n"), err: err.join("\n") };
};
const fittedFromShipped = (...more: readonly string[]) =>
  reader(
    ...["fit", "--encoder", at("encoder"), "--map", "tiny", "--retinas", at("retinas")],
    ...["--readings", at("readings"), ...more],
  );
const fitted = (...more: readonly string[]) =>
  fittedFromShipped("--texts", at("texts.txt"), ...more);

it("fits a reader, twice the same, and lists and checks it", async () => {
  const { code, out, err } = await fitted();
  expect(err).toBe("");
  expect(out).toMatch(/^name +encoder$/m);
  expect(out).toMatch(/^quality +.*keptAside 6/m);
  expect(code).toBe(0);
  await fitted("--name", "again", "--threads", "2");
  const file = (name: string) => readFileSync(at(`home/data/readers/${name}.reader`));
  expect(file("again")).toEqual(file("encoder"));
  const listed = await reader("list");
  expect(listed.out).toMatch(/^name .*\nagain +name tiny +count 120 /);
  expect(await reader("check", "again")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^again +tiny +\w{32}/m),
  });
});

it("learns from what comes with the program where no texts are named", async () => {
  const most = 600;
  const { sentences } = await shippedSentences({ most, signal: NEVER_CANCELLED, report() {} });
  const words = new Set(
    sentences.flatMap((each) => each.toLowerCase().match(/\w+|[^\w\s]/g) ?? []),
  );
  writeTinyEncoder(at("encoder"), [...words]);
  const { out, err } = await fittedFromShipped("--sentences", String(most), "--json");
  expect(err).toBe("");
  const header = JSON.parse(out);
  expect(header.sentences.from).toBe("wordnet.csv.gz, state-of-the-union.csv.gz");
  // The others have no word that the tiny retina knows.
  expect(header.sentences.count).toBeGreaterThan(100);
});

it("says what is missing or wrong", async () => {
  expect(await reader("list")).toMatchObject({ out: "none" });
  expect(await reader("check", "use")).toMatchObject({
    code: 2,
    err: expect.stringContaining("There is no reader “use”; there are: none."),
  });
  expect(await fitted("--name", "Mine!")).toMatchObject({
    code: 2,
    err: expect.stringContaining("“Mine!” cannot be the name of a reader"),
  });
  expect(await fitted("--map", "large")).toMatchObject({
    code: 3,
    err: expect.stringMatching(/“large”.*tiny/),
  });
  expect(await fitted("--encoder", at("retinas"))).toMatchObject({
    code: 2,
    err: expect.stringContaining("has no tokenizer.json"),
  });
  // Before any sentence is looked for.
  expect(await fitted("--encoder", at("gone"), "--texts", at("none.txt"))).toMatchObject({
    code: 2,
    err: expect.stringMatching(/The encoder .*gone does not exist\.$/),
  });
});
