import { parseDelimited } from "./parse-delimited.ts";
import type { FileKind, ReadOptions } from "./read-table.ts";

const ENDINGS: Readonly<Record<string, FileKind>> = {
  csv: "csv",
  tsv: "tsv",
  tab: "tsv",
  json: "json",
  jsonl: "jsonl",
  ndjson: "jsonl",
  txt: "lines",
  text: "lines",
};
const SAMPLE = 16_384;
const LONGEST_NAME = 40;
const SENTENCE_WORDS = 6;
/** Names that a column of texts or terms usually has; enough to know a lone header line by. */
const USUAL_NAMES =
  /^(id|text|texts|term|terms|word|words|label|category|class|title|name|content|body|document|sentence|left|right|a|b|item|example|examples|comment|question|answer|positive|negative|score)$/i;

/** How to read a file, from its ending and its first lines. A guess that the person sees and can change. */
export function guessFormat(name: string, text: string): ReadOptions {
  const sample = text.slice(0, SAMPLE);
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const kind = ENDINGS[ending] ?? guessKind(sample);
  const head = firstLine(sample.replace(/^# .*(\r\n|$)/gm, ""));
  const separator = count(head, ";") > count(head, ",") ? ";" : ",";
  return { kind, separator, hasHeader: guessHeader(sample, kind, separator) };
}

function guessKind(sample: string): FileKind {
  const start = sample.trimStart();
  if (start.startsWith("{"))
    return /^\{[^\n]*\}\s*(\n\s*\{|$)/.test(start) && start.includes("\n") ? "jsonl" : "json";
  if (start.startsWith("[")) return "json";
  const lines = sample.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  const inEvery = (sign: string) => lines.length > 0 && lines.every((line) => line.includes(sign));
  if (inEvery("\t")) return "tsv";
  const isTable = isEven(sample, ",") || isEven(sample, ";");
  return isTable ? "csv" : "lines";
}

/** Prose has commas too, but not the same number in every line. */
function isEven(sample: string, separator: string): boolean {
  const { rows } = parseDelimited(sample, separator);
  const whole = sample.length === SAMPLE ? rows.slice(0, -1) : rows;
  const width = whole[0]?.cells.length ?? 0;
  if (whole.length < 2 || width < 2 || whole.some(({ cells }) => cells.length !== width))
    return false;
  return !isProse(whole.map(({ cells }) => cells));
}

/** Sentences with as many commas each: every comma is followed by a space, and there are many words. */
function isProse(rows: readonly (readonly string[])[]): boolean {
  if (rows[0]?.some((name) => USUAL_NAMES.test(name.trim()))) return false;
  if (rows.some((cells) => cells.slice(1).some((cell) => !cell.startsWith(" ")))) return false;
  const words = rows.map((cells) => cells.join(" ").trim().split(/\s+/).length);
  return words.reduce((sum, count) => sum + count, 0) / rows.length >= SENTENCE_WORDS;
}

function guessHeader(sample: string, kind: FileKind, separator: string): boolean {
  if (kind !== "csv" && kind !== "tsv") return false;
  const { rows } = parseDelimited(sample, kind === "tsv" ? "\t" : separator);
  const names = rows[0]?.cells.map((cell) => cell.trim()) ?? [];
  if (names.some((name) => USUAL_NAMES.test(name))) return true;
  const areNames =
    names.length > 1 &&
    names.every((name) => name !== "" && name.length <= LONGEST_NAME && Number.isNaN(+name));
  return areNames && rows.length > 1 && isUnlikeTheRest(names, rows.slice(1, 20));
}

/** A header stands above numbers, or above several texts much longer than itself. */
function isUnlikeTheRest(
  names: readonly string[],
  rows: readonly { readonly cells: readonly string[] }[],
): boolean {
  return names.some((name, column) => {
    const below = rows
      .map(({ cells }) => cells[column]?.trim() ?? "")
      .filter((cell) => cell !== "");
    if (below.length === 0) return false;
    const areNumbers = below.every((cell) => !Number.isNaN(+cell));
    const mean = below.reduce((sum, cell) => sum + cell.length, 0) / below.length;
    return areNumbers || (below.length > 1 && mean > 3 * name.length);
  });
}

const firstLine = (text: string): string => /^[^\r\n]*/.exec(text)?.[0] ?? "";

const count = (text: string, sign: string): number => text.split(sign).length - 1;
