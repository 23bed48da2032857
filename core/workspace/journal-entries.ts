import { fits, isRecord } from "./fit.ts";
import { applyChanges, type Change, diff } from "./json-diff.ts";
import {
  type Content,
  EMPTY_WORKSPACE,
  MOST_STEPS,
  type SavedWorkspace,
  type Step,
  savedFormOf,
  stepSchema,
  WORKSPACE_VERSION,
  type Workspace,
} from "./workspace.ts";

/** Written last by a window that ends in order. */
export const END = { kind: "end" } as const;

/** One line of the journal. */
export type Entry =
  | { readonly kind: "do"; readonly step: Step }
  | { readonly kind: "merge"; readonly step: Step }
  | { readonly kind: "keep"; readonly changes: readonly Change[] }
  | { readonly kind: "undo" }
  | { readonly kind: "redo" }
  /** A workspace that was opened in place of the one before. Saved whole, unless the window closes first. */
  | { readonly kind: "open"; readonly workspace: SavedWorkspace }
  | typeof END;

/** An entry as it is written. */
export type StampedEntry = Entry & Partial<Stamp>;

/** What happened between two states; null for nothing that is kept. */
export function entryOf(before: Workspace, after: Workspace): Entry | null {
  if (after.opened !== before.opened) return { kind: "open", workspace: savedFormOf(after) };
  if (after.past.at(-1) !== before.past.at(-1)) {
    const step = after.past.at(-1);
    if (before.future.length > 0 && step === before.future[0]) return { kind: "redo" };
    if (before.past.at(-1) === after.future[0] && after.future.length > 0) return { kind: "undo" };
    if (step) return { kind: isMerge(before, after) ? "merge" : "do", step };
  }
  return isKept(before, after)
    ? { kind: "keep", changes: diff(before.content, after.content) }
    : null;
}

/** The entries with one more. A step that grows while nothing of it is written is written once, as it is in the end. */
export function withEntry(
  entries: readonly StampedEntry[],
  next: StampedEntry,
): readonly StampedEntry[] {
  const last = entries.at(-1);
  if (next.kind !== "merge" || (last?.kind !== "do" && last?.kind !== "merge"))
    return [...entries, next];
  return [...entries.slice(0, -1), { ...next, kind: last.kind }];
}

/** Content that changed without a step. */
const isKept = (before: Workspace, after: Workspace): boolean =>
  after.content !== before.content && after.past === before.past && after.future === before.future;

const isMerge = (before: Workspace, after: Workspace): boolean =>
  after.past.length === before.past.length && after.past.at(-2) === before.past.at(-2);

/** Versions that differ in nothing but what the slices themselves still read. */
const READABLE: readonly unknown[] = [1, WORKSPACE_VERSION];

/** The saved form, or null when it is not one of a version that can be read. */
export function readSaved(value: unknown): SavedWorkspace | null {
  if (!isRecord(value) || !READABLE.includes(value.version)) return null;
  const { content, past, future } = value;
  if (!isRecord(content) || !Array.isArray(past) || !Array.isArray(future)) return null;
  return { version: WORKSPACE_VERSION, content: content as Content, past, future };
}

/**
 * The entries that tell of one workspace, and those from the first on that put another in its place. What comes before is
 * written first, so that the workspace that is put aside is whole.
 */
export function splitAtOpening<E>(entries: readonly E[]): readonly [before: E[], after: E[]] {
  const at = entries.findIndex((entry) => isRecord(entry) && entry.kind === "open");
  return at < 0 ? [[...entries], []] : [entries.slice(0, at), entries.slice(at)];
}

interface ReplayOptions {
  /** What `saved` contains already. */
  readonly written?: Written;
  /** The entries were not made on this state: another window has written since. */
  readonly isMoved?: boolean;
}

export interface Replayed {
  readonly workspace: SavedWorkspace;
  /** The last step that was not followed by an orderly end: steps before one were not lost, so they are not named. */
  readonly lastStep: string | null;
  readonly written: Written;
  /** Entries from the first on that does not fit. */
  readonly left: number;
}

/**
 * Applies the journal's entries, each once. Stops at the first that does not fit, so a torn one costs only itself.
 */
