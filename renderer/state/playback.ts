import { create } from "zustand";
import type { MapContent } from "../model/map-content.ts";
import { type Step, stepsOf } from "../model/operation-steps.ts";
import { usePublished } from "./publish.ts";
import { announce } from "./toasts.ts";

/** How what the map shows came about, step by step, over the map itself. */
export interface Playback {
  readonly steps: readonly Step[];
  readonly index: number;
  readonly isRunning: boolean;
  /** What it is about; it ends when the map shows something else. */
  readonly of: MapContent;
}

/** Time that one step stays. */
const STEP_MS = 1000;

export const usePlayback = create<{ readonly playback: Playback | null }>(() => ({
  playback: null,
}));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Is less motion wanted? */
export const isCalm = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Shows the steps from the first; they go on by themselves unless less motion is wanted. */
export function startPlayback(): void {
  const content = usePublished.getState().map;
  if (!content.operation) return;
  const steps = stepsOf(content.operation, content.layers);
  if (steps.length === 0) return;
  show({ steps, index: 0, isRunning: true, of: content });
}

/** Shows one step and stays there. */
export function showStep(index: number): void {
  const { playback } = usePlayback.getState();
  if (playback) show({ ...playback, index, isRunning: false });
}

export function togglePlayback(): void {
  const { playback } = usePlayback.getState();
  if (!playback) startPlayback();
  else if (playback.isRunning) show({ ...playback, isRunning: false });
  else if (playback.index === playback.steps.length - 1) startPlayback();
  else show({ ...playback, isRunning: true });
}

/** The map shows what it showed. */
export function endPlayback(): void {
  clearTimeout(timer);
  if (usePlayback.getState().playback) usePlayback.setState({ playback: null });
}

function show(playback: Playback): void {
  clearTimeout(timer);
  const isLast = playback.index === playback.steps.length - 1;
  const isRunning = playback.isRunning && !isLast && !isCalm();
  usePlayback.setState({ playback: { ...playback, isRunning } });
  announce(playback.steps[playback.index]!.caption);
  if (isRunning) timer = setTimeout(() => advance(), STEP_MS);
}

function advance(): void {
  const { playback } = usePlayback.getState();
  if (playback?.isRunning) show({ ...playback, index: playback.index + 1 });
}

// An edit, another view, another retina: whatever the map is to show comes at once.
usePublished.subscribe(({ map: content }) => {
  const { playback } = usePlayback.getState();
  if (!playback) return;
  if (showsSame(content, playback.of))
    usePlayback.setState({ playback: { ...playback, of: content } });
  else endPlayback();
});

/** The same cells, in the same way; what is known besides may have grown. */
const showsSame = (a: MapContent, b: MapContent): boolean =>
  a.title === b.title &&
  a.layers.length === b.layers.length &&
  a.layers.every(
    ({ id, positions }, index) =>
      id === b.layers[index]?.id && positions === b.layers[index]?.positions,
  );
