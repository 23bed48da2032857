import type { JsonValue } from "../../core/api/schema/json-value.ts";
import { safeFileName } from "./file-name.ts";
import { isFilter } from "./filters/filter-model.ts";
import { isFingerprint } from "./fingerprint.ts";
import { isListOf, isRecord, isText } from "./guards.ts";
import type { Content } from "./workspace.ts";

/** A part of a workspace as a file of its own, so that each stays short enough to be read. */
interface Part {
  readonly file: string;
  /** For whoever opens the zip by hand. */
  readonly what: string;
  readonly value: JsonValue;
}

const SHELF = "shelf.json";
const HISTORY = "history.json";
const FILTERS = "filters/";
const DIGITS = 3;

const isShelf = isListOf(isFingerprint);

/** The content in parts; `rest` stays in the main file. What has not the usual form stays there too. */
export function splitContent(content: Content): { rest: Content; parts: readonly Part[] } {
  const { pins, history, filters, ...others } = content;
  const parts: Part[] = [];
  const rest: Record<string, JsonValue> = { ...others };
  if (isShelf(pins) && pins.length > 0)
    parts.push({ file: SHELF, what: "The fingerprints on the shelf", value: pins as JsonValue });
  else if (pins !== undefined) rest.pins = pins;
  if (isRecord(history))
    parts.push({ file: HISTORY, what: "The numbered history of expressions", value: history });
  else if (history !== undefined) rest.history = history;
  const files = filterParts(filters);
  if (files) parts.push(...files);
  else if (filters !== undefined) rest.filters = filters;
  return { rest, parts };
}

/** Null where the filters are not what this version knows, or there are none. */
function filterParts(filters: JsonValue | undefined): readonly Part[] | null {
  if (!isRecord(filters) || Object.keys(filters).length === 0) return null;
  const known = Object.entries(filters).flatMap(([id, filter]: [string, unknown]) =>
    isFilter(filter) && filter.id === id ? [filter] : [],
  );
  if (known.length < Object.keys(filters).length) return null;
  return known
    .sort((a, b) => a.place - b.place)
    .map((filter, index) => ({
      file: `${FILTERS}${String(index + 1).padStart(DIGITS, "0")} ${safeFileName(`${filter.name}.json`)}`,
      what: `The category filter “${filter.name}” with its examples`,
      value: filter as unknown as JsonValue,
    }));
}

/**
 * The inverse of `splitContent`. What of a part cannot be used is left out when it is read.
 * @throws Error with a sentence where a part is not what its name says
 */
export function joinContent(rest: Content, parts: ReadonlyMap<string, JsonValue>): Content {
  const content: Record<string, JsonValue> = { ...rest };
  const filters: [string, JsonValue][] = [];
  for (const [file, value] of parts) {
    if (file === SHELF) content.pins = checked(file, value, Array.isArray);
    else if (file === HISTORY) content.history = checked(file, value, isRecord);
    else if (file.startsWith(FILTERS)) {
      const filter = checked(file, value, (read) => isRecord(read) && isText(read.id));
      filters.push([(filter as unknown as { readonly id: string }).id, filter]);
    }
  }
  if (filters.length > 0) content.filters = Object.fromEntries(filters);
  return content;
}

/** Whether a file of the zip is one of the parts. */
export const isPartName = (file: string): boolean =>
  file === SHELF || file === HISTORY || (file.startsWith(FILTERS) && file.endsWith(".json"));

function checked(file: string, value: JsonValue, isRight: (value: unknown) => boolean): JsonValue {
  if (isRight(value)) return value;
  throw new Error(`“${file}” in the file does not contain what its name says. It may be damaged.`);
}