export function replay(
  saved: SavedWorkspace,
  journal: readonly unknown[],
  { written: begun = {}, isMoved = false }: ReplayOptions = {},
): Replayed {
  let current = saved;
  let lastStep: string | null = null;
  let written = begun;
  let left = 0;
  for (const [index, entry] of journal.entries()) {
    if (isWritten(written, entry)) continue;
    if (isRecord(entry) && entry.kind === END.kind) {
      lastStep = null;
      continue;
    }
    const next = isRecord(entry) ? applyEntry(current, entry as unknown as Entry, isMoved) : null;
    if (!next) {
      left = journal.length - index;
      break;
    }
    current = next.workspace;
    lastStep = next.label ?? lastStep;
    written = withWritten(written, entry);
  }
  return { workspace: current, lastStep, written, left };
}

/** Where `isMoved` a step is worked out again, so that taking it back leads exactly to what is here now. */
function applyEntry(
  at: SavedWorkspace,
  entry: Entry,
  isMoved: boolean,
): { workspace: SavedWorkspace; label: string | null } | null {
  try {
    switch (entry.kind) {
      case "keep":
        return {
          workspace: { ...at, content: applyChanges(at.content, entry.changes) },
          label: null,
        };
      case "undo":
      case "redo":
        return isMoved ? { workspace: at, label: null } : moveStep(at, entry.kind);
      case "open": {
        const opened = readSaved(entry.workspace);
        return opened && { workspace: opened, label: null };
      }
      case "do":
        return fits(stepSchema, entry.step) ? withStep(at, entry.step, isMoved) : null;
      case "merge": {
        if (!fits(stepSchema, entry.step)) return null;
        const base = isMoved ? at : moveStep(at, "undo")?.workspace;
        return base ? withStep(base, entry.step, isMoved) : null;
      }
      default:
        return null;
    }
  } catch {
    return null;
  }
}

function withStep(base: SavedWorkspace, step: Step, isMoved: boolean) {
  const content = applyChanges(base.content, step.forward);
  const made = isMoved ? stepBetween(step, base.content, content) : step;
  const past = [...base.past, made].slice(-MOST_STEPS);
  return { workspace: { ...base, content, past, future: [] }, label: step.label };
}

/** The step from one content to another, under the name and in the view of a step. */
export const stepBetween = (
  { label, view }: Pick<Step, "label" | "view">,
  before: Content,
  after: Content,
): Step => ({
  label,
  ...(view !== undefined && { view }),
  forward: diff(before, after),
  backward: diff(after, before),
});

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

/** Who wrote an entry, and which of the writer's it is, counted from 1. A page that is loaded again is another writer. */
interface Stamp {
  readonly by: string;
  readonly n: number;
}

/** The last entry of each writer that a workspace contains, the writer of the latest one last. */
export type Written = { readonly [writer: string]: number };

/** Older writers are forgotten; what they left unsaved has been found long before. */
const MOST_WRITERS = 20;

const stampOf = (entry: unknown): Stamp | null =>
  isRecord(entry) && typeof entry.by === "string" && typeof entry.n === "number"
    ? { by: entry.by, n: entry.n }
    : null;

/** An entry may be sent again when nobody knows whether it arrived. */
export function isWritten(written: Written, entry: unknown): boolean {
  const stamp = stampOf(entry);
  return stamp !== null && stamp.n <= (written[stamp.by] ?? 0);
}

export const latestWriter = (written: Written): string | undefined => Object.keys(written).at(-1);

export function withWritten(written: Written, entry: unknown): Written {
  const stamp = stampOf(entry);
  if (!stamp) return written;
  const { [stamp.by]: _, ...others } = written;
  const latest = Object.entries(others).slice(1 - MOST_WRITERS);
  return Object.fromEntries([...latest, [stamp.by, stamp.n]]);
}

/** A workspace as its files hold it: the save, and the entries that the journal has after it. */
interface Stored {
  readonly workspace: unknown;
  readonly journal: readonly unknown[];
}

/** As it was left; null where another version of the program wrote it. */
export function latestOf({ workspace, journal }: Stored): Replayed | null {
  const saved = workspace === null ? EMPTY_WORKSPACE : readSaved(workspace);
  return saved && replay(saved, journal, { written: readWritten(workspace) });
}

/** What a saved workspace contains, from the file. */
function readWritten(saved: unknown): Written {
  const written = isRecord(saved) && isRecord(saved.written) ? saved.written : {};
  return Object.fromEntries(
    Object.entries(written).filter((pair): pair is [string, number] => typeof pair[1] === "number"),
  );
}
