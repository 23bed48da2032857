import { strFromU8, strToU8 } from "fflate";
import type { JsonValue } from "../../core/api/schema/json-value.ts";
import { type RetinaStamp, stampSchema } from "../../core/workspace/cells.ts";
import { isFilter } from "../../core/workspace/filters/filter-model.ts";
import { fits, isListOf, isRecord, isText } from "../../core/workspace/fit.ts";
import { readSaved } from "../../core/workspace/journal-entries.ts";
import type { Change } from "../../core/workspace/json-diff.ts";
import {
  type Content,
  type SavedWorkspace,
  type Step,
  WORKSPACE_FORMAT,
} from "../../core/workspace/workspace.ts";
import { safeFileName } from "./file-name.ts";
import { isFingerprint } from "./fingerprint.ts";
import { looksZipped, readZip, writeZip } from "./zip-file.ts";

/** A part of a workspace as a file of its own, so that each stays short enough to be read. */
interface Part {
  readonly file: string;
  /** For whoever opens the zip by hand. */
  readonly what: string;
  readonly value: JsonValue;
}

const SHELF = "shelf.json";

/** Earlier versions kept a list of expressions there. */
const HISTORY = "history.json";

const FILTERS = "filters/";

const DIGITS = 3;

const isShelf = isListOf(isFingerprint);

/** The content in parts; `rest` stays in the main file. What has not the usual form stays there too. */
export function splitContent(content: Content): { rest: Content; parts: readonly Part[] } {
  const { pins, filters, ...others } = content;
  const parts: Part[] = [];
  const rest: Record<string, JsonValue> = { ...others };
  if (isShelf(pins) && pins.length > 0)
    parts.push({ file: SHELF, what: "The fingerprints on the shelf", value: pins as JsonValue });
  else if (pins !== undefined) rest.pins = pins;
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

/** 1 was one JSON file; it is still read. */
const VERSION = 2;

const MAIN = "workspace.json";

const UNDO = "undo.json";

/** Earlier versions could take cells along; nothing is missing without them. */
const CELLS = "fingerprints.json";

/** Where the texts of a training lie is of no use on another machine, and nobody else's business. */
const OF_THIS_MACHINE = ["training"];

export interface WorkspaceFile {
  readonly saved: SavedWorkspace;
  /** What it was made with; null where the file does not tell. */
  readonly retina: RetinaStamp | null;
}

/** The whole workspace, undo included, as readable JSON in a zip, without a path of this machine. */
export function packWorkspace({ saved, retina }: WorkspaceFile, at: Date): Uint8Array<ArrayBuffer> {
  const { version, content, past, future } = withoutPaths(saved);
  const { rest, parts } = splitContent(content);
  const beside = [
    ...parts,
    { file: UNDO, what: "The steps that undo and redo go through", value: { past, future } },
  ];
  const main = {
    format: WORKSPACE_FORMAT,
    version: VERSION,
    savedAt: at.toISOString(),
    retina,
    files: Object.fromEntries(beside.map(({ file, what }) => [file, what])),
    workspace: version,
    content: rest,
  };
  const files = [{ file: MAIN, value: main }, ...beside];
  return writeZip(new Map(files.map(({ file, value }) => [file, bytesOf(value)])), at);
}

const INDENT = 2;

/** Lists of numbers stay on one line: a line for each cell would hide everything else. */
const bytesOf = (value: unknown): Uint8Array =>
  strToU8(`${JSON.stringify(value, null, INDENT).replace(NUMBERS, onOneLine)}\n`);

const NUMBERS = /\[\n\s+-?[\d.]+(?:,\n\s+-?[\d.]+)*\n\s+\]/g;

const onOneLine = (list: string): string => list.replace(/\n\s*/g, " ");

function withoutPaths(saved: SavedWorkspace): SavedWorkspace {
  const content = Object.fromEntries(
    Object.entries(saved.content).filter(([slice]) => !OF_THIS_MACHINE.includes(slice)),
  );
  const isOfPaths = ({ forward }: Step) =>
    forward.every((change) => OF_THIS_MACHINE.includes(sliceOf(change)));
  return {
    ...saved,
    content,
    past: saved.past.filter((step) => !isOfPaths(step)),
    future: saved.future.filter((step) => !isOfPaths(step)),
  };
}

const sliceOf = (change: Change): string =>
  String(change.path[0] ?? ("key" in change ? change.key : ""));

/** @throws Error with a sentence for the person when the bytes are no workspace that can be read here */
export function readWorkspace(bytes: Uint8Array): WorkspaceFile {
  return looksZipped(bytes) ? readZipped(readZip(bytes)) : readPlain(jsonOf(bytes, "The file"));
}

/** One JSON file, as version 1 was. */
function readPlain(value: JsonValue): WorkspaceFile {
  if (!isRecord(value) || value.format !== WORKSPACE_FORMAT) throw notOurs();
  return { saved: savedOf(value.workspace), retina: null };
}

function readZipped(packed: ReadonlyMap<string, Uint8Array>): WorkspaceFile {
  const files = withoutFolder(packed);
  const bytes = files.get(MAIN);
  if (!bytes) throw notOurs();
  const main = jsonOf(bytes, nameOf(MAIN));
  if (!isRecord(main) || main.format !== WORKSPACE_FORMAT) throw notOurs();
  if (typeof main.version !== "number" || main.version > VERSION) throw newer(main.version);
  requireListed(main.files, files);
  const parts = [...files.keys()].filter(isPartName).sort();
  const values = parts.map((name) => [name, jsonOf(files.get(name)!, nameOf(name))] as const);
  const rest = isRecord(main.content) ? main.content : {};
  const undo = files.get(UNDO);
  const steps = undo ? jsonOf(undo, nameOf(UNDO)) : {};
  const content = joinContent(rest as SavedWorkspace["content"], new Map(values));
  return {
    saved: savedOf({ version: main.workspace, content, ...(isRecord(steps) ? steps : {}) }),
    retina: fits(stampSchema, main.retina) ? main.retina : null,
  };
}

/** Who unpacked a file, looked, and packed the folder again has everything one folder deeper. */
function withoutFolder(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const main = [...files.keys()].filter((name) => name.split("/")[1] === MAIN);
  if (files.has(MAIN) || main.length !== 1) return files;
  const folder = main[0]!.slice(0, -MAIN.length);
  const inside = [...files].filter(([name]) => name.startsWith(folder));
  return new Map(inside.map(([name, bytes]) => [name.slice(folder.length), bytes]));
}

function requireListed(listed: unknown, files: ReadonlyMap<string, Uint8Array>): void {
  const names = isRecord(listed) ? Object.keys(listed) : [];
  const lost = names.find((name) => name !== CELLS && !files.has(name));
  if (lost !== undefined)
    throw new Error(`The file is incomplete: “${lost}” is missing. Copy it again.`);
}

function savedOf(value: unknown): SavedWorkspace {
  const saved = readSaved(value);
  if (saved) return saved;
  throw new Error("The workspace was saved by another version and cannot be read here.");
}

function jsonOf(bytes: Uint8Array, name: string): JsonValue {
  try {
    return JSON.parse(strFromU8(bytes)) as JsonValue;
  } catch {
    throw new Error(`${name} is not JSON. It may be damaged or cut short.`);
  }
}

const nameOf = (file: string): string => `“${file}” in the file`;

const notOurs = (): Error => new Error("The file is not a workspace of Semascope.");

const newer = (version: unknown): Error =>
  new Error(
    `The workspace was saved by a newer version of Semascope (format ${version}); this one reads format ${VERSION}. Update Semascope.`,
  );
