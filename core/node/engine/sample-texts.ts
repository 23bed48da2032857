import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Positions } from "../../kernel/grid.ts";
import type { Retina } from "../../retina/types.ts";
import { programInfo } from "../config/program-info.ts";
import { codeOf } from "../config/system-error.ts";
import { codeDigest } from "../opening/atlas-files.ts";

/** One line in so many is a sample text: 300 paragraphs of two centuries. */
const EVERY = 50;
/** Where the text stands in a line. */
const TEXT_COLUMN = 6;

/** Where the build puts them, taken out of their file (`test/config/build-ready.js`). */
export const SAMPLE_TEXTS = path.resolve(import.meta.dirname, "../../ready/sample-texts.json");

const known = new Map<string, Promise<readonly string[]>>();

/**
 * Texts in a language that come with the program, read once: in English on whatever presidents spoke of from 1790 on, in others
 * the paragraphs of the Universal Declaration of Human Rights, which are few. None where they are missing.
 */
export function sampleTexts(language: string): Promise<readonly string[]> {
  const texts = known.get(language) ?? readTexts(language);
  known.set(language, texts);
  return texts;
}

const readTexts = (language: string): Promise<readonly string[]> =>
  language === "en"
    ? readReady().then((ready) => ready ?? readSampleTexts())
    : readRights(language);

async function readReady(): Promise<readonly string[] | undefined> {
  const text = await readFile(SAMPLE_TEXTS, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as string[]);
}

/**
 * The same out of the file that comes with the program. Only the lines that are wanted are taken apart: the whole file would
 * take ten times as long.
 */
export async function readSampleTexts(): Promise<readonly string[]> {
  const lines = (await linesOf("state-of-the-union.csv.gz")).slice(1);
  return lines
    .filter((line, i) => i % EVERY === 0 && line !== "")
    .flatMap((line) => {
      const text = cellsOf(line)[TEXT_COLUMN];
      return text === undefined ? [] : [text];
    });
}

/** Of the declaration, whose first column is the language and whose last is the text. */
async function readRights(language: string): Promise<readonly string[]> {
  const lines = await linesOf("human-rights.csv.gz");
  return lines
    .filter((line) => line.startsWith(`${language},`))
    .flatMap((line) => cellsOf(line).slice(-1));
}

/** One cell of a sample, and the comma before it. These threads may be ended, so DuckDB cannot read for them. */
const CELL = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;

const cellsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(CELL), ([, quoted, bare = ""]) => quoted?.replaceAll('""', '"') ?? bare);

/** The lines of a sample, none of whose texts has a line break. */
async function linesOf(name: string): Promise<readonly string[]> {
  try {
    const file = path.join(programInfo().root, "retinas", "samples", name);
    const bytes = await promisify(gunzip)(await readFile(file));
    return bytes.toString("utf8").split("\n");
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return [];
    throw cause;
  }
}

const CORE = path.resolve(import.meta.dirname, "../..");
/** Folders whose code has a part in the fingerprint of a text. */
const READING_CODE = ["fingerprint", "kernel", "retina", "text"] as const;

/**
 * Where the build puts the fingerprints of the texts that come with the program (`test/config/build-ready.js`), named after the
 * retina's content and the code that reads texts.
 */
export async function samplePrintsFile({ checksum }: Pick<Retina, "checksum">): Promise<string> {
  const digest = await codeDigest(CORE, READING_CODE);
  const hash = createHash("sha256").update(checksum).update(digest);
  return path.join(CORE, "ready", `${hash.digest("hex").slice(0, 40)}.prints`);
}

const printsOf = new WeakMap<Retina, Promise<readonly Positions[] | undefined>>();

/** Read once; undefined where the build has made none for the retina. */
export function samplePrints(retina: Retina): Promise<readonly Positions[] | undefined> {
  const prints = printsOf.get(retina) ?? readFor(retina);
  printsOf.set(retina, prints);
  return prints;
}

async function readFor(retina: Retina): Promise<readonly Positions[] | undefined> {
  const bytes = await readFile(await samplePrintsFile(retina)).catch(() => undefined);
  return bytes === undefined ? undefined : readPrints(bytes);
}

/** Fingerprint by fingerprint the number of its positions and these, 16 bits each. */
export function writePrints(prints: readonly Positions[]): Uint8Array {
  const numbers = Uint16Array.from(prints.flatMap((print) => [print.length, ...print]));
  return new Uint8Array(numbers.buffer);
}

/** What `writePrints` has written. */
export function readPrints(bytes: Uint8Array): Positions[] {
  const numbers = new Uint16Array(bytes.slice().buffer);
  const prints: Positions[] = [];
  for (let at = 0; at < numbers.length; at += 1 + numbers[at]!)
    prints.push(numbers.slice(at + 1, at + 1 + numbers[at]!));
  return prints;
}
