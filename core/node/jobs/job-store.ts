import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Worker } from "node:worker_threads";
import { ApiError, badInput, cancelled, conflict, type WireError } from "../../errors.ts";
import { isRunning } from "../config/is-running.ts";
import { diskTrouble } from "../config/system-error.ts";
import { makeStopFlag, raiseFlag } from "../threads/stop-flag.ts";
import { Job, newJob } from "./job.ts";
import { foldersIn, JobFolder, type JobState, type StoredJob } from "./job-folder.ts";
import type { JobInput, JobMessage, JobRequest, TrainRequest } from "./messages.ts";
import { remainingSeconds } from "./remaining-time.ts";

/** Finished tasks that are kept; older ones are deleted with their results. */
const MOST_KEPT = 20;

/** Trains a retina into a file. @throws cancelled and every failure of training */
export type Train = (
  input: TrainRequest,
  context: {
    readonly signal: AbortSignal;
    readonly out: string;
    readonly report: (phase: string, fraction: number, remaining: number | null) => void;
  },
) => Promise<void>;

/** Where tasks are kept and how they are carried out. */
export interface JobStoreOptions {
  readonly folder: string;
  readonly startThread: (request: JobRequest, stop: SharedArrayBuffer) => Worker;
  readonly train: Train;
}

interface Running {
  readonly job: Job;
  readonly stop: () => void;
  readonly go: () => void;
}

/**
 * Long tasks, one at a time, each on a thread of its own. States and rows are on disk before they are told,
 * so a crash loses no result that was seen.
 */
export class JobStore {
  readonly #options: JobStoreOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #active = new Map<string, Running>();
  #turn: string | undefined;

  constructor(options: JobStoreOptions) {
    this.#options = options;
  }

  /** Reads the tasks of earlier runs; those that were cut off count as failed. */
  async open(): Promise<void> {
    for (const id of await foldersIn(this.#options.folder)) {
      const folder = this.#folderOf(id);
      const stored = await folder.readState();
      if (stored === undefined) await folder.remove();
      else await this.#adopt(folder, stored);
    }
    await this.#forgetOld();
  }

  /** A task that another living process is working on stays with it. */
  async #adopt(folder: JobFolder, stored: StoredJob): Promise<void> {
    const job = new Job(folder, stored.job);
    if (!job.isOver && stored.process !== process.pid && isRunning(stored.process)) return;
    this.#jobs.set(stored.job.id, job);
    if (!job.isOver) await job.end("failed", CUT_OFF);
  }

