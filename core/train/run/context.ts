import type { Cancellation } from "../../cancellation.ts";
import { throwIfCancelled } from "../../errors.ts";

/**
 * A piece of work that any thread can carry out: a pure function of its input, except that it may fill in its own part of
 * a shared array named there. Inputs and outputs survive structured cloning. `tasks.ts` lists all of them.
 */
export type Task<Input, Output> = (input: Input) => Output | Promise<Output>;

/** Carries out independent pieces of work, in any order and on any thread; results must not depend on which. */
export interface TaskRunner {
  readonly threads: number;
  run<Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output>;
}

/** Spill files, named by the trainer. Contents come back exactly as written. */
export interface Scratch {
  append(name: string, bytes: Uint8Array): void;
  /** `length` bytes from `offset` on, in a buffer of their own. */
  read(name: string, offset: number, length: number): Uint8Array<ArrayBuffer>;
  remove(name: string): void;
}

/** Everything a step needs from its surroundings. */
export interface TrainContext {
  readonly runner: TaskRunner;
  readonly scratch: Scratch;
  readonly signal: Cancellation;
  /** Share of the present phase that is done, 0..1. */
  readonly report: (fraction: number) => void;
}

/** For parts of a phase too short to report. */
export const quiet = (context: TrainContext): TrainContext => ({ ...context, report: () => {} });

/** Tasks of one kind, numbered from 0. */
interface TaskSeries<Input, Output> {
  readonly task: Task<Input, Output>;
  readonly count: number;
  /** Made late, so that few inputs are in memory at once. */
  readonly input: (index: number) => Input;
  /** Called for task 0, 1, 2 ... whatever order they finish in; left out where tasks fill in shared memory. */
  readonly output?: (output: Output, index: number) => void;
}

/** Tasks waiting beyond the ones that run, so that no thread idles while the caller makes the next input. */
const AHEAD = 2;

/** Runs a series of tasks with bounded memory, and takes their outputs in order. */
export async function runInOrder<Input, Output>(
  { runner, signal, report }: TrainContext,
  { task, count, input, output }: TaskSeries<Input, Output>,
): Promise<void> {
  const running: Promise<Output>[] = [];
  let next = 0;
  const start = () => {
    const started = runner.run(task, input(next++));
    // A later failure is reported when its turn comes; until then it must not count as unhandled.
    started.catch(() => {});
    running.push(started);
  };
  for (let index = 0; index < count; index++) {
    throwIfCancelled(signal);
    while (next < count && running.length < runner.threads + AHEAD) start();
    const first = running.shift();
    if (first !== undefined) {
      const result = await first;
      output?.(result, index);
    }
    report((index + 1) / count);
  }
  throwIfCancelled(signal);
}

/** Consecutive rows: `first` up to, not including, `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** Rows of one task; a multiple of `GRAM_BLOCK`, so that cutting into tasks changes no sum's order. */
const TASK_ROWS = 4096;

/** As `runInOrder`, a task for every 4,096 rows (or `size`). */
export function runOnRows<Input extends RowRange, Output>(
  context: TrainContext,
  {
    task,
    rows,
    size = TASK_ROWS,
    input,
    output,
  }: {
    readonly task: Task<Input, Output>;
    readonly rows: number;
    readonly size?: number;
    /** What the tasks have in common. */
    readonly input: Omit<Input, keyof RowRange>;
    /** Takes the output of the rows from `first` on. */
    readonly output?: (output: Output, first: number) => void;
  },
): Promise<void> {
  return runInOrder<Input, Output>(context, {
    task,
    count: Math.ceil(rows / size),
    input: (i) => ({ ...input, first: i * size, end: Math.min(rows, (i + 1) * size) }) as Input,
    output: (part, i) => output?.(part, i * size),
  });
}
