import { isListOf, isRecord, isText } from "../../core/workspace/fit.ts";
import {
  type Entry,
  isWritten,
  latestWriter,
  type Replayed,
  readSaved,
  replay,
  type StampedEntry,
} from "../../core/workspace/journal-entries.ts";
import type { SavedWorkspace } from "../../core/workspace/workspace.ts";
import { rebaseSteps, withReachableSteps } from "../model/rebase-steps.ts";
import { isOpenHere } from "./window-sessions.ts";

/**
 * What a window had not saved when it closed. A browser carries at most 64 KB on after a page is gone, so it is put
 * into the browser's own storage too, which takes some five million characters at once, and found at the next start.
 */
export interface LeftWork {
  readonly entries: readonly StampedEntry[];
  /** Writers whose work the window had when it closed, itself among them. */
  readonly knew: readonly string[];
  /** What was made before any saved workspace had arrived, or null. */
  readonly early: SavedWorkspace | null;
}

interface Stored extends LeftWork {
  readonly session: string;
  readonly at: number;
}

const PREFIX = "semascope-left ";
/** The browser's storage holds five million characters of one page; some are left for settings. */
const MOST_CHARACTERS = 4_500_000;

/** Whether it is more than can be left behind; then the person has to be asked to wait. */
export const isTooMuch = (left: LeftWork): boolean => JSON.stringify(left).length > MOST_CHARACTERS;

/** @returns false where it cannot be kept */
export function leaveWork(session: string, left: LeftWork): boolean {
  const stored: Stored = { ...left, session, at: Date.now() };
  try {
    localStorage.setItem(`${PREFIX}${stored.at} ${session}`, JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}

/** The work of windows that are closed, oldest first, with a function that forgets it once it is saved. */
export async function findLeftWork(session: string): Promise<{
  readonly left: readonly LeftWork[];
  readonly forget: () => void;
}> {
  const found: (readonly [key: string, stored: Stored])[] = [];
  for (const key of storedKeys()) {
    const stored = readStored(key);
    const isMine = stored !== null && stored.session === session;
    if (stored && (isMine || !(await isOpenHere(stored.session)))) found.push([key, stored]);
  }
  found.sort(([, a], [, b]) => a.at - b.at);
  return {
    left: found.map(([, stored]) => stored),
    forget: () => {
      for (const [key] of found) localStorage.removeItem(key);
    },
  };
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function readStored(key: string): Stored | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "");
    const isStored =
      isRecord(value) &&
      isText(value.session) &&
      isListOf(isRecord)(value.entries) &&
      isListOf(isText)(value.knew);
    if (!isStored) return null;
    const early = readSaved(value.early);
    return {
      ...(value as unknown as Stored),
      early: early && withReachableSteps(early).saved,
    };
  } catch {
    return null;
  }
}

/** What closed windows left unsaved, on top of what was saved, and as entries that are still to be written. */
export function withLeftWork(
  recovered: Replayed,
  left: readonly LeftWork[],
  stamped: (entry: Entry) => StampedEntry,
): Replayed & { readonly entries: readonly StampedEntry[] } {
  let at = recovered;
  const entries: StampedEntry[] = [];
  for (const { knew, early, entries: theirs } of left) {
    const all = early ? rebaseSteps(at.workspace, early).map(stamped) : theirs;
    const fresh = all.filter((entry) => !isWritten(at.written, entry));
    const latest = latestWriter(at.written);
    const isMoved = latest !== undefined && !knew.includes(latest);
    const next = replay(at.workspace, fresh, { written: at.written, isMoved });
    entries.push(...fresh.slice(0, fresh.length - next.left));
    at = { ...next, left: at.left + next.left, lastStep: null };
  }
  return { ...at, entries };
}
