import type { JsonValue } from "../../api/schema/json-value.ts";
import type { WorkspaceFiles } from "./workspace-files.ts";

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
  const lines = await readLines(files);
  const revision = saved?.revision ?? Math.max(0, ...lines.map((line) => line.revision));
  const journal = lines
    .filter((line) => saved === null || line.revision === revision)
    .map((line) => line.entry);
  return { workspace: saved?.workspace ?? null, journal, revision, damaged };
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
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) await files.cutJournal(Buffer.byteLength(whole));
  return whole.split("\n").flatMap((line) => {
    const parsed = parseObject(line);
    return isJournalLine(parsed) ? [parsed] : [];
  });
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
