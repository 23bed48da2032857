import { fits } from "./fit.ts";
import { applyChanges, type Change } from "./json-diff.ts";
import { type Content, type SavedWorkspace, stepSchema } from "./workspace.ts";

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
