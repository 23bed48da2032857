import { LIST_FORMATS, type ListFormat } from "../../api/schema/column-formats.ts";

/** One part of a list in brackets. */
const PART = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^,[\]\s'"][^,[\]]*)/g;

/** The parts of a list in one cell. An export writes a list as JSON where a part contains the separator. */
export function splitList(text: string, format: ListFormat): string[] {
  const written = jsonParts(text);
  if (written !== undefined) return written;
  const parts = format === "json" ? inBrackets(text) : text.split(format);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function jsonParts(text: string): string[] | undefined {
  if (!IN_BRACKETS.test(text)) return undefined;
  try {
    return (JSON.parse(text) as unknown[]).map((part) =>
      typeof part === "string" ? part : JSON.stringify(part),
    );
  } catch {
    return undefined;
  }
}
const IN_BRACKETS = /^\s*\[.*\]\s*$/s;

function inBrackets(text: string): string[] {
  if (!/^\s*[[(].*[\])]\s*$/s.test(text)) return [text];
  return Array.from(text.trim().slice(1, -1).matchAll(PART), ([, single, double, bare]) =>
    (single ?? double ?? bare ?? "").replace(/\\(.)/g, "$1"),
  );
}

/** Characters of a part, and of all parts on average. */
const LONGEST_PART = 80;
const USUAL_PART = 30;
/** Shares: of cells with several parts, and of parts that come again. */
const SEVERAL = 0.02;
const AGAIN = 0.2;

/** How the cells of a column are lists, if they are: short parts that come again in different company. */
export const listFormatOf = (texts: readonly string[]): ListFormat | undefined =>
  LIST_FORMATS.find((format) => areLists(texts, format));

/** How the cells of a column that a user calls lists are written: as most are that need a separator. */
export function chosenListFormat(texts: readonly string[]): ListFormat | undefined {
  // A list with a separator in a part is JSON, whatever the others are.
  const others = texts.filter((text) => jsonParts(text) === undefined);
  if (others.length === 0) return texts.length === 0 ? undefined : "json";
  return LIST_FORMATS.find((format) => others.some((text) => splitList(text, format)[1]));
}

function areLists(texts: readonly string[], format: ListFormat): boolean {
  const lists = texts.map((text) => splitList(text, format));
  if (format === "json") return texts.length > 0 && texts.every((text) => IN_BRACKETS.test(text));
  const several = lists.filter((parts) => parts.length > 1);
  const parts = lists.flat();
  const letters = parts.reduce((sum, part) => sum + part.length, 0);
  const isShort =
    letters <= USUAL_PART * parts.length && parts.every((part) => part.length <= LONGEST_PART);
  if (!isShort || several.length < Math.max(2, SEVERAL * texts.length)) return false;
  // “Paris, France” is one place: lists differ in length, or the same parts come first and later.
  const lengths = new Set(lists.map((list) => list.length)).size;
  if (format === "," && lengths < 3 && !(lengths === 2 && havePartsMoved(several))) return false;
  return recurring(lists) >= AGAIN * parts.length;
}

/** Whether most parts that come first in a list come later in another. */
function havePartsMoved(lists: readonly (readonly string[])[]): boolean {
  const firsts = new Set(lists.map(([first]) => first));
  const later = new Set(lists.flatMap((list) => list.slice(1)));
  return 2 * [...firsts].filter((part) => later.has(part!)).length > firsts.size;
}

/** How many parts come again beside others than before. */
function recurring(lists: readonly (readonly string[])[]): number {
  const company = new Map<string, Set<string>>();
  const times = new Map<string, number>();
  for (const list of lists)
    for (const part of list) {
      times.set(part, (times.get(part) ?? 0) + 1);
      const beside = company.get(part) ?? new Set();
      if (beside.size < 2)
        company.set(part, beside.add(list.filter((each) => each !== part).join("\n")));
    }
  let count = 0;
  for (const [part, beside] of company) if (beside.size > 1) count += times.get(part)!;
  return count;
}
