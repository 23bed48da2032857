import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { writePack } from "../../../../core/language/pack-file.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { playTerminal } from "../../../support/play-terminal.ts";
import { writeTinyEncoder } from "../../../support/tiny-encoder.ts";
import { tinyPack } from "../../../support/tiny-pack.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

/** The built command: its threads load built files. */
const built = new URL("../../../../dist/core/node/commands/run-program.js", import.meta.url).href;
const { runProgram } = (await import(
  built
)) as typeof import("../../../../core/node/commands/run-program.ts");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "pack-"));
  mkdirSync(path.join(folder, "languages"));
  vi.stubEnv("SEMASCOPE_HOME", at("home"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, maxRetries: 10 });
});

const at = (name: string) => path.join(folder, name);
const pack = async (...args: readonly string[]) => {
  const { terminal, out, err } = playTerminal();
  const code = await runProgram(["pack", ...args], terminal);
  return { code, out: out.join("\n"), err: err.join("\n") };
};
const write = async () => writeFileSync(at("languages/de.pack"), writePack(await tinyPack()));

it("shows the English terms of a word", async () => {
  await write();
  const { out, code } = await pack("show", "de", "Hund", "katze", "--retinas", folder);
  expect(out).toMatch(/^Hund +dog 255, animal \d+, .*\nkatze$/m);
  expect(code).toBe(0);
});

it("checks packs, and names what is wrong with one", async () => {
  await write();
  const { out } = await pack("check", "--retinas", folder);
  expect(out).toMatch(/de\.pack +de +7 +CC0 /);
  writeFileSync(at("bad.pack"), readFileSync(at("languages/de.pack")).subarray(0, 99));
  const bad = await pack("check", at("languages/de.pack"), at("bad.pack"));
  expect(bad).toMatchObject({
    code: 5,
    out: expect.stringMatching(/de\.pack +de +7 +CC0 /),
    err: expect.stringContaining("bad.pack is cut short"),
  });
});

it("takes a language for a file, one's own as well", async () => {
  await write();
  mkdirSync(at("home/data/languages"), { recursive: true });
  writeFileSync(at("home/data/languages/sv.pack"), writePack(await tinyPack(undefined, "sv")));
  const { out } = await pack("check", "sv", at("languages/de.pack"), "--retinas", folder);
  expect(out).toMatch(/sv\.pack +sv +6 +CC0 .*\n.*de\.pack +de +7 +CC0 /);
  expect((await pack("show", "sv", "hund", "--retinas", folder)).out).toMatch(/^hund +dog 255/m);
  expect((await pack("check", "--retinas", folder)).out.split("\n")).toHaveLength(3);
  expect(await pack("check", "fr", "--retinas", folder)).toMatchObject({ code: 2 });
});

it("says which packs there are", async () => {
  await write();
  expect(await pack("show", "fr", "chien", "--retinas", folder)).toMatchObject({
    code: 2,
    err: "There is no pack “fr”; there are: de.",
  });
});

it("makes a pack of a list of words, twice the same", async () => {
  const { terms } = tinyRetinaData();
  const english = [...new Set(terms.flatMap((term) => term.split(" ")))];
  writeTinyEncoder(at("encoder"), [...english, "hund", "geld"], {
    likelihood: () => -1,
    vectorOf: (word) => {
      const place = english.indexOf({ hund: "lion", geld: "money" }[word] ?? word);
      return Array.from({ length: 8 }, (_, i) => Math.sin((place + 2) * (i + 1) ** 2));
    },
  });
  writeFileSync(at("tiny.retina"), writeRetina(tinyRetinaData()));
  writeFileSync(at("de.tsv"), "geld\t0.001\nhund\t0.0001\n");
  const make = (out: string) =>
    pack(
      ...["make", "--encoder", at("encoder"), "--words", at("de.tsv"), "--language", "de"],
      ...["--licence", "CC0", "--retinas", folder, "--retina", "tiny"],
      ...["--readings", at("readings"), "--out", at(out)],
    );
  expect(await make("de.pack")).toMatchObject({ code: 0, err: "" });
  await make("again.pack");
  expect(readFileSync(at("again.pack"))).toEqual(readFileSync(at("de.pack")));
  const { out } = await pack("show", at("de.pack"), "geld", "hund");
  expect(out).toMatch(/^geld +money 255, .*\nhund +lion 255, /m);
});

it("asks for what it needs, and refuses an encoder that does not know how words are written", async () => {
  expect(await pack("make", "--language", "de")).toMatchObject({
    code: 2,
    err: "--encoder is missing.",
  });
  expect(
    (await pack("make", "--language", "German", "--encoder", "e", "--words", "w")).err,
  ).toContain("no code of a language");
  writeTinyEncoder(at("encoder"), ["hund"]);
  writeFileSync(at("de.tsv"), "hund\t0.001\n");
  writeFileSync(at("tiny.retina"), writeRetina(tinyRetinaData()));
  const { err } = await pack(
    ...["make", "--encoder", at("encoder"), "--words", at("de.tsv"), "--language", "de"],
    ...["--retinas", folder],
  );
  expect(err).toContain("Unigram");
});
