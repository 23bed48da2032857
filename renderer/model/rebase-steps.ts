import type { JsonValue } from "../../core/api/schema/json-value.ts";
import { fits } from "../../core/workspace/fit.ts";
import { type Entry, stepBetween } from "../../core/workspace/journal-entries.ts";
import { applyChanges, type Change, diff, sameJson } from "../../core/workspace/json-diff.ts";
import { type Content, type SavedWorkspace, stepSchema } from "../../core/workspace/workspace.ts";

/** Joins what was saved of a slice with what was made of it before the saved one arrived. */
type Join = (saved: JsonValue, own: JsonValue) => JsonValue;

const joins = new Map<string, Join>();

/** Says how a slice is joined; without this, what the person made last is what holds. */
export const joinSliceBy = (name: string, join: Join): void => void joins.set(name, join);

/** Everything of both; a slice that only one of them has is taken as it is. */
export function joinContent(saved: Content, own: Content): Content {
  const joined: Record<string, JsonValue> = { ...saved };
  for (const [name, value] of Object.entries(own)) {
    const before = Object.hasOwn(saved, name) ? saved[name] : undefined;
    joined[name] =
      before === undefined || sameJson(before, value)
        ? value
        : (joins.get(name)?.(before, value) ?? value);
  }
  return joined;
}

/** Members that differ from `initial` are the person's; the others stay as they were saved. */
export const byMember =
  <T extends object>(initial: T) =>
  (saved: T, own: T): T => {
    const isOwn = ([name, value]: [string, unknown]) =>
      !sameJson(
        value as JsonValue,
        ((initial as Record<string, unknown>)[name] ?? null) as JsonValue,
      );
    return { ...saved, ...Object.fromEntries(Object.entries(own).filter(isOwn)) };
  };

/**
 * What was made before the saved workspace arrived, as entries that follow on it: the records first, then every step
 * under its own name, so that undo leads back to what was saved.
 */
export function rebaseSteps(saved: SavedWorkspace, own: SavedWorkspace): readonly Entry[] {
  const steps = [...own.past, ...own.future];
  const [first = {}, ...later] = statesOf(own).map((content) =>
    joinContent(saved.content, content),
  );
  const entries: Entry[] = [];
  const kept = diff(saved.content, first);
  if (kept.length > 0) entries.push({ kind: "keep", changes: kept });
  let before = first;
  for (const [index, after] of later.entries()) {
    entries.push({ kind: "do", step: stepBetween(steps[index] ?? { label: "" }, before, after) });
    before = after;
  }
  return [...entries, ...own.future.map(() => ({ kind: "undo" }) as const)];
}

/** The content before the first step, after it, and so on to the last that was taken back. */
function statesOf({ content, past, future }: SavedWorkspace): Content[] {
  const back = past.reduceRight<Content[]>(
    ([at = content, ...later], step) => [applyChanges(at, step.backward), at, ...later],
    [content],
  );
  let at = content;
  const ahead = future.map((step) => {
    at = applyChanges(at, step.forward);
    return at;
  });
  return [...back, ...ahead];
}

/**
 * The workspace without the steps that undo and redo cannot get through. Each step starts where the one before it leads, so behind
 * one that does not fit none can be reached.
 */
export function withReachableSteps(saved: SavedWorkspace): {
  readonly saved: SavedWorkspace;
  readonly lost: number;
} {
  const { content, past, future } = saved;
  const back = reachable(content, past.toReversed(), "backward").toReversed();
  const ahead = reachable(content, future, "forward");
  const lost = past.length - back.length + future.length - ahead.length;
  return { saved: lost === 0 ? saved : { ...saved, past: back, future: ahead }, lost };
}

type Steps = SavedWorkspace["past"];

function reachable(start: Content, steps: Steps, way: "forward" | "backward"): Steps {
  let at: Content | null = start;
  const end = steps.findIndex((step) => {
    at = at && fits(stepSchema, step) ? moved(at, step, way) : null;
    return at === null;
  });
  return end < 0 ? steps : steps.slice(0, end);
}

/** Null where the step cannot be taken, or not be taken back. */
function moved(
  at: Content,
  step: { readonly forward: readonly Change[]; readonly backward: readonly Change[] },
  way: "forward" | "backward",
): Content | null {
  try {
    const there = applyChanges(at, step[way]);
    applyChanges(there, step[way === "forward" ? "backward" : "forward"]);
    return there;
  } catch {
    return null;
  }
}
