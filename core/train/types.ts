import type { Cancellation } from "../cancellation.ts";

/** One document of a corpus. Lines of `text` are paragraphs: no window and no phrase reaches across them. */
export interface CorpusRecord {
  /** Documents with one title count as one source; may be empty. */
  readonly title: string;
  readonly text: string;
  /** How much its words count where the map is laid out and named, in percent; in full when left out. */
  readonly mapShare?: number | undefined;
}

/** Where a training is: `fraction` of the whole, 0..1, and the seconds probably left (NaN at first). */
export interface TrainProgress {
  readonly phase: string;
  readonly fraction: number;
  readonly remainingSeconds: number;
}

/** Spill files, named by the trainer. Contents come back exactly as written. */
export interface Scratch {
  append(name: string, bytes: Uint8Array): void;
  /** `length` bytes from `offset` on, in a buffer of their own. */
  read(name: string, offset: number, length: number): Uint8Array<ArrayBuffer>;
  remove(name: string): void;
}

/** Carries out independent pieces of work, in any order and on any thread; results must not depend on which. */
export interface TaskRunner {
  readonly threads: number;
  run<N extends TaskName>(name: N, input: TaskInput<N>): Promise<TaskOutput<N>>;
}

/** Everything a step needs from its surroundings. */
export interface TrainContext {
  readonly runner: TaskRunner;
  readonly scratch: Scratch;
  readonly signal: Cancellation;
  /** Share of the present phase that is done, 0..1. */
  readonly report: (fraction: number) => void;
}

/** Runs a part of a training under the name of its phase. */
export type Phase = <T>(
  name: PhaseName,
  work: (context: TrainContext) => T | Promise<T>,
) => Promise<T>;

export type { TaskInput, TaskName, TaskOutput } from "./tasks.ts";

import type { PhaseName } from "./progress.ts";
import type { TaskInput, TaskName, TaskOutput } from "./tasks.ts";
