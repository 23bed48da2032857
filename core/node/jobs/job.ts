import type { WireError } from "../../errors.ts";
import { CHUNK, type JobFolder, type JobState } from "./job-folder.ts";
import type { JobKind } from "./messages.ts";

/** How often a running task's state is written while nothing else changes, in milliseconds. */
const STATE_INTERVAL = 1000;

/**
 * One task: its state in memory, mirrored in its folder. A disk that takes no more of the mirror stops no task;
 * after a crash it then counts as cut off. Rows are results, so they have to be on disk.
 */
export class Job {
  readonly folder: JobFolder;
  #state: JobState;
  #chunks = 0;
  #writes: Promise<void> = Promise.resolve();
  #lastWrite = 0;

  constructor(folder: JobFolder, state: JobState) {
    this.folder = folder;
    this.#state = state;
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

  /** Shown at once, written now and then. */
  progress(phase: string, fraction: number, remainingSeconds: number | null): void {
    if (this.isOver) return;
    this.#state = { ...this.#state, phase, fraction, remainingSeconds };
    if (Date.now() - this.#lastWrite > STATE_INTERVAL) void this.#write();
  }

  /** Rows count once they are on disk. */
  addRows(rows: readonly unknown[]): Promise<void> {
    const index = this.#chunks++;
    return this.#inTurn(async () => {
      await this.folder.writeChunk(index, rows);
      this.#state = { ...this.#state, rows: index * CHUNK + rows.length };
    });
  }

  /** Resolves when the end of the task, with all of its rows, is on disk. */
  end(state: "done" | "failed" | "cancelled", error: WireError | null = null): Promise<void> {
    if (this.isOver) return this.#writes;
    return this.#change(() => ({
      state,
      error: error === null ? null : { ...error, details: { ...error.details } },
      fraction: state === "done" ? 1 : this.#state.fraction,
      phase: PHASES[state],
      remainingSeconds: null,
      endedAt: new Date().toISOString(),
    }));
  }

  /** Resolves when everything so far is on disk. */
  settled(): Promise<void> {
    return this.#writes;
  }

  #change(change: Partial<JobState> | (() => Partial<JobState>)): Promise<void> {
    return this.#inTurn(async () => {
      const values = typeof change === "function" ? change() : change;
      const next = { ...this.#state, ...values };
      await this.folder.writeState(next).catch(() => {});
      this.#state = next;
    });
  }

  #write(): Promise<void> {
    this.#lastWrite = Date.now();
    return this.#inTurn(() => this.folder.writeState(this.#state).catch(() => {}));
  }

  #inTurn(step: () => Promise<void>): Promise<void> {
    const result = this.#writes.then(step);
    this.#writes = result.catch(() => {});
    return result;
  }
}

const PHASES = { done: "Done", failed: "Failed", cancelled: "Stopped" } as const;

/** A task as it is when it has just been accepted. */
export function newJob(id: string, kind: JobKind, title: string): JobState {
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
