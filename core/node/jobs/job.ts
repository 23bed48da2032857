import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Input, Output } from "../../api/client-types.ts";
import { JOB_KINDS, JOB_STATES } from "../../api/endpoints/app-jobs.ts";
import type { ErrorData } from "../../errors.ts";
import { sealed, unsealed } from "../config/checksum.ts";
import { isStillRunning, ownMark, type ProcessMark } from "../config/process.ts";
import { writeSafely } from "../config/write-safely.ts";
import { readWholeText } from "../files/regular-file.ts";

/** The arguments that start a task. */
export type JobInput = Input<"app.jobStart">;
export type JobKind = JobInput["input"]["kind"];
/** A task as clients see it. */
export type JobState = Output<"app.jobs">[number];

/** What came of an import. */
export type JobResult = Pick<JobState, "counted" | "report">;

/** A report of a running task. */
export type JobProgress = Pick<JobState, "phase" | "fraction" | "remainingSeconds" | "counted">;

/** The file of a task: its state with a checksum, and the process that runs it. */
interface StoredJob extends ProcessMark {
  readonly job: JobState;
}

const isOver = ({ state }: JobState): boolean => state !== "waiting" && state !== "running";

/** Of a task whose process ended. */
export const INTERRUPTED: ErrorData = {
  code: "interrupted",
  message: "The program ended while this task was running. Start it again.",
  details: {},
};

/** Begins the name of a folder that is being deleted. */
export const LEAVING = "deleting-";

/** How often the file of a running task is written, in milliseconds. */
const WRITE_INTERVAL = 1000;

const PHASES = { done: "Done", failed: "Failed", cancelled: "Stopped" } as const;

/** One task: its state in memory and in a file, in a folder that also stores what a training made. */
export class Job {
  readonly folder: string;
  #state: JobState;
  #writes: Promise<void> = Promise.resolve();
  #lastWrite = 0;

  private constructor(folder: string, state: JobState) {
    this.folder = folder;
    this.#state = state;
  }

  /** A new task, stored. @throws what the disk refuses */
  static async create(folder: string, state: Pick<JobState, "id" | "kind" | "title">) {
    const job = new Job(folder, {
      ...state,
      state: "waiting",
      phase: "Waiting",
      fraction: 0,
      remainingSeconds: null,
      startedAt: new Date().toISOString(),
      endedAt: null,
      error: null,
    });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await job.#store();
    return job;
  }

  /**
   * A task of an earlier run. Its state is failed if its process ended before it did.
   * @returns undefined while another process runs it @throws SyntaxError, bad-input for a file that stores no task
   */
  static async open(folder: string): Promise<Job | undefined> {
    const stored = storedJob(JSON.parse(await readWholeText(fileIn(folder))));
    if (stored === undefined) throw new SyntaxError("The file stores no task.");
    const job = new Job(folder, stored.job);
    if (job.isOver) return job;
    if (stored.process !== process.pid && isStillRunning(stored)) return undefined;
    await job.end("failed", { error: INTERRUPTED });
    return job;
  }

  get state(): JobState {
    return this.#state;
  }

  get isOver(): boolean {
    return isOver(this.#state);
  }

  /** The file that a training writes. */
  get trainedFile(): string {
    return path.join(this.folder, "trained.retina");
  }

  /** A folder for the time of the run. */
  get scratch(): string {
    return path.join(this.folder, "work");
  }

  /** Clients see the progress at once; the file is written now and then. */
  progress(at: Partial<JobProgress>): void {
    if (this.isOver) return;
    this.#state = { ...this.#state, state: "running", ...at };
    if (Date.now() - this.#lastWrite > WRITE_INTERVAL) void this.#write();
  }

  /** Resolves when the end is stored. A full disk does not fail the task: after a restart it counts as interrupted. */
  async end(state: "done" | "failed" | "cancelled", { error, result }: JobEnd = {}): Promise<void> {
    if (!this.isOver) {
      await rm(this.scratch, { recursive: true, force: true }).catch(() => {});
      this.#state = {
        ...this.#state,
        ...result,
        state,
        phase: PHASES[state],
        fraction: state === "done" ? 1 : this.#state.fraction,
        remainingSeconds: null,
        endedAt: new Date().toISOString(),
        error: error === undefined ? null : { ...error, details: { ...error.details } },
      };
      void this.#write();
    }
    await this.#writes;
  }

  /** Deletes the task with what it made. A folder that is half deleted is recognised by its name. */
  async remove(): Promise<void> {
    await this.#writes;
    const leaving = path.join(path.dirname(this.folder), `${LEAVING}${path.basename(this.folder)}`);
    await rename(this.folder, leaving);
    await rm(leaving, { recursive: true, force: true });
  }

  #write(): Promise<void> {
    this.#lastWrite = Date.now();
    this.#writes = this.#writes.then(() => this.#store().catch(() => {}));
    return this.#writes;
  }

  #store(): Promise<void> {
    const stored = { ...ownMark(), ...sealed({ job: this.#state }) };
    return writeSafely(fileIn(this.folder), `${JSON.stringify(stored, null, 2)}\n`);
  }
}

interface JobEnd {
  readonly error?: ErrorData;
  readonly result?: JobResult | undefined;
}

const fileIn = (folder: string): string => path.join(folder, "job.json");

/** @returns undefined where a bit was changed */
function storedJob(value: unknown): StoredJob | undefined {
  const { process: id, processStart, ...rest } = (value ?? {}) as Partial<StoredJob>;
  const { job } = (unsealed(rest, ["job"]) ?? {}) as Partial<StoredJob>;
  const isMarked = typeof id === "number" && ["string", "undefined"].includes(typeof processStart);
  const isKnown =
    typeof job?.id === "string" && JOB_KINDS.includes(job.kind) && JOB_STATES.includes(job.state);
  return isMarked && isKnown ? { process: id, processStart, job } : undefined;
}
