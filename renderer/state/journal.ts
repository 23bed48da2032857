import type { Output } from "../../core/api/client-types.ts";
import type { JsonValue } from "../../core/api/schema/json-value.ts";
import { ApiError } from "../../core/errors.ts";
import {
  END,
  type Entry,
  entryOf,
  latestOf,
  replay,
  type StampedEntry,
  splitAtOpening,
  type Written,
  withEntry,
  withWritten,
} from "../../core/workspace/journal-entries.ts";
import type { SavedWorkspace } from "../../core/workspace/workspace.ts";
import { call, send } from "../api/client.ts";
import { newId } from "../model/fingerprint.ts";
import { rebaseSteps } from "../model/rebase-steps.ts";
import { offerReturn } from "./offer-return.ts";
import { useSaveState } from "./save-state.ts";
import { findLeftWork, isTooMuch, type LeftWork, leaveWork, withLeftWork } from "./unsaved-work.ts";
import { isGone, markAlive } from "./window-sessions.ts";
import { openWorkspace, savedWorkspace, workspace } from "./workspace.ts";

const SESSION_KEY = "semascope-session";
const session = takeSession();
/** How long changes are gathered before they are written, however fast a person types. */
const GATHER_MS = 250;
const SAVE_AFTER_ENTRIES = 40;
/** An edit so large is written at once: a browser finishes small requests only of a page that is closed. */
const URGENT_CHARACTERS = 16_000;
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

/** What is not written yet, and what is just being written. */
let waiting: readonly StampedEntry[] = [];
let underWay: readonly StampedEntry[] = [];
/** What the saved workspace and its journal contain. */
let written: Written = {};
const writer = newId();
let made = 0;
/** Work of closed windows that was found and is in the workspace now, until that is saved. */
let forgetLeft: () => void = () => undefined;
let journalled = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let retryMs = FIRST_RETRY_MS;
let isWriting = false;
let isGathering = false;
let isFollowing = false;
/** What is written holds a workspace that another took the place of, which the next save has to put aside. */
let isReplaced = false;
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
    const found = loaded.lockedBy ? null : await findLeftWork(session);
    forgetLeft = found?.forget ?? forgetLeft;
    show(loaded, found?.left ?? []);
  } catch (error) {
    useSaveState.setState({ status: "unloaded", error });
    timer = setTimeout(() => void startJournal(takeOver), nextRetry());
  }
  follow();
}

function show(loaded: Output<"app.workspaceLoad">, left: readonly LeftWork[]): void {
  retryMs = FIRST_RETRY_MS;
  const recovered = latestOf(loaded);
  if (!recovered) {
    useSaveState.setState({ status: "foreign", error: null });
    return;
  }
  const isFirst = isLoading();
  const found = withLeftWork(recovered, left, stamped);
  const own = isFirst ? rebaseSteps(found.workspace, savedWorkspace()).map(stamped) : [];
  if (isFirst) openWorkspace(replay(found.workspace, own).workspace, "arrived");
  else replaceOwn(found.workspace);
  written = recovered.written;
  isReplaced = splitAtOpening(loaded.journal)[1].length > 0;
  waiting = loaded.lockedBy ? [] : [...found.entries, ...own];
  hasOwnWork = loaded.lockedBy !== null && hasSteps(own);
  useSaveState.setState({
    status: loaded.lockedBy ? "locked" : waiting.length > 0 ? "saving" : "saved",
    recovered: found.lastStep,
    left: found.left,
    damaged: loaded.damaged,
    error: null,
  });
  if (loaded.lockedBy) return;
  if (loaded.journal.length > 0) scheduleSave();
  else if (waiting.length > 0) writeIn(0);
  if (waiting.length === 0) forgetLeft();
}

function stamped(entry: Entry): StampedEntry {
  made += 1;
  return { ...entry, by: writer, n: made };
}

const isLoading = (): boolean => ["starting", "unloaded"].includes(useSaveState.getState().status);

const hasSteps = (entries: readonly Entry[]): boolean =>
  entries.some(({ kind }) => kind !== "keep");

/** What was made here while nothing could be saved is not thrown away: it stays one step away. */
function replaceOwn(next: SavedWorkspace): void {
  const own = hasOwnWork ? savedWorkspace() : null;
  openWorkspace(next);
  if (own)
    offerReturn(own, {
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
    waiting = withEntry(waiting, stamped(entry));
    if (useSaveState.getState().status === "saved") useSaveState.setState({ status: "saving" });
    writeSoon(isUrgent(entry) ? 0 : GATHER_MS);
  });
}

const isUrgent = (entry: Entry): boolean =>
  entry.kind === "open" || JSON.stringify(entry).length > URGENT_CHARACTERS;

function writeSoon(milliseconds = GATHER_MS): void {
  if (isGathering && milliseconds > 0) return;
  isGathering = true;
  writeIn(milliseconds);
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
  isWriting = true;
  underWay = waiting;
  waiting = [];
  try {
    await writeEntries(underWay);
    written = underWay.reduce(withWritten, written);
    underWay = [];
    forgetLeft();
    retryMs = FIRST_RETRY_MS;
    if (waiting.length === 0) useSaveState.setState({ status: "saved", error: null });
    clearTimeout(idle);
    if (journalled > 0) idle = setTimeout(() => void saveNow(), IDLE_MS);
  } catch (error) {
    waiting = [...underWay, ...waiting];
    underWay = [];
    failed(error);
  } finally {
    isWriting = false;
  }
}

async function writeEntries(entries: readonly StampedEntry[]): Promise<void> {
  const [before, after] = splitAtOpening(entries);
  if (after.length > 0) {
    await append(before);
    isReplaced = true;
    await saveWhole(entries);
  } else if (journalled + entries.length > SAVE_AFTER_ENTRIES) await saveWhole(entries);
  else await append(entries);
}

async function append(entries: readonly StampedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await call("app.journalAppend", { session, entries: entries as unknown as JsonValue[] });
  journalled += entries.length;
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

/** Everything as it is now, which contains these entries. */
async function saveWhole(entries: readonly StampedEntry[]): Promise<void> {
  const saved = { ...savedWorkspace(), written: entries.reduce(withWritten, written) };
  const workspace = saved as unknown as Readonly<Record<string, JsonValue>>;
  await call("app.workspaceSave", { session, workspace, keepBefore: isReplaced });
  isReplaced = false;
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

/** What nobody has confirmed yet: it may be on its way, and may be lost if the window closes now. */
function unsaved(): LeftWork {
  const early = isLoading() && savedWorkspace().past.length > 0 ? savedWorkspace() : null;
  const entries = isSaving() ? [...underWay, ...waiting] : [];
  return { entries, early, knew: [...Object.keys(written), writer] };
}

/**
 * Says that this window ends in order. Nothing can be waited for then, so everything is sent at once, and left in the
 * browser as well: it carries on no more than 64 KB of a page that is gone. What arrives both ways is taken once.
 */
export function closeJournal(): void {
  clearTimeout(timer);
  clearTimeout(idle);
  isGathering = false;
  const left = unsaved();
  if (left.early || left.entries.length > 0) leaveWork(session, left);
  if (!isSaving()) return;
  globalThis.sessionStorage?.setItem(SESSION_KEY, session);
  const entries = [...left.entries, END] as unknown as JsonValue[];
  send("app.journalAppend", { session, entries });
  send("app.workspaceRelease", { session });
}

/** The browser asks the person to wait where more is unsaved than can be left behind. */
export function askBeforeLoss(event: BeforeUnloadEvent): void {
  if (!window.engine && isTooMuch(unsaved())) event.preventDefault();
}
