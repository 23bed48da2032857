import { create } from "zustand";
import type { Output } from "../../core/api/client-types.ts";
import type { JsonValue } from "../../core/api/schema/json-value.ts";
import { ApiError } from "../../core/errors.ts";
import { isRecord } from "../../core/workspace/fit.ts";
import {
  type Content,
  EMPTY_WORKSPACE,
  readSaved,
  WORKSPACE_VERSION,
} from "../../core/workspace/workspace.ts";
import { call, send } from "../api/client.ts";
import { newId } from "../model/fingerprint.ts";
import { type Step, sameJson } from "../model/steps.ts";
import {
  edit,
  makeEarly,
  onRefused,
  openWorkspace,
  savedWorkspace,
  workspace,
} from "./workspace.ts";

/** Whether the work is safe on disk, and what stands in the way. */
interface SaveState {
  /**
   * "unloaded": what is saved could not be read yet, so nothing is written over it. "reading": another window is the
   * writer. "foreign": a newer version saved it, and it is left alone.
   */
  readonly status: "starting" | "unloaded" | "saved" | "saving" | "failed" | "reading" | "foreign";
  readonly error: unknown;
  /** What of the saved files could not be read, or null. */
  readonly damaged: string | null;
  /** Work that is not part of the saved workspace, and can be brought back; oldest first. */
  readonly left: readonly Left[];
  /** How often an edit was refused in a read-only window. */
  readonly refused: number;
}

/** The unsaved document of a window. */
interface Left {
  /** Of the browser's storage. */
  readonly key: string;
  readonly session: string;
  /** Revision that it follows; -1 where none had arrived. */
  readonly base: number;
  readonly content: Content;
}

export const useSaveState = create<SaveState>(() => ({
  status: "starting",
  error: null,
  damaged: null,
  left: [],
  refused: 0,
}));

/** So long changes are gathered before the document is sent, however fast a person types. */
const GATHER_MS = 500;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;
/** Windows of this browser begin with the same word. */
const BROWSER_KEY = "semascope-browser";
/** Changes when a window of this browser becomes the writer. */
const WRITER_KEY = "semascope-writer";
const LEFT_PREFIX = "semascope-unsaved ";

