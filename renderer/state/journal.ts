import { create } from "zustand";
import type { Output } from "../../core/api/client-types.ts";
import type { JsonValue } from "../../core/api/json-value.ts";
import { ApiError } from "../../core/errors.ts";
import { call, send } from "../api/client.ts";
import { newId } from "./fingerprint.ts";
import { END, type Entry, entryOf, readSaved, replay, withEntry } from "./journal-entries.ts";
import { rebaseSteps } from "./rebase-steps.ts";
import { offerWayBack } from "./way-back.ts";
import { isGone, markAlive } from "./window-sessions.ts";
import {
  EMPTY_WORKSPACE,
  openWorkspace,
  type SavedWorkspace,
  savedWorkspace,
  workspace,
} from "./workspace.ts";

/** Whether the work is safe on disk, and what stands in the way. */
export interface SaveState {
  /**
   * "unloaded": what is saved could not be read yet, so nothing is written over it. "locked": another window has
   * it. "foreign": it was saved by another version and is left alone.
   */
  readonly status: "starting" | "unloaded" | "saved" | "saving" | "failed" | "locked" | "foreign";
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
/** How long changes are gathered before they are written, however fast a person types. */
const GATHER_MS = 250;
const SAVE_AFTER_ENTRIES = 40;
/** After so long without a change the whole is saved, and the journal is empty again. */
const IDLE_MS = 2000;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;

/** A reloaded page is the same window, so it goes on under its name; a duplicated one is not. */
function takeSession(): string {
  const kept = globalThis.sessionStorage?.getItem(SESSION_KEY);
  globalThis.sessionStorage?.removeItem(SESSION_KEY);
  return kept ?? newId();
}

let waiting: readonly Entry[] = [];
let journalled = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let retryMs = FIRST_RETRY_MS;
let isWriting = false;
let isGathering = false;
let isFollowing = false;
/** Something was made here that is written nowhere, because the window is locked out. */
let hasOwnWork = false;

const isSaving = (): boolean =>
  ["saved", "saving", "failed"].includes(useSaveState.getState().status);

/** Loads the saved workspace, replays the journal of a run that did not end in order, and starts to follow. */
export async function startJournal(takeOver = false): Promise<void> {
  clearTimeout(timer);
  markAlive(session);
  try {
    let loaded = await call("app.workspaceLoad", { session, takeOver });
    if (loaded.lockedBy && (await isGone(loaded.lockedBy.session)))
      loaded = await call("app.workspaceLoad", { session, takeOver: true });
    show(loaded);
  } catch (error) {
    useSaveState.setState({ status: "unloaded", error });
    timer = setTimeout(() => void startJournal(takeOver), nextRetry());
  }
  follow();
}

function show(loaded: Output<"app.workspaceLoad">): void {
  retryMs = FIRST_RETRY_MS;
  const saved = readSaved(loaded.workspace);
  if (loaded.workspace !== null && saved === null) {
    useSaveState.setState({ status: "foreign", error: null });
    return;
  }
  const recovered = replay(saved ?? EMPTY_WORKSPACE, loaded.journal);
  const own = isLoading() ? joinOwn(recovered.workspace) : [];
  if (!isLoading()) replaceOwn(recovered.workspace);
  useSaveState.setState({
    status: loaded.lockedBy ? "locked" : own.length > 0 ? "saving" : "saved",
    recovered: recovered.lastStep,
    damaged: loaded.damaged,
    error: null,
  });
  if (loaded.lockedBy) hasOwnWork = hasSteps(own);
  else {
    waiting = own;
    if (loaded.journal.length > 0) scheduleSave();
    else if (own.length > 0) writeIn(0);
  }
}

const isLoading = (): boolean => ["starting", "unloaded"].includes(useSaveState.getState().status);

/**
 * What a person made before the saved workspace arrived goes on top of it.
 * @returns the entries of it, which are still to be written
 */
function joinOwn(saved: SavedWorkspace): readonly Entry[] {
  const own = rebaseSteps(saved, savedWorkspace());
  openWorkspace(replay(saved, own).workspace, "arrived");
  return own;
}

const hasSteps = (entries: readonly Entry[]): boolean =>
  entries.some(({ kind }) => kind !== "keep");

/** What was made here while nothing could be saved is not thrown away: it stays one step away. */
function replaceOwn(next: SavedWorkspace): void {
  const own = hasOwnWork ? savedWorkspace() : null;
  hasOwnWork = false;
  waiting = [];
  openWorkspace(next);
  if (own)
    offerWayBack(own, {
      text: "The saved workspace is open. What was made here meanwhile is kept aside.",
      title: "Bring back what was made here before the saved workspace came",
      onBack: () => void saveNow(),
    });
}

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  globalThis.addEventListener?.("focus", () => void noticeOtherWindow());
  workspace.subscribe((after, before) => {
    const entry = entryOf(before, after);
    if (!entry) return;
    if (!isSaving()) {
      hasOwnWork ||= entry.kind !== "keep" && !isLoading();
      return;
    }
    waiting = withEntry(waiting, entry);
    if (useSaveState.getState().status === "saved") useSaveState.setState({ status: "saving" });
    writeSoon();
  });
}

