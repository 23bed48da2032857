import { applyChanges, type Change, diff } from "./json-diff.ts";
import { isRecord } from "./slice.ts";
import {
  MOST_STEPS,
  type SavedWorkspace,
  type Step,
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
  | typeof END;

/** What happened between two states; null for one that was opened, which is saved whole. */
export function entryOf(before: Workspace, after: Workspace): Entry | null {
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
export function withEntry(entries: readonly Entry[], next: Entry): readonly Entry[] {
  const last = entries.at(-1);
  if (next.kind !== "merge" || (last?.kind !== "do" && last?.kind !== "merge"))
    return [...entries, next];
  return [...entries.slice(0, -1), { kind: last.kind, step: next.step }];
}

/** Content that changed without a step; of a workspace that was opened, past and future are others too. */
const isKept = (before: Workspace, after: Workspace): boolean =>
  after.content !== before.content && after.past === before.past && after.future === before.future;

const isMerge = (before: Workspace, after: Workspace): boolean =>
  after.past.length === before.past.length && after.past.at(-2) === before.past.at(-2);

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
    lastStep = next.label ?? lastStep;
  }
  return { workspace: current, lastStep };
}

function applyEntry(
  at: SavedWorkspace,
  entry: Entry,
): { workspace: SavedWorkspace; label: string | null } | null {
  try {
    if (entry.kind === "keep")
      return {
        workspace: { ...at, content: applyChanges(at.content, entry.changes) },
        label: null,
      };
    if (entry.kind === "undo") return moveStep(at, "undo");
    if (entry.kind === "redo") return moveStep(at, "redo");
    if (entry.kind === "end") return null;
    const base = entry.kind === "merge" ? moveStep(at, "undo")?.workspace : at;
    if (!base) return null;
    const content = applyChanges(base.content, entry.step.forward);
    return {
      workspace: {
        ...base,
        content,
        past: [...base.past, entry.step].slice(-MOST_STEPS),
        future: [],
      },
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
