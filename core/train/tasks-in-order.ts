import { throwIfCancelled } from "../errors.ts";
import type { TaskInput, TaskName, TaskOutput, TrainContext } from "./types.ts";

/** Tasks waiting beyond the ones that run, so that no thread idles while the caller makes the next input. */
const AHEAD = 2;

/** Tasks of one kind, numbered from 0. */
export interface TaskSeries<N extends TaskName> {
  readonly name: N;
  readonly count: number;
  /** Made late, so that few inputs are in memory at once. */
  readonly input: (index: number) => TaskInput<N>;
  /** Called for task 0, 1, 2 ... whatever order they finish in. */
  readonly output: (output: TaskOutput<N>, index: number) => void;
}

/** Runs a series of tasks with bounded memory, and takes their outputs in order. */
export async function runInOrder<N extends TaskName>(
  context: TrainContext,
  series: TaskSeries<N>,
): Promise<void> {
  const running: Promise<TaskOutput<N>>[] = [];
  let next = 0;
  const start = () => {
    const task = context.runner.run(series.name, series.input(next++));
    // A later failure is reported when its turn comes; until then it must not count as unhandled.
    task.catch(() => {});
    running.push(task);
  };
  for (let index = 0; index < series.count; index++) {
    throwIfCancelled(context.signal);
    while (next < series.count && running.length < context.runner.threads + AHEAD) start();
    const task = running.shift();
    if (task !== undefined) series.output(await task, index);
    context.report((index + 1) / series.count);
  }
  throwIfCancelled(context.signal);
}