  /** Newest first. */
  list(): JobState[] {
    return [...this.#jobs.values()].sort(newestFirst).map((job) => job.state);
  }

  /** @throws bad-input for an id that names no task */
  get(id: string): Job {
    const job = this.#jobs.get(id);
    if (job === undefined) throw badInput("id", `There is no task “${id.slice(0, 40)}”.`);
    return job;
  }

  /** Starts a task, or puts it in line. @throws for input that it cannot work on */
  async start(request: JobRequest): Promise<JobState> {
    const flag = makeStopFlag();
    const worker = this.#options.startThread(request, flag);
    const accepted = await acceptance(worker);
    const id = randomUUID();
    const job = new Job(this.#folderOf(id), newJob(id, accepted.kind, accepted.title));
    await this.#prepare(job).catch((cause) => {
      void worker.terminate();
      throw diskTrouble("The task", cause);
    });
    this.#jobs.set(id, job);
    this.#active.set(
      id,
      accepted.training === null
        ? this.#onThread(job, worker, flag, accepted.total)
        : this.#trainingRun(job, worker, accepted.training),
    );
    void this.#forgetOld();
    this.#next();
    return job.state;
  }

  async #prepare({ folder, state }: Job): Promise<void> {
    await folder.prepare();
    await folder.writeState(state);
  }

  /** Asks a task to stop; resolves when its end is on disk. */
  async cancel(id: string): Promise<JobState> {
    const job = this.get(id);
    this.#active.get(id)?.stop();
    if (this.#turn !== id && !job.isOver) {
      await job.end("cancelled");
      this.#finish(id);
    }
    while (!job.isOver) await new Promise((resolve) => setTimeout(resolve, 20));
    return job.state;
  }

  async remove(id: string): Promise<void> {
    const job = this.get(id);
    if (!job.isOver) throw conflict("The task is still running; stop it first.");
    this.#jobs.delete(id);
    await job.folder.remove();
  }

  /** Stops everything. */
  async close(): Promise<void> {
    await Promise.all([...this.#active.keys()].map((id) => this.cancel(id)));
  }

  #folderOf(id: string): JobFolder {
    return new JobFolder(path.join(this.#options.folder, path.basename(id)));
  }

  #next(): void {
    if (this.#turn !== undefined) return;
    const [id, running] = this.#active.entries().next().value ?? [];
    if (id === undefined || running === undefined) return;
    this.#turn = id;
    void running.job.begin().then(() => running.go());
  }

  #finish(id: string): void {
    this.#active.delete(id);
    if (this.#turn === id) this.#turn = undefined;
    this.#next();
  }

  #onThread(job: Job, worker: Worker, flag: SharedArrayBuffer, total: number): Running {
    let startedAt = 0;
    let error: WireError | null | undefined;
    let unwritten: WireError | undefined;
    const { id } = job.state;
    worker.on("message", (message: JobMessage) => {
      if (message.type === "rows")
        job.addRows(message.rows).catch((cause) => {
          unwritten ??= toWire(cause);
          raiseFlag(flag);
        });
      if (message.type === "ended") error = message.error;
      if (message.type !== "progress") return;
      const fraction = total === 0 ? 0 : message.done / total;
      const phase = `${message.done} of ${total} rows`;
      job.progress(phase, fraction, remainingSeconds(startedAt, fraction));
    });
    worker.once("exit", () => {
      void job
        .settled()
        .then(() => endJob(job, unwritten ?? (error === undefined ? CRASHED : error)))
        .then(() => this.#finish(id));
    });
    return {
      job,
      stop: () => raiseFlag(flag),
      go: () => {
        startedAt = Date.now();
        worker.postMessage("go");
      },
    };
  }

  #trainingRun(job: Job, worker: Worker, { input }: JobInput): Running {
    const controller = new AbortController();
    void worker.terminate();
    const { id } = job.state;
    const run = async () => {
      try {
        await this.#options.train(input as TrainRequest, {
          signal: controller.signal,
          out: job.folder.trainedFile,
          report: (phase, fraction, remaining) => job.progress(phase, fraction, remaining),
        });
        await endJob(job, null);
      } catch (cause) {
        await endJob(job, controller.signal.aborted ? ApiError.toWire(cancelled()) : toWire(cause));
      }
      this.#finish(id);
    };
    return { job, stop: () => controller.abort(), go: () => void run() };
  }

  async #forgetOld(): Promise<void> {
    const over = [...this.#jobs.values()].filter((job) => job.isOver).sort(newestFirst);
    // Out of the list first: another start must not come upon one that is being removed.
    const old = over.slice(MOST_KEPT);
    for (const { state } of old) this.#jobs.delete(state.id);
    // What cannot be deleted now is found again at the next start.
    await Promise.allSettled(old.map(({ folder }) => folder.remove()));
  }
}

const newestFirst = ({ state: a }: Job, { state: b }: Job): number =>
  a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0;

/** What the thread says of its input. @throws the refusal */
function acceptance(worker: Worker): Promise<Extract<JobMessage, { type: "accepted" }>> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", (message: JobMessage) => {
      if (message.type === "accepted") resolve(message);
      else if (message.type === "refused") reject(new ApiError(message.error));
    });
  });
}

function endJob(job: Job, error: WireError | null): Promise<void> {
  if (error === null) return job.end("done");
  return error.code === "cancelled" ? job.end("cancelled") : job.end("failed", error);
}

const toWire = (cause: unknown) => ApiError.toWire(diskTrouble("What the task found", cause));

const CUT_OFF: WireError = {
  code: "internal",
  message: "The program ended while this task was running; start it again.",
  details: {},
};
const CRASHED: WireError = {
  code: "internal",
  message: "The thread of this task ended before its time.",
  details: {},
};