function writeSoon(): void {
  if (isGathering) return;
  isGathering = true;
  writeIn(GATHER_MS);
}

function writeIn(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    isGathering = false;
    void write();
  }, milliseconds);
}

async function write(): Promise<void> {
  if (isWriting) return writeSoon();
  if (!isSaving()) return;
  const entries = waiting;
  waiting = [];
  isWriting = true;
  try {
    if (journalled + entries.length > SAVE_AFTER_ENTRIES) await saveWhole();
    else if (entries.length > 0) {
      await call("app.journalAppend", { session, entries: entries as unknown as JsonValue[] });
      journalled += entries.length;
    }
    retryMs = FIRST_RETRY_MS;
    if (waiting.length === 0) useSaveState.setState({ status: "saved", error: null });
    clearTimeout(idle);
    if (journalled > 0) idle = setTimeout(() => void saveNow(), IDLE_MS);
  } catch (error) {
    waiting = [...entries, ...waiting];
    failed(error);
  } finally {
    isWriting = false;
  }
}

function failed(error: unknown): void {
  if (error instanceof ApiError && error.code === "conflict") {
    hasOwnWork ||= hasSteps(waiting);
    useSaveState.setState({ status: "locked", error });
    return;
  }
  useSaveState.setState({ status: "failed", error });
  writeIn(nextRetry());
}

function nextRetry(): number {
  const now = retryMs;
  retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2);
  return now;
}

/** Another window may have taken the workspace over while this one was in the background. */
async function noticeOtherWindow(): Promise<void> {
  if (useSaveState.getState().status !== "saved") return;
  try {
    await call("app.journalAppend", { session, entries: [] });
  } catch (error) {
    if (error instanceof ApiError && error.code === "conflict") failed(error);
  }
}

async function saveWhole(): Promise<void> {
  const saved = savedWorkspace() as unknown as Readonly<Record<string, JsonValue>>;
  await call("app.workspaceSave", { session, workspace: saved });
  journalled = 0;
}

function scheduleSave(): void {
  journalled = SAVE_AFTER_ENTRIES;
  writeIn(0);
}

/** Saves everything now; used when a workspace was opened and by "Try again". */
export async function saveNow(): Promise<void> {
  journalled = SAVE_AFTER_ENTRIES + 1;
  await write();
}

/** Says that this window ends in order. Nothing can be waited for then, so everything is sent at once. */
export function closeJournal(): void {
  if (!isSaving()) return;
  globalThis.sessionStorage?.setItem(SESSION_KEY, session);
  const entries: readonly Entry[] = [...waiting, END];
  waiting = [];
  send("app.journalAppend", { session, entries: entries as unknown as JsonValue[] });
  send("app.workspaceRelease", { session });
}
