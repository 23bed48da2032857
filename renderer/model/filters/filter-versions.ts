import { type CellEdit, editsOf, sameEdits } from "../../../core/workspace/filters/cell-edits.ts";
import type {
  Example,
  Filter,
  Goal,
  HistoryEntry,
  WayBack,
} from "../../../core/workspace/filters/filter-model.ts";

/** What a version is made of; name, folder and what it is meant for are no part of it. */
export interface VersionContent {
  readonly examples: readonly Example[];
  readonly edits?: readonly CellEdit[];
  readonly threshold: number | null;
  readonly goal: Goal;
}

/** How to come from `after` back to `before`. */
export function wayBack(after: VersionContent, before: VersionContent): WayBack {
  const now = new Map(after.examples.map((example) => [example.id, example]));
  const then = new Set(before.examples.map(({ id }) => id));
  return {
    dropped: after.examples.flatMap(({ id }) => (then.has(id) ? [] : [id])),
    put: before.examples.flatMap((example, at) =>
      now.get(example.id) === example ? [] : [{ at, example }],
    ),
    threshold: before.threshold,
    goal: before.goal,
    ...(sameEdits(after, before) ? {} : { edits: editsOf(before) }),
  };
}

export function goBack({ examples, edits: now }: VersionContent, back: WayBack): VersionContent {
  const gone = new Set([...back.dropped, ...back.put.map(({ example }) => example.id)]);
  const restored = examples.filter(({ id }) => !gone.has(id));
  for (const { at, example } of back.put) restored.splice(at, 0, example);
  const edits = back.edits ?? now;
  const { threshold, goal } = back;
  return { examples: restored, threshold, goal, ...(edits ? { edits } : {}) };
}

/** A version that can be gone back to. */
export interface Version extends VersionContent {
  /** How many changes were made since; 0 is the present. */
  readonly since: number;
  readonly at: string;
  readonly what: string;
}

/** What of a filter, or of a version, makes a version. */
export const contentOf = ({ examples, threshold, goal, edits }: VersionContent) => ({
  examples,
  threshold,
  goal,
  ...(edits ? { edits } : {}),
});

/** The latest versions, the present one first, as far back as is known. */
export function versionsOf({ history, ...now }: Filter): Version[] {
  const versions: Version[] = [];
  let content: VersionContent = now;
  for (const entry of history.toReversed()) {
    const { at, what } = entry;
    versions.push({ ...contentOf(content), at, what, since: versions.length });
    if (!entry.back) break;
    content = goBack(content, entry.back);
  }
  return versions;
}

/** Typing and dragging come in many small changes, each soon after the last. */
const BURST_MS = 2000;

/** One more entry; the same thing done again at once, as in typing, makes one entry of both. */
export function withEntry(
  before: Filter,
  after: VersionContent,
  { what, at }: HistoryEntry,
): HistoryEntry[] {
  const last = before.history.at(-1);
  const isBurst = last?.what === what && Date.parse(at) - Date.parse(last.at) < BURST_MS;
  if (!last || !isBurst) return [...before.history, { at, what, back: wayBack(after, before) }];
  const start = last.back ? goBack(before, last.back) : null;
  const merged = { at, what, ...(start ? { back: wayBack(after, start) } : {}) };
  return [...before.history.slice(0, -1), merged];
}

/** What a version has more, less and otherwise than the one it is held against. */
export function differenceOf(then: VersionContent, now: VersionContent) {
  const before = new Map(then.examples.map((example) => [example.id, example]));
  const kept = now.examples.filter(({ id }) => before.has(id));
  const changed = kept.filter((example) => {
    const old = before.get(example.id)!;
    return (
      old.text !== example.text || old.side !== example.side || old.isMuted !== example.isMuted
    );
  });
  return {
    added: now.examples.length - kept.length,
    removed: then.examples.length - kept.length,
    changed: changed.length,
    isThresholdOther: then.threshold !== now.threshold || then.goal !== now.goal,
    areCellsOther: !sameEdits(then, now),
  };
}