const browser = browserName();
const session = `${browser} ${newId()}`;
/** Revision that this window shows; -1 for none. */
let base = -1;
let saves = 0;
/** As the host has it. */
let confirmed: Content = EMPTY_WORKSPACE.content;
let confirmedStep: Step | undefined;
/** Unsaved work that is part of the content until that is saved. */
let taken: readonly Left[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let isGathering = false;
let isSending = false;
let isFollowing = false;
let retryMs = FIRST_RETRY_MS;

const statusNow = () => useSaveState.getState().status;
const isLoading = (): boolean => ["starting", "unloaded"].includes(statusNow());
const isWriter = (): boolean => ["saved", "saving", "failed"].includes(statusNow());
const isUnsaved = (): boolean => workspace.getState().content !== confirmed;
const hasOwnSteps = (): boolean => workspace.getState().past.at(-1) !== confirmedStep;

/** Loads the saved workspace, and becomes its writer unless another window is. */
export async function startSaving(takeOver = false): Promise<void> {
  stopTimer();
  follow();
  try {
    show(await load(takeOver));
    if (takeOver) write(WRITER_KEY, session);
  } catch (error) {
    if (!isLoading()) return failed(error);
    useSaveState.setState({ status: "unloaded", error });
    timer = setTimeout(() => void startSaving(takeOver), nextRetry());
  }
}

/** A window of this browser that crashed must not lock its successor out. */
async function load(takeOver: boolean): Promise<Output<"app.workspaceLoad">> {
  const known = base < 0 ? {} : { known: base };
  const loaded = await call("app.workspaceLoad", { session, takeOver, ...known });
  return loaded.writer && (await isGone(loaded.writer.session))
    ? call("app.workspaceLoad", { session, takeOver: true, ...known })
    : loaded;
}

function show(loaded: Output<"app.workspaceLoad">): void {
  retryMs = FIRST_RETRY_MS;
  const isFirst = isLoading();
  const isKnown = loaded.workspace === null && loaded.revision === base;
  const saved = isKnown ? { content: confirmed } : readSaved(loaded.workspace ?? EMPTY_WORKSPACE);
  if (!saved) {
    useSaveState.setState({ status: "foreign", error: null });
    return;
  }
  const isReadOnly = loaded.writer !== null;
  const left = isReadOnly ? [] : unsavedWork(saved.content);
  // The window closed while its last save was on its way: whether or not that arrived, this follows.
  const follows = (each: Left) => each.base === loaded.revision || each.session === loaded.by;
  const next = left.findLast(follows);
  if (isFirst || !isKnown || next || (isReadOnly && hasOwnSteps())) {
    if (!isFirst && hasOwnSteps()) offer(leave(`${keyOfThis} ${base}`));
    confirmed = saved.content;
    base = loaded.revision;
    const content = next?.content ?? saved.content;
    openWorkspace({ version: WORKSPACE_VERSION, content }, isFirst ? "arrived" : "refreshed");
    confirmedStep = undefined;
  }
  taken = left.filter(follows);
  dropOffers(taken.map(({ key }) => key));
  for (const each of left) if (!follows(each)) offer(each);
  workspace.setState({ isReadOnly });
  useSaveState.setState(({ damaged }) => ({
    status: isReadOnly ? "reading" : "saved",
    damaged: loaded.damaged ?? damaged,
    error: null,
  }));
  if (isReadOnly) return;
  makeEarly();
  if (isUnsaved()) {
    useSaveState.setState({ status: "saving" });
    saveSoon(0);
  } else forgetTaken();
}

function offer(left: Left): void {
  dropOffers([left.key]);
  useSaveState.setState(({ left: others }) => ({ left: [...others, left] }));
}

const dropOffers = (keys: readonly string[]): void =>
  useSaveState.setState(({ left }) => ({ left: left.filter(({ key }) => !keys.includes(key)) }));

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  globalThis.addEventListener?.("focus", () => void notice());
  globalThis.addEventListener?.("pageshow", ({ persisted }) => {
    if (persisted) void notice();
  });
  globalThis.addEventListener?.("storage", ({ key }) => {
    if (key === WRITER_KEY) void notice();
  });
  globalThis.document?.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && isWriter() && isUnsaved()) void saveNow();
  });
  onRefused(() => useSaveState.setState(({ refused }) => ({ refused: refused + 1 })));
  workspace.subscribe((after, before) => {
    if (after.content === before.content || !isWriter() || !isUnsaved()) return;
    if (statusNow() === "saved") useSaveState.setState({ status: "saving" });
    saveSoon(GATHER_MS);
  });
}

/** Another window may have become the writer, or may have ended. */
async function notice(): Promise<void> {
  if (statusNow() !== "saved" && statusNow() !== "reading") return;
  const loaded = await load(false).catch(() => null);
  if (loaded === null || isSending) return;
  if (loaded.writer !== null || statusNow() === "reading") show(loaded);
}

function saveSoon(milliseconds: number): void {
  if (isGathering && milliseconds > 0) return;
  stopTimer();
  isGathering = true;
  timer = setTimeout(() => void saveNow(), milliseconds);
}

function stopTimer(): void {
  clearTimeout(timer);
  isGathering = false;
}

/** Sends the document as it is. */
export async function saveNow(): Promise<void> {
  stopTimer();
  if (isSending || !isWriter()) return;
  isSending = true;
  const { content, past } = workspace.getState();
  try {
    const { revision } = await call("app.workspaceSave", nextSave());
    base = revision;
    confirmed = content;
    confirmedStep = past.at(-1);
    retryMs = FIRST_RETRY_MS;
    forgetTaken();
    useSaveState.setState({ status: isUnsaved() ? "saving" : "saved", error: null });
    if (isUnsaved()) saveSoon(GATHER_MS);
  } catch (error) {
    failed(error);
  } finally {
    isSending = false;
  }
}

const nextSave = () => ({
  session,
  base,
  save: ++saves,
  workspace: savedWorkspace() as unknown as Readonly<Record<string, JsonValue>>,
});

