import { create } from "zustand";
import type { JsonValue } from "../../core/api/json-value.ts";
import { call, send } from "../api/client.ts";
import { newId } from "./fingerprint.ts";
import { applyChanges } from "./json-diff.ts";
import { isRecord } from "./slice.ts";
import { isGone, markAlive } from "./window-sessions.ts";
import {
  EMPTY_WORKSPACE,
  openWorkspace,
  type SavedWorkspace,
  type Step,
  savedWorkspace,
  WORKSPACE_VERSION,
  type Workspace,
  workspace,
} from "./workspace.ts";

/** Whether the work is safe on disk, and what stands in the way. */
export interface SaveState {
  readonly status: "starting" | "saved" | "saving" | "failed" | "locked";
  readonly error: unknown;
  /** The step that was recovered from the journal at start, or null. */
  readonly recovered: string | null;
  /** Why the saved file could not be read, or null. */
  readonly damaged: string | null;
}

export const useSaveState = create<SaveState>(() => ({
  status: "starting",
  error: null,
  recovered: null,
  damaged: null,
}));

const SESSION_KEY = "semascope-session";
const session = takeSession();
/** Written last by a window that ends in order. */
const END = { kind: "end" } as const;
const QUIET_MS = 250;
const SAVE_AFTER_ENTRIES = 40;
/** After so long without a change the whole is saved, and the journal is empty again. */
const IDLE_MS = 2000;

/** A reloaded page is the same window, so it goes on under its name; a duplicated one is not. */
function takeSession(): string {
  const kept = globalThis.sessionStorage?.getItem(SESSION_KEY);
  globalThis.sessionStorage?.removeItem(SESSION_KEY);
  return kept ?? newId();
}

type Entry =
  | { readonly kind: "do"; readonly step: Step }
  | { readonly kind: "merge"; readonly step: Step }
  | { readonly kind: "undo" }
  | { readonly kind: "redo" }
  | typeof END;

let waiting: Entry[] = [];
let journalled = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let isWriting = false;
let isFollowing = false;

/** Loads the saved workspace, replays the journal of a run that did not end in order, and starts to follow. */
export async function startJournal(takeOver = false): Promise<void> {
  try {
    markAlive(session);
    let loaded = await call("app.workspaceLoad", { session, takeOver });
    if (loaded.lockedBy && (await isGone(loaded.lockedBy.session)))
      loaded = await call("app.workspaceLoad", { session, takeOver: true });
    const saved = readSaved(loaded.workspace) ?? EMPTY_WORKSPACE;
    const recovered = replay(saved, loaded.journal);
    openWorkspace(recovered.workspace);
    useSaveState.setState({
      status: loaded.lockedBy ? "locked" : "saved",
      recovered: recovered.lastStep,
      damaged: loaded.damaged,
      error: null,
    });
    follow();
    if (loaded.journal.length > 0 && !loaded.lockedBy) scheduleSave();
  } catch (error) {
    useSaveState.setState({ status: "failed", error });
    follow();
  }
}

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  workspace.subscribe((after, before) => {
    const entry = entryOf(before, after);
    if (!entry || useSaveState.getState().status === "locked") return;
    waiting.push(entry);
    useSaveState.setState({ status: "saving" });
    clearTimeout(timer);
    timer = setTimeout(() => void write(), QUIET_MS);
  });
}

/** What happened between two states; null for one that was opened, which is saved whole. */
function entryOf(before: Workspace, after: Workspace): Entry | null {
  if (after.past.at(-1) !== before.past.at(-1)) {
    const step = after.past.at(-1);
    if (before.future.length > 0 && step === before.future[0]) return { kind: "redo" };
    if (before.past.at(-1) === after.future[0] && after.future.length > 0) return { kind: "undo" };
    if (step) return { kind: isMerge(before, after) ? "merge" : "do", step };
  }
  return null;
}

const isMerge = (before: Workspace, after: Workspace): boolean =>
  after.past.length === before.past.length && after.past.at(-2) === before.past.at(-2);

