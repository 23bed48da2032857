import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { CsvParser } from "../../tables/parse-csv.ts";
import { codeOf } from "../config/error-code.ts";
import { programInfo } from "../config/program-info.ts";

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
