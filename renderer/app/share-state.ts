import type { JsonValue } from "../../core/api/schema/json-value.ts";
import { isRecord } from "../../core/workspace/fit.ts";
import type { Content } from "../../core/workspace/workspace.ts";
import { titleOf } from "../state/slice.ts";
import { edit, workspace } from "../state/workspace.ts";
import { showSavedView } from "./saved-view.ts";
import { encodeState, type SharedState } from "./state-string.ts";

/** Mail and chat take so many characters without cutting or folding them. */
export const USUAL_LENGTH = 8000;

/** The slice where members of a state that this version does not know wait to be passed on again. */
const EXTRAS = "shared-extras";

/** Never passed on: what was looked at before, and where this person's files lie. */
const PRIVATE: readonly string[] = ["history", "training", EXTRAS];
/** What the rest is about; a state without it would be of no use. */
const CORE: readonly string[] = ["subject", "retina", "brush", "brush view", "looking"];

export interface StateToShare {
  readonly text: string;
  /** What was left out to keep it short, in words. */
  readonly leftOut: readonly string[];
}

/** The workspace as a string; unless `isWhole`, its largest parts are left out until it is short enough to send. */
export function stateToShare(content: Content, isWhole: boolean): StateToShare {
  const { [EXTRAS]: extras } = content;
  const shared = Object.fromEntries(
    Object.entries(content).filter(([name]) => !PRIVATE.includes(name)),
  );
  const encode = (parts: Content) =>
    encodeState({ ...(isRecord(extras) ? (extras as Content) : {}), content: parts });
  const leftOut: string[] = [];
  let parts: Content = shared;
  let text = encode(parts);
  while (!isWhole && text.length > USUAL_LENGTH) {
    const largest = largestOf(parts);
    if (largest === undefined) break;
    const { [largest]: _, ...rest } = parts;
    parts = rest;
    leftOut.push(titleOf(largest));
    text = encode(parts);
  }
  return { text, leftOut };
}

function largestOf(parts: Content): string | undefined {
  const sizes = Object.entries(parts)
    .filter(([name]) => !CORE.includes(name))
    .map(([name, value]) => ({ name, size: JSON.stringify(value).length }));
  return sizes.sort((a, b) => b.size - a.size)[0]?.name;
}

/**
 * Takes over what the state holds, as one step of undo; what it does not hold stays as it is.
 * @returns whether anything is different now
 */
export function openState({ content, ...extras }: SharedState): boolean {
  const { revision } = workspace.getState();
  const taken = Object.entries(content).filter(([name]) => !PRIVATE.includes(name));
  const kept: JsonValue = extras;
  edit("Open a shared state", {
    ...workspace.getState().content,
    ...Object.fromEntries(taken),
    ...(Object.keys(extras).length > 0 ? { [EXTRAS]: kept } : {}),
  });
  showSavedView("opened");
  return workspace.getState().revision !== revision;
}
