import { encodeRows } from "./codes/encode.ts";
import { measureCrowds } from "./codes/level-crowds.ts";
import { refineRows } from "./codes/refine.ts";
import { tagSentences } from "./corpus/parts-of-speech.ts";
import { tokeniseBatch } from "./corpus/token-stream.ts";
import { associate, mergeCounts } from "./counting/associate.ts";
import { countContexts } from "./counting/count-contexts.ts";
import { anchorCandidates } from "./map/choose-anchors.ts";
import { nearestCells } from "./map/lay-out-map.ts";
import type { Task } from "./run/context.ts";
import { fitSlab } from "./teacher/fit-vectors.ts";
import { contrastPairs } from "./teacher/learn-weights.ts";
import { gramOfRows, multiplySlab, transformRows } from "./vectors/dense-matrix.ts";
import { joinRows } from "./vectors/join-vectors.ts";
import { projectRows } from "./vectors/term-vectors.ts";

/** Every task by the name under which it is sent to a thread. */
const tasks = {
  tokeniseBatch,
  tagSentences,
  countContexts,
  mergeCounts,
  associate,
  multiplySlab,
  gramOfRows,
  transformRows,
  projectRows,
  nearestCells,
  anchorCandidates,
  encodeRows,
  measureCrowds,
  refineRows,
  fitSlab,
  joinRows,
  contrastPairs,
} as const;

/** The name of a task. */
export type TaskName = keyof typeof tasks;

const names = new Map(
  Object.entries(tasks).map(([name, task]) => [task, name as TaskName]),
) as ReadonlyMap<unknown, TaskName>;

/** What a thread gets to carry out a task. */
export function nameOf(task: Task<never, unknown>): TaskName {
  const name = names.get(task);
  if (name === undefined) throw new Error(`${task.name} is not among the tasks of a training.`);
  return name;
}

/** Carries out a task by its name. */
export const runTask = (name: TaskName, input: unknown): unknown =>
  (tasks[name] as (input: unknown) => unknown)(input);
