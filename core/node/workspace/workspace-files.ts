import { randomUUID } from "node:crypto";
import { copyFile, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { JsonValue } from "../../api/schema/json-value.ts";
import { checksumOf, sealed, unsealed } from "../config/checksum.ts";
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
  /** Copies a journal that is damaged, to the same file however often. @returns its name */
  copyJournal(text: string): Promise<string>;
  /** At every moment the old or the new lines are on disk. */
  replaceJournal(lines: string): Promise<void>;
  removeJournal(): Promise<void>;
  /** Removes what a killed process left half written. */
  tidy(): Promise<void>;
}

const LEFT = /^(workspace\.json|journal\.jsonl|lock\.json)\.tmp-/;

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
    async copyJournal(text) {
      const aside = `${journal}.damaged-${checksumOf(text)}`;
      await copyFile(journal, aside);
      return path.basename(aside);
    },
    replaceJournal: (lines) => writeSafely(journal, lines),
    removeJournal: () => rm(journal, { force: true }),
    async tidy() {
      for (const name of await readdir(folder))
        if (LEFT.test(name)) await rm(path.join(folder, name), { force: true });
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
  /** What could not be read and where it is kept, or null. */
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

export const savedText = (saved: Saved): string => `${JSON.stringify(sealed(saved), null, 2)}\n`;
export const journalText = (lines: readonly JournalLine[]): string =>
  lines.map((line) => `${JSON.stringify(sealed(line))}\n`).join("");

/**
 * Entries of an older revision are part of the saved workspace already. Of a damaged workspace the journal is all there
 * is, so every entry counts.
 */
export async function readWorkspace(files: WorkspaceFiles): Promise<StoredWorkspace> {
  const { saved, damaged } = await readSaved(files);
  const text = await files.readJournal();
  const { lines, isCut, lost } = linesIn(text);
  const reasons = damaged === null ? [] : [damaged];
  if (lost > 0) reasons.push(lostEntries(lost));
  if (reasons.length > 0 && text !== "")
    reasons.push(`The journal was kept as ${await files.copyJournal(text)}.`);
  if (isCut || lost > 0) await files.replaceJournal(journalText(lines));
  return { ...joined(saved, lines), damaged: reasons.join(" ") || null };
}

/**
 * The same while another program may be writing: nothing is mended or put aside. The journal first, since a save that comes
 * between the two contains what it had.
 */
export async function peekWorkspace(files: WorkspaceFiles): Promise<StoredWorkspace> {
  const { lines, lost } = linesIn(await files.readJournal());
  const text = await files.readSaved();
  const saved = text === undefined ? null : (parseSaved(text) ?? null);
  const reasons = text === undefined || saved !== null ? [] : ["It could not be read."];
  if (lost > 0) reasons.push(lostEntries(lost));
  return { ...joined(saved, lines), damaged: reasons.join(" ") || null };
}

const lostEntries = (count: number) =>
  count === 1
    ? "One change since the last save is damaged and was left out."
    : `${count} changes since the last save are damaged and were left out.`;

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

interface ReadLines {
  readonly lines: readonly JournalLine[];
  /** A crash cut the last line, which was never acknowledged. */
  readonly isCut: boolean;
  /** Number of lines that are not as they were written. */
  readonly lost: number;
}

function linesIn(text: string): ReadLines {
  const whole = text.split("\n");
  const rest = whole.pop() ?? "";
  const lines = whole.map(parseLine);
  // A line that is complete but for its end was not cut: the end is damaged.
  const last = parseLine(rest.slice(0, -1));
  const read = [...lines, last].filter((line) => line !== undefined);
  const lost = lines.filter((line) => line === undefined).length;
  return { lines: read, isCut: rest !== "", lost };
}

function parseLine(text: string): JournalLine | undefined {
  const { revision, entry } = unsealed(parseObject(text), ["revision", "entry"]) ?? {};
  return entry !== undefined && Number.isSafeInteger(revision)
    ? { revision: Number(revision), entry: entry as JsonValue }
    : undefined;
}

function parseSaved(text: string): Saved | undefined {
  const parsed = unsealed(parseObject(text), ["revision", "workspace"]);
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
