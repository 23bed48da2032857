import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { NewRow } from "../../../core/collection/port/store.ts";
import { dayAt, dayNumber } from "../../../core/collection/port/time-units.ts";
import { cleanText } from "../../../core/collection/port/values.ts";
import { ApiError } from "../../../core/errors.ts";
import type { TextEngine } from "../../../core/text/types.ts";

export const COLUMNS = [
  { name: "title", type: "text" },
  { name: "kind", type: "text" },
  { name: "words", type: "number" },
  { name: "day", type: "date" },
] as const;

/** 1 January 1900 as a day number; the corpus has no dates, so every row gets one of a hundred years. */
const FIRST_DAY = dayNumber("1900-01-01");
const DAYS = 36_500;
const FEWEST_WORDS = 10;

/** The paragraphs of a folder of `.jsonl.gz` files as rows, in the same order every time. */
export async function* readRows(folder: string, engine: TextEngine): AsyncGenerator<NewRow> {
  let number = 0;
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".jsonl.gz")).sort()) {
    const lines = createInterface({
      input: createReadStream(path.join(folder, file)).pipe(createGunzip()),
    });
    for await (const line of lines) {
      const { title, text } = JSON.parse(line) as { title: string; text: string };
      for (const paragraph of text.split("\n")) {
        const words = paragraph.split(/\s+/).length;
        if (words < FEWEST_WORDS) continue;
        const day = dayAt(FIRST_DAY + ((number * 7919) % DAYS));
        const values = [cleanText(title), file.replace(/-.*/, ""), words, day];
        yield {
          id: String(number++).padStart(8, "0"),
          text: cleanText(paragraph),
          values,
          cells: cellsOf(paragraph, engine),
        };
      }
    }
  }
}

/** A text without a known word has no cell. */
function cellsOf(text: string, engine: TextEngine): Uint16Array {
  try {
    return engine.fingerprint(text);
  } catch (cause) {
    if (cause instanceof ApiError) return Uint16Array.of();
    throw cause;
  }
}