function failed(error: unknown): void {
  if (error instanceof ApiError && error.code === "conflict") {
    isSending = false;
    void startSaving();
    return;
  }
  useSaveState.setState({ status: "failed", error });
  saveSoon(nextRetry());
}

function nextRetry(): number {
  const now = retryMs;
  retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2);
  return now;
}

/**
 * For a page that goes away. Nothing can be waited for then: the document is sent, and left in the browser as well, which
 * carries on no more than 64 KB of a page that is gone. What arrives both ways is the same document.
 */
export function closeSaving(): void {
  stopTimer();
  const isOpen = isWriter();
  if (leaveUnsaved() && isOpen) send("app.workspaceSave", nextSave());
  if (isOpen) send("app.workspaceRelease", { session });
}

/**
 * Leaves unsaved work in the browser here already: of a busy page, a browser waits half a second for `pagehide`, longer for this.
 * It asks the person to wait where more is unsaved than fits, unless the host takes every call of a page that is gone.
 */
export function askBeforeLoss(event: BeforeUnloadEvent): void {
  if (!leaveUnsaved() || window.engine) return;
  if (read(keyOfThis) === null) event.preventDefault();
}

const keyOfThis = `${LEFT_PREFIX}${session}`;

/** @returns whether something was unsaved */
function leaveUnsaved(): boolean {
  const isLost = isLoading() ? hasOwnSteps() : isWriter() && isUnsaved();
  remove(keyOfThis);
  if (isLost) leave(keyOfThis);
  return isLost;
}

function leave(key: string): Left {
  const { content } = workspace.getState();
  write(key, JSON.stringify({ session, base, at: Date.now(), content }));
  return { key, session, base, content };
}

/** What closed windows left unsaved, oldest first. */
function unsavedWork(saved: Content): Left[] {
  const found: (Left & { readonly at: number })[] = [];
  for (const key of storedKeys()) {
    const value = parsed(read(key));
    const left = readSaved({ ...value, version: WORKSPACE_VERSION });
    if (!left || key === keyOfThis) continue;
    if (sameJson(left.content, saved)) remove(key);
    else
      found.push({
        key,
        content: left.content,
        session: String(value?.session),
        base: Number(value?.base),
        at: Number(value?.at),
      });
  }
  return found.sort((a, b) => a.at - b.at);
}

function forgetTaken(): void {
  for (const { key } of taken) remove(key);
  taken = [];
  // The answer may come after the window has left what it made since.
  if (!isUnsaved()) remove(keyOfThis);
}

/** Makes the oldest unsaved work part of the workspace again, as one step. */
export function bringBack(): void {
  const [left] = useSaveState.getState().left;
  if (!left || workspace.getState().isReadOnly) return;
  edit("Restore unsaved work", (before) => ({ ...before, ...left.content }));
  dismissLeft();
}

export function dismissLeft(): void {
  const [left] = useSaveState.getState().left;
  if (!left) return;
  remove(left.key);
  dropOffers([left.key]);
}

/** True only for a window of this browser that is no more; of others nothing is known. */
const isGone = async (other: string): Promise<boolean> =>
  other.startsWith(`${browser} `) && (await isAlive(other)) === false;

markAlive(session);

function browserName(): string {
  const known = read(BROWSER_KEY);
  if (known !== null) return known;
  const name = newId();
  write(BROWSER_KEY, name);
  return name;
}

/** A browser may keep its storage from the page, or have none left. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Whoever has to have it reads it again.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is there.
  }
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(LEFT_PREFIX));
  } catch {
    return [];
  }
}

function parsed(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Holds a lock as long as the window lives; the browser lets go of it however the window ends. */
function markAlive(name: string): void {
  globalThis.navigator?.locks
    ?.request(name, { ifAvailable: true }, (lock) =>
      lock ? new Promise<void>(() => undefined) : undefined,
    )
    .catch(() => undefined);
}

/** Whether a window of this browser holds the lock; undefined where the browser has no locks. */
async function isAlive(name: string): Promise<boolean | undefined> {
  const { locks } = globalThis.navigator ?? {};
  if (locks === undefined) return undefined;
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === name);
}
