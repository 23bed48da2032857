import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, truncate } from "node:fs/promises";
import path from "node:path";
import type { JsonValue } from "../../api/schema/json-value.ts";
import { codeOf } from "../config/system-error.ts";
import { writeSafely } from "../config/write-safely.ts";
import { readWholeText } from "../files/regular-file.ts";

/** Of a workspace or a journal; requests that save them are a small part of it. */
const MOST_BYTES = 2 ** 29;

/** The two files of a workspace. Every step is whole or not done, but for an append, which a crash may cut. */
export interface WorkspaceFiles {
  /** Undefined when there is none. */
  readSaved(): Promise<string | undefined>;
  /** At every moment the old or the new text is on disk. */
  replaceSaved(text: string): Promise<void>;
  /** Renames a file that cannot be read. @returns its new name */
  setSavedAside(): Promise<string>;
  readJournal(): Promise<string>;
  /** Resolves once the lines are on disk. */
  appendToJournal(lines: string): Promise<void>;
  /** Leaves only this many bytes. */
  cutJournal(bytes: number): Promise<void>;
  removeJournal(): Promise<void>;
  /** Removes what a killed process left half written. */
  tidy(): Promise<void>;
}

/** `workspace.json` and `journal.jsonl` of one folder, both readable. */
export function filesIn(folder: string): WorkspaceFiles {
  const saved = path.join(folder, "workspace.json");
  const journal = path.join(folder, "journal.jsonl");
  // A window may write without having loaded: the folder may have been removed since, or never been there.
  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    readSaved: () => readIfThere(saved),
    replaceSaved: async (text) => {
      await makeFolder();
      await writeSafely(saved, text);
    },
    async setSavedAside() {
      const aside = `${saved}.damaged-${randomUUID().slice(0, 8)}`;
      await rename(saved, aside);
      return path.basename(aside);
    },
    readJournal: async () => (await readIfThere(journal)) ?? "",
    appendToJournal: async (lines) => {
      await makeFolder();
      await appendDurably(journal, lines);
    },
    cutJournal: (bytes) => truncate(journal, bytes),
    removeJournal: () => rm(journal, { force: true }),
    async tidy() {
      const left = `${path.basename(saved)}.tmp-`;
      for (const name of await readdir(folder))
        if (name.startsWith(left)) await rm(path.join(folder, name), { force: true });
    },
  };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readWholeText(file, MOST_BYTES);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw cause;
  }
}

/**
 * Returns once the lines are on disk. What a full disk let through of them is taken back, or the next line would
 * be glued to its cut end and lost with it.
 */
async function appendDurably(file: string, lines: string): Promise<void> {
  const handle = await open(file, "a", 0o600);
  const { size } = await handle.stat();
  try {
    await handle.writeFile(lines);
    await handle.datasync();
  } catch (cause) {
    await handle.truncate(size).catch(() => undefined);
    throw cause;
  } finally {
    await handle.close();
  }
}

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** What both files together contain. */
export interface StoredWorkspace {
  readonly workspace: JsonObject | null;
  /** Entries since the last save. */
  readonly journal: JsonValue[];
  readonly revision: number;
  /** Why the saved file could not be read, or null. */
  readonly damaged: string | null;
}

/** What the file holds: the page's own object, and how often it was saved. */
interface Saved {
  readonly revision: number;
  readonly workspace: JsonObject;
}

interface JournalLine {
  readonly revision: number;
  readonly entry: JsonValue;
}

export const savedText = (saved: Saved): string => `${JSON.stringify(saved, null, 2)}\n`;
export const journalText = (lines: readonly JournalLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/**
 * Entries of an older revision are part of the saved workspace already. Of a damaged workspace the journal is all there
 * is, so every entry counts.
 */
export async function readWorkspace(files: WorkspaceFiles): Promise<StoredWorkspace> {
  const { saved, damaged } = await readSaved(files);
  return { ...joined(saved, await readLines(files)), damaged };
}

/**
 * The same while another program may be writing: nothing is mended or put aside. The journal first, since a save that comes
 * between the two contains what it had.
 */
export async function peekWorkspace(files: WorkspaceFiles): Promise<StoredWorkspace> {
  const { lines } = linesIn(await files.readJournal());
  const text = await files.readSaved();
  const saved = text === undefined ? null : (parseSaved(text) ?? null);
  const damaged = text === undefined || saved !== null ? null : "It could not be read.";
  return { ...joined(saved, lines), damaged };
}

function joined(saved: Saved | null, lines: readonly JournalLine[]) {
  const revision = saved?.revision ?? Math.max(0, ...lines.map((line) => line.revision));
  const journal = lines
    .filter((line) => saved === null || line.revision === revision)
    .map((line) => line.entry);
  return { workspace: saved?.workspace ?? null, journal, revision };
}

/** A file that cannot be read is set aside, never overwritten. */
async function readSaved(
  files: WorkspaceFiles,
): Promise<{ saved: Saved | null; damaged: string | null }> {
  const text = await files.readSaved();
  if (text === undefined) return { saved: null, damaged: null };
  const saved = parseSaved(text);
  if (saved !== undefined) return { saved, damaged: null };
  const aside = await files.setSavedAside();
  return {
    saved: null,
    damaged: `The saved workspace could not be read; it was kept as ${aside}.`,
  };
}

/** The last line may be cut by a crash: it was never acknowledged. */
async function readLines(files: WorkspaceFiles): Promise<JournalLine[]> {
  const text = await files.readJournal();
  const { whole, lines } = linesIn(text);
  if (whole.length < text.length) await files.cutJournal(Buffer.byteLength(whole));
  return lines;
}

function linesIn(text: string): { readonly whole: string; readonly lines: JournalLine[] } {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const lines = whole.split("\n").flatMap((line) => {
    const parsed = parseObject(line);
    return isJournalLine(parsed) ? [parsed] : [];
  });
  return { whole, lines };
}

function isJournalLine(value: object | undefined): value is JournalLine {
  return (
    value !== undefined &&
    "entry" in value &&
    "revision" in value &&
    Number.isSafeInteger(value.revision)
  );
}

function parseSaved(text: string): Saved | undefined {
  const parsed = parseObject(text);
  const isSaved =
    Number.isSafeInteger(parsed?.revision) &&
    typeof parsed?.workspace === "object" &&
    parsed.workspace !== null &&
    !Array.isArray(parsed.workspace);
  return isSaved ? (parsed as unknown as Saved) : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
