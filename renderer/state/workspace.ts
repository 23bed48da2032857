import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import {
  type Content,
  EMPTY_WORKSPACE,
  type SavedWorkspace,
  WORKSPACE_VERSION,
} from "../../core/workspace/workspace.ts";
import { type Step, sameJson, slicesOf, withChange } from "../model/steps.ts";
import { useNavigation } from "./navigation.ts";

/** Undo goes back so far. */
export const MOST_STEPS = 200;

export interface Workspace {
  readonly content: Content;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** What a hand is still at: the last step grows with it, and `before` is the content without it. */
  readonly gesture: { readonly kind: string; readonly before: Content } | null;
  /** Grows with every change. */
  readonly revision: number;
  /** Grows whenever another workspace takes the place of the one before. */
  readonly opened: number;
  /** Another window edits it: nothing can be made here. */
  readonly isReadOnly: boolean;
}

export const workspace = createStore<Workspace>(() => ({
  content: EMPTY_WORKSPACE.content,
  past: [],
  future: [],
  gesture: null,
  revision: 0,
  opened: 0,
  isReadOnly: false,
}));

export interface EditOptions {
  /** While a gesture of this name goes on, all that it changes is one step; an edit without one is a step of its own. */
  readonly gesture?: string;
}

/** What is done before the saved workspace has arrived: done again on it. */
let early: (() => void)[] | null = [];

const refusals = new Set<() => void>();

/** Told when an edit was refused, because the window is read-only. */
export const onRefused = (listener: () => void): void => void refusals.add(listener);

/** Whether something may be made here. Notes it where it comes before the saved workspace. */
function mayMake(again: () => void): boolean {
  if (workspace.getState().isReadOnly) {
    for (const listener of refusals) listener();
    return false;
  }
  early?.push(again);
  return true;
}

/** Changes the content as one undoable step; a change to equal content is none. */
export function edit(
  label: string,
  change: Content | ((before: Content) => Content),
  { gesture = joint }: EditOptions = {},
): void {
  const state = workspace.getState();
  const next = typeof change === "function" ? change(state.content) : change;
  if (sameJson(state.content, next)) return;
  if (!mayMake(() => edit(label, change, gesture === undefined ? {} : { gesture }))) return;
  const last = state.past.at(-1);
  const isSame = gesture !== undefined && state.gesture?.kind === gesture;
  const goesOn = isSame && last !== undefined;
  // What was kept meanwhile is no part of the step.
  const before = goesOn ? withChange(state.content, last.after, last.before) : state.content;
  const { view } = useNavigation.getState();
  const past = goesOn ? state.past.slice(0, -1) : state.past;
  workspace.setState({
    content: next,
    past: [...past, { label, view, before, after: next }].slice(-MOST_STEPS),
    future: [],
    gesture:
      gesture === undefined
        ? null
        : { kind: gesture, before: (isSame ? state.gesture?.before : undefined) ?? before },
    revision: state.revision + 1,
  });
}

/** The step of the gesture is complete: what follows the committed content follows now. */
export function endGesture(): void {
  if (workspace.getState().gesture !== null) workspace.setState({ gesture: null });
}

let joint: string | undefined;
let joints = 0;

/** All that `run` edits is one step, with the label of the last edit. */
export function asOneStep<T>(run: () => T): T {
  const outer = joint;
  if (outer === undefined) endGesture();
  joint = outer ?? `at once ${++joints}`;
  try {
    return run();
  } finally {
    joint = outer;
    if (outer === undefined) endGesture();
  }
}

/** The content in which a slice is as it was before the gesture that is under way. */
export function committed(slice: string, { content, gesture, past }: Workspace): Content {
  const last = past.at(-1);
  return gesture !== null && last && slicesOf(last).includes(slice) ? gesture.before : content;
}

/** Changes content that undo has no business with, such as how something is looked at. In a read-only window it is not saved. */
export function keep(change: Content | ((before: Content) => Content)): void {
  const { content, revision, isReadOnly } = workspace.getState();
  const next = typeof change === "function" ? change(content) : change;
  if (next === content) return;
  if (!isReadOnly) early?.push(() => keep(change));
  workspace.setState({ content: next, revision: revision + 1 });
}

/** @returns the label of the step taken back, or null when there is none */
export function undo(): string | null {
  const { past, future } = workspace.getState();
  const step = past.at(-1);
  if (!step || !mayMake(undo)) return null;
  move(step, step.after, step.before, { past: past.slice(0, -1), future: [step, ...future] });
  return step.label;
}

/** @returns the label of the step made again, or null when there is none */
export function redo(): string | null {
  const { past, future } = workspace.getState();
  const step = future[0];
  if (!step || !mayMake(redo)) return null;
  move(step, step.before, step.after, { past: [...past, step], future: future.slice(1) });
  return step.label;
}

function move(
  { opens }: Step,
  from: Content,
  to: Content,
  steps: Pick<Workspace, "past" | "future">,
): void {
  const { content, revision, opened } = workspace.getState();
  workspace.setState({
    ...steps,
    content: withChange(content, from, to),
    gesture: null,
    revision: revision + 1,
    opened: opened + (opens ? 1 : 0),
  });
  if (opens) tellOpened("opened");
}

export const savedWorkspace = (): SavedWorkspace => ({
  version: WORKSPACE_VERSION,
  content: workspace.getState().content,
});

/** "arrived": it is the saved one, which came while the person may have begun already. "refreshed": a newer save of the same. */
export type Opening = "arrived" | "opened" | "refreshed";

const listeners = new Set<(opening: Opening) => void>();

/** Told after a workspace was opened in place of the one before. */
export const onOpened = (listener: (opening: Opening) => void): void =>
  void listeners.add(listener);

function tellOpened(opening: Opening): void {
  for (const listener of listeners) listener(opening);
}

/** Replaces everything, undo included. */
export function openWorkspace({ content }: SavedWorkspace, opening: Opening = "opened"): void {
  const { revision, opened } = workspace.getState();
  workspace.setState({
    content,
    past: [],
    future: [],
    gesture: null,
    revision: revision + 1,
    opened: opened + 1,
  });
  tellOpened(opening);
}

/** What was made before the saved workspace was there is made again on it. */
export function makeEarly(): void {
  const acts = early ?? [];
  early = null;
  for (const act of acts) act();
  endGesture();
}

/** Opens another workspace as one step, which undo takes back. */
export function openAsStep({ content: next }: SavedWorkspace, label: string): void {
  if (!mayMake(() => openAsStep({ version: WORKSPACE_VERSION, content: next }, label))) return;
  const { content, past, revision, opened } = workspace.getState();
  const { view } = useNavigation.getState();
  const step: Step = { label, view, before: content, after: next, opens: true };
  workspace.setState({
    content: next,
    past: [...past, step].slice(-MOST_STEPS),
    future: [],
    gesture: null,
    revision: revision + 1,
    opened: opened + 1,
  });
  tellOpened("opened");
}

export const useWorkspace = <S>(select: (state: Workspace) => S): S => useStore(workspace, select);
