import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { applyChanges, type Change, diff } from "../../core/workspace/json-diff.ts";
import {
  type Content,
  EMPTY_WORKSPACE,
  MOST_STEPS,
  type SavedWorkspace,
  type Step,
  savedFormOf,
  sliceOf,
  type Workspace,
} from "../../core/workspace/workspace.ts";
import { withReachableSteps } from "../model/rebase-steps.ts";
import { useNavigation } from "./navigation.ts";

export const workspace = createStore<Workspace>(() => ({
  ...EMPTY_WORKSPACE,
  gesture: null,
  revision: 0,
  opened: 0,
  lost: 0,
}));

export interface EditOptions {
  /** While a gesture of this name goes on, all that it changes is one step; an edit without one is a step of its own. */
  readonly gesture?: string;
}

/** Changes the content as one undoable step; a change to equal content is none. */
export function edit(label: string, next: Content, { gesture = joint }: EditOptions = {}): void {
  const state = workspace.getState();
  if (diff(state.content, next).length === 0) return;
  const last = state.past.at(-1);
  const isSame = gesture !== undefined && state.gesture?.kind === gesture;
  const goesOn = isSame && last !== undefined && (joint !== undefined || !isLarge(last));
  // What was kept meanwhile is no part of the step.
  const before = goesOn ? applyChanges(state.content, last.backward) : state.content;
  const { view } = useNavigation.getState();
  const step = { label, view, forward: diff(before, next), backward: diff(next, before) };
  const past = goesOn ? state.past.slice(0, -1) : state.past;
  workspace.setState({
    content: next,
    past: [...past, step].slice(-MOST_STEPS),
    future: [],
    gesture:
      gesture === undefined
        ? null
        : { kind: gesture, before: (isSame ? state.gesture?.before : undefined) ?? before },
    revision: state.revision + 1,
  });
}

/** A step is written again as a whole each time it grows: what is typed into a long text that was pasted is another one. */
const LARGE_STEP = 4000;

const isLarge = ({ forward, backward }: Step): boolean =>
  JSON.stringify([forward, backward]).length > LARGE_STEP;

/** The step of the gesture is complete: what follows the committed content follows now. */
export function endGesture(): void {
  if (workspace.getState().gesture !== null) workspace.setState({ gesture: null });
}

let joint: string | undefined;

/** All that `run` edits is one step, with the label of the last edit. */
export function asOneStep<T>(run: () => T): T {
  const outer = joint;
  if (outer === undefined) endGesture();
  joint = outer ?? "at once";
  try {
    return run();
  } finally {
    joint = outer;
    if (outer === undefined) endGesture();
  }
}

/** The content in which a slice is as it was before the gesture that is under way. */
export function committed(slice: string, { content, gesture, past }: Workspace): Content {
  if (gesture === null) return content;
  const isUnderHand = past.at(-1)?.forward.some((change) => sliceOf(change) === slice);
  return isUnderHand ? gesture.before : content;
}

/** Changes content that undo has no business with, such as the record of what was evaluated. */
export function keep(next: Content): void {
  const { revision } = workspace.getState();
  workspace.setState({ content: next, revision: revision + 1 });
}

/** @returns the label of the step taken back, or null when there is none */
export function undo(): string | null {
  const { content, past, future, revision } = workspace.getState();
  const step = past.at(-1);
  if (!step) return null;
  const before = changed(content, step.backward);
  if (!before) {
    workspace.setState({ past: [], lost: past.length });
    return null;
  }
  workspace.setState({
    content: before,
    past: past.slice(0, -1),
    future: [step, ...future],
    gesture: null,
    revision: revision + 1,
  });
  return step.label;
}

/** @returns the label of the step made again, or null when there is none */
export function redo(): string | null {
  const { content, past, future, revision } = workspace.getState();
  const step = future[0];
  if (!step) return null;
  const after = changed(content, step.forward);
  if (!after) {
    workspace.setState({ future: [], lost: future.length });
    return null;
  }
  workspace.setState({
    content: after,
    past: [...past, step],
    future: future.slice(1),
    gesture: null,
    revision: revision + 1,
  });
  return step.label;
}

/** Null where the content is no longer such that the changes fit. */
function changed(content: Content, changes: readonly Change[]): Content | null {
  try {
    return applyChanges(content, changes);
  } catch {
    return null;
  }
}

export const savedWorkspace = (): SavedWorkspace => savedFormOf(workspace.getState());

/** "arrived": it is the saved one, which came while the person may have begun already. */
export type Opening = "arrived" | "opened";

const listeners = new Set<(opening: Opening) => void>();

/** Told after a workspace was opened in place of the one before. */
export const onOpened = (listener: (opening: Opening) => void): void =>
  void listeners.add(listener);

/** Replaces everything, undo included. Steps that lead nowhere are left out. */
export function openWorkspace(whole: SavedWorkspace, opening: Opening = "opened"): void {
  const { revision, opened } = workspace.getState();
  const { saved, lost } = withReachableSteps(whole);
  workspace.setState({
    ...saved,
    lost,
    gesture: null,
    revision: revision + 1,
    opened: opened + 1,
  });
  for (const listener of listeners) listener(opening);
}

export const useWorkspace = <S>(select: (state: Workspace) => S): S => useStore(workspace, select);
