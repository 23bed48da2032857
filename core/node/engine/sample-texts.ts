import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Positions } from "../../kernel/grid.ts";
import type { Retina } from "../../retina/types.ts";
import { CsvParser } from "../../tables/parse-csv.ts";
import { programInfo } from "../config/program-info.ts";
import { codeOf } from "../config/system-error.ts";
import { codeDigest } from "../opening/atlas-files.ts";

/** One line in so many is a sample text: 300 paragraphs of two centuries. */
const EVERY = 50;
/** Where the text stands in a line. */
const TEXT_COLUMN = 6;

/** Where the build puts them, taken out of their file (`test/config/build-ready.js`). */
export const SAMPLE_TEXTS = path.resolve(import.meta.dirname, "../../ready/sample-texts.json");

let known: Promise<readonly string[]> | undefined;

/** Texts that come with the program, on whatever presidents spoke of from 1790 on; read once. None where they are missing. */
export function sampleTexts(): Promise<readonly string[]> {
  known ??= readReady().then((ready) => ready ?? readSampleTexts());
  return known;
}

async function readReady(): Promise<readonly string[] | undefined> {
  const text = await readFile(SAMPLE_TEXTS, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as string[]);
}

/**
 * The same out of the file that comes with the program. Only the lines that are wanted are taken apart: the whole file would
 * take ten times as long.
 */
export function readSampleTexts(): Promise<readonly string[]> {
  return readSample(
    path.join(programInfo().root, "retinas", "samples", "state-of-the-union.csv.gz"),
  );
}

async function readSample(file: string): Promise<readonly string[]> {
  try {
    const bytes = await promisify(gunzip)(await readFile(file));
    const lines = bytes.toString("utf8").split("\n").slice(1);
    return lines
      .filter((line, i) => i % EVERY === 0 && line !== "")
      .flatMap((line) => {
        const [row] = new CsvParser(",").add(`${line}\n`);
        const text = row?.cells[TEXT_COLUMN];
        return text === undefined ? [] : [text];
      });
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
