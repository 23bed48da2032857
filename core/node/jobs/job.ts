import { busy, type ErrorData } from "../../errors.ts";
import type { JobFolder, JobState } from "./job-folder.ts";
import type { JobReport } from "./job-methods.ts";
import type { Accepted } from "./job-request.ts";

/** Refuses a start while `most` tasks wait. */
export const tooManyWaiting = (most: number) =>
  busy(`${most} tasks are waiting; start another when one of them has ended, or stop one.`);

/** Of a task that ran when the program ended, and cannot go on. */
export const CUT_OFF: ErrorData = {
  code: "interrupted",
  message: "The program ended while this task was running; start it again.",
  details: {},
};

/** Of a task that ended by a fault of the program. */
export const CRASHED: ErrorData = {
  code: "internal",
  message: "Something went wrong inside this task; start it again.",
  details: {},
};

/** How often a running task's state is written while nothing else changes, in milliseconds. */
const STATE_INTERVAL = 1000;

/**
 * One task: its state in memory, mirrored in its folder. A disk that takes no more of the mirror stops no task;
 * after a crash it then counts as cut off. Rows are results, so they have to be on disk.
 */
export class Job {
  readonly folder: JobFolder;
  readonly #owner: string;
  #state: JobState;
  #writes: Promise<void> = Promise.resolve();
  #lastWrite = 0;

  /** @param owner marks whose task it is among the hosts that share the folder */
  constructor(folder: JobFolder, state: JobState, owner: string) {
    this.folder = folder;
    this.#state = state;
    this.#owner = owner;
  }

  get state(): JobState {
    return this.#state;
  }

  get isOver(): boolean {
    return !["waiting", "running"].includes(this.#state.state);
  }

  begin(): Promise<void> {
    return this.#change({ state: "running", phase: "Starting" });
  }

  /** Puts it in line, at first or again, with the rows that it has. */
  wait(phase: string, rows = this.#state.rows): Promise<void> {
    return this.#change({ state: "waiting", phase, rows, remainingSeconds: null });
  }

  /** What its thread reports: shown at once, written now and then. Rows are on disk by then. */
  report(report: JobReport): void {
    if (this.isOver) return;
    this.#state = { ...this.#state, ...report };
    if (Date.now() - this.#lastWrite > STATE_INTERVAL) void this.#write();
  }

  /** Resolves when the end of the task, with all of its rows, is on disk. */
  async end(state: "done" | "failed" | "cancelled", error: ErrorData | null = null): Promise<void> {
    if (this.isOver) return this.#writes;
    // What stays behind is deleted with the task.
    await this.folder.removeInput().catch(() => {});
    return this.#change(() => ({
      state,
      error: error === null ? null : { ...error, details: { ...error.details } },
      fraction: state === "done" ? 1 : this.#state.fraction,
      phase: PHASES[state],
      remainingSeconds: null,
      endedAt: new Date().toISOString(),
    }));
  }

  #change(change: Partial<JobState> | (() => Partial<JobState>)): Promise<void> {
    return this.#inTurn(async () => {
      const values = typeof change === "function" ? change() : change;
      await this.folder.writeState({ ...this.#state, ...values }, this.#owner).catch(() => {});
      // What was reported meanwhile stays.
      this.#state = { ...this.#state, ...values };
    });
  }

  #write(): Promise<void> {
    this.#lastWrite = Date.now();
    return this.#inTurn(() => this.folder.writeState(this.#state, this.#owner).catch(() => {}));
  }

  #inTurn(step: () => Promise<void>): Promise<void> {
    const result = this.#writes.then(step);
    this.#writes = result.catch(() => {});
    return result;
  }
}

const PHASES = { done: "Done", failed: "Failed", cancelled: "Stopped" } as const;

/** A task as it is when it has just been accepted. */
export function newJob(id: string, { kind, title }: Pick<Accepted, "kind" | "title">): JobState {
  return {
    id,
    kind,
    title,
    state: "waiting",
    phase: "Waiting",
    fraction: 0,
    remainingSeconds: null,
    rows: 0,
    startedAt: new Date().toISOString(),
    endedAt: null,
    error: null,
  };
}