async function write(): Promise<void> {
  if (isWriting) {
    timer = setTimeout(() => void write(), QUIET_MS);
    return;
  }
  const entries = waiting;
  waiting = [];
  isWriting = true;
  try {
    if (journalled + entries.length > SAVE_AFTER_ENTRIES) await saveWhole();
    else if (entries.length > 0) {
      await call("app.journalAppend", { session, entries: entries as unknown as JsonValue[] });
      journalled += entries.length;
    }
    if (waiting.length === 0) useSaveState.setState({ status: "saved", error: null });
    clearTimeout(idle);
    if (journalled > 0) idle = setTimeout(() => void saveNow(), IDLE_MS);
  } catch (error) {
    waiting = [...entries, ...waiting];
    useSaveState.setState({ status: "failed", error });
  } finally {
    isWriting = false;
  }
}

async function saveWhole(): Promise<void> {
  const saved = savedWorkspace() as unknown as Readonly<Record<string, JsonValue>>;
  await call("app.workspaceSave", { session, workspace: saved });
  journalled = 0;
}

function scheduleSave(): void {
  journalled = SAVE_AFTER_ENTRIES;
  clearTimeout(timer);
  timer = setTimeout(() => void write(), 0);
}

/** Saves everything now; used when the page goes away and by "Try again". */
export async function saveNow(): Promise<void> {
  journalled = SAVE_AFTER_ENTRIES + 1;
  await write();
}

/** Says that this window ends in order. Nothing can be waited for then, so everything is sent at once. */
export function closeJournal(): void {
  const { status } = useSaveState.getState();
  if (status === "locked" || status === "starting") return;
  globalThis.sessionStorage?.setItem(SESSION_KEY, session);
  const entries: readonly Entry[] = [...waiting, END];
  waiting = [];
  send("app.journalAppend", { session, entries: entries as unknown as JsonValue[] });
  send("app.workspaceRelease", { session });
}

/** The saved form, or null when it is not one of this version. */
export function readSaved(value: unknown): SavedWorkspace | null {
  if (!isRecord(value) || value.version !== WORKSPACE_VERSION) return null;
  const { content, past, future } = value;
  if (!isRecord(content) || !Array.isArray(past) || !Array.isArray(future)) return null;
  return value as unknown as SavedWorkspace;
}

/** Applies the journal's entries; steps before an orderly end were not lost, so they are not named. Stops at the first that does not fit, so a torn one costs only itself. */
export function replay(
  saved: SavedWorkspace,
  journal: readonly unknown[],
): { readonly workspace: SavedWorkspace; readonly lastStep: string | null } {
  let current = saved;
  let lastStep: string | null = null;
  for (const entry of journal) {
    if (isRecord(entry) && entry.kind === END.kind) {
      lastStep = null;
      continue;
    }
    const next = isRecord(entry) ? applyEntry(current, entry as unknown as Entry) : null;
    if (!next) break;
    current = next.workspace;
    lastStep = next.label;
  }
  return { workspace: current, lastStep };
}

function applyEntry(
  at: SavedWorkspace,
  entry: Entry,
): { workspace: SavedWorkspace; label: string } | null {
  try {
    if (entry.kind === "undo") return moveStep(at, "undo");
    if (entry.kind === "redo") return moveStep(at, "redo");
    if (entry.kind === "end") return null;
    const base = entry.kind === "merge" ? moveStep(at, "undo")?.workspace : at;
    if (!base) return null;
    const content = applyChanges(base.content, entry.step.forward);
    return {
      workspace: { ...base, content, past: [...base.past, entry.step].slice(-200), future: [] },
      label: entry.step.label,
    };
  } catch {
    return null;
  }
}

function moveStep(
  at: SavedWorkspace,
  direction: "undo" | "redo",
): { workspace: SavedWorkspace; label: string } | null {
  const step = direction === "undo" ? at.past.at(-1) : at.future[0];
  if (!step) return null;
  const content = applyChanges(at.content, direction === "undo" ? step.backward : step.forward);
  return {
    label: `${direction === "undo" ? "Undo" : "Redo"}: ${step.label}`,
    workspace:
      direction === "undo"
        ? { ...at, content, past: at.past.slice(0, -1), future: [step, ...at.future] }
        : { ...at, content, past: [...at.past, step], future: at.future.slice(1) },
  };
}
