import { joinContent } from "./join-content.ts";
import { type Entry, stepBetween } from "./journal-entries.ts";
import { applyChanges, diff } from "./json-diff.ts";
import type { Content, SavedWorkspace } from "./workspace.ts";

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
