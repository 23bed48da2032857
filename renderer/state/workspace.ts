import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { applyChanges, type Change, diff } from "../model/json-diff.ts";
import { withReachableSteps } from "../model/reachable-steps.ts";
import {
  type Content,
  EMPTY_WORKSPACE,
  MOST_STEPS,
  type SavedWorkspace,
  type Step,
  savedFormOf,
  type Workspace,
} from "../model/workspace.ts";

/** Edits of one kind that follow each other faster become one step. */
export const MERGE_MS = 400;

export const workspace = createStore<Workspace>(() => ({
  ...EMPTY_WORKSPACE,
  lastEdit: null,
  revision: 0,
  opened: 0,
  lost: 0,
}));

export interface EditOptions {
  /** Edits of the same kind within 400 ms merge into one step; edits without a kind never do. */
  readonly merge?: string;
}

/** Changes the content as one undoable step; a change to equal content is none. */
export function edit(label: string, next: Content, { merge }: EditOptions = {}): void {
  const state = workspace.getState();
  const forward = diff(state.content, next);
  if (forward.length === 0) return;
  const now = Date.now();
  const last = state.past.at(-1);
  const isMerging =
    merge !== undefined &&
    last !== undefined &&
    state.lastEdit?.kind === merge &&
    now - state.lastEdit.at < MERGE_MS;
  const step = isMerging
    ? mergeSteps(last, state.content, next, label)
    : { label, forward, backward: diff(next, state.content) };
  const past = isMerging ? state.past.slice(0, -1) : state.past;
  workspace.setState({
    content: next,
    past: [...past, step].slice(-MOST_STEPS),
    future: [],
    lastEdit: merge === undefined ? null : { kind: merge, at: now },
    revision: state.revision + 1,
  });
}

/** Changes content that undo has no business with, such as the record of what was evaluated. */
export function keep(next: Content): void {
  const { revision } = workspace.getState();
  workspace.setState({ content: next, revision: revision + 1 });
}

function mergeSteps(last: Step, content: Content, next: Content, label: string): Step {
  const before = applyChanges(content, last.backward);
  return { label, forward: diff(before, next), backward: diff(next, before) };
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
    lastEdit: null,
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
    lastEdit: null,
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
    lastEdit: null,
    revision: revision + 1,
    opened: opened + 1,
  });
  for (const listener of listeners) listener(opening);
}

export const useWorkspace = <S>(select: (state: Workspace) => S): S => useStore(workspace, select);
