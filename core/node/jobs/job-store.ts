import { randomUUID } from "node:crypto";
import path from "node:path";
import type { MessagePort, Worker } from "node:worker_threads";
import { ApiError, badInput, busy, conflict } from "../../errors.ts";
import type { FilePlace } from "../collections/import/given-files.ts";
import { isStillRunning } from "../config/process.ts";
import { diskTrouble } from "../config/system-error.ts";
import type { CallThreadData } from "../engine/thread-engine.ts";
import type { SiblingSources } from "../opening/sibling-files.ts";
import { CRASHED, CUT_OFF, Job, newJob, tooManyWaiting } from "./job.ts";
import {
  type AcceptorOptions,
  JobAcceptor,
  type JobWorker,
  jobWorker,
  type QuickRunner,
  type RunWatch,
} from "./job-acceptor.ts";
import {
  foldersIn,
  incomingName,
  isAbandoned,
  isIncoming,
  JobFolder,
  type JobState,
  type StoredJob,
} from "./job-folder.ts";
import type { JobLane } from "./job-kind.ts";
import type { JobRequest } from "./job-request.ts";

/** Finished tasks that are kept; older ones are deleted with their results. */
const MOST_KEPT = 20;
/** Tasks that may wait for their turn; each keeps its input on disk. */
const MOST_WAITING = 20;

/** What a task's thread is started with. */
export interface JobThreadData extends FilePlace, CallThreadData {
  /** To the thread of the collections. */
  readonly collections: MessagePort;
  /** Where an import opens retinas of other languages. */
  readonly siblings: SiblingSources;
  /** Folder of the readers by encoder. */
  readonly readersFolder: string;
}

/** Where tasks are kept and how they are carried out. */
export interface JobStoreOptions extends AcceptorOptions {
  readonly folder: string;
  readonly startThread: () => Worker;
}

interface Running {
  readonly job: Job;
  readonly controller: AbortController;
  readonly over: Promise<void>;
}

/** A task that was accepted. */
interface Started {
  readonly job: Job;
  /** The thread that has read its input, if it was one. */
  readonly worker: JobWorker | undefined;
  readonly isQuick: boolean;
}

/**
 * Long tasks, one at a time per lane, each on a thread of its own that starts when its turn comes: until then its input is on
 * disk. Those that are over in a moment run beside them, where there are threads for them.
 * States and rows are on disk before they are reported, so a crash loses no result that was seen.
 */
export class JobStore {
  readonly #options: JobStoreOptions;
  readonly #acceptor: JobAcceptor;
  /** Marks the tasks of this store among the hosts that share the folder. */
  readonly #owner = randomUUID();
  readonly #jobs = new Map<string, Job>();
  readonly #waiting: Job[] = [];
  #accepting = 0;
  /** At most one per lane. */
  readonly #running = new Map<JobLane, Running>();
  /** Over in a moment: they run beside the others. */
  readonly #quick = new Set<Running>();
  #isClosed = false;

  constructor(options: JobStoreOptions) {
    this.#options = options;
    this.#acceptor = new JobAcceptor(options);
  }

  /** Reads the tasks of earlier runs. Those that waited wait again; those cut off go on if their kind can, or have failed. */
  async open(): Promise<void> {
    for (const name of await foldersIn(this.#options.folder)) {
      const folder = this.#folderOf(name);
      if (isIncoming(name)) {
        if (isAbandoned(name)) await folder.remove();
        continue;
      }
      const stored = await folder.readState();
      if (stored === undefined || !this.#knows(stored.job)) await this.#setAside(folder);
      else await this.#adopt(folder, stored);
    }
    this.#waiting.sort((a, b) => newestFirst(b, a));
    await this.#forgetOld();
    this.#next();
  }

  #knows({ kind, state }: JobState): boolean {
    return Object.hasOwn(this.#options.kinds, kind) && Object.hasOwn(STATES, state);
  }

  /** Of a task whose state cannot be used: what it has found stays where it is. */
  async #setAside(folder: JobFolder): Promise<void> {
    const aside = await folder.setStateAside();
    const where = folder.path;
    if (aside !== undefined)
      process.stderr.write(
        `The task in ${where} is not listed: its state is damaged or of another version, and was renamed to ${aside}. Its results stay there; delete the folder when you need them no more.\n`,
      );
    else if (!(await folder.isWorthKeeping())) await folder.remove();
  }

  /** A task that another living process is working on is left to it. */
  async #adopt(folder: JobFolder, stored: StoredJob): Promise<void> {
    const job = new Job(folder, stored.job, this.#owner);
    if (!job.isOver) {
      if (stored.process !== process.pid && isStillRunning(stored)) return;
      if (!(await folder.claimFrom(stored))) return;
    }
    this.#jobs.set(stored.job.id, job);
    if (!job.isOver) await this.#takeUp(job);
  }

  async #takeUp(job: Job): Promise<void> {
    const { kind, state } = job.state;
    const rows = await job.folder.countRows();
    if (state === "waiting" || this.#options.kinds[kind]?.resumes === true) {
      await job.wait(state === "waiting" ? "Waiting" : "Interrupted; goes on", rows);
      this.#waiting.push(job);
    } else {
      job.report({ rows });
      await job.end("failed", CUT_OFF);
    }
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

  /** Starts a task, or puts it in line. @throws busy when too many wait, and for input that it cannot work on */
  async start(request: JobRequest): Promise<JobState> {
    if (this.#isClosed) throw busy("The service is stopping.");
    if (this.#waiting.length + this.#accepting >= MOST_WAITING) throw tooManyWaiting(MOST_WAITING);
    this.#accepting++;
    const { job, worker, isQuick } = await this.#accept(request).finally(() => this.#accepting--);
    this.#jobs.set(job.state.id, job);
    void this.#forgetOld();
    const quick = isQuick && !this.#isClosed ? this.#options.quick?.() : undefined;
    if (quick !== undefined) {
      void worker?.close();
      this.#runBeside(job, quick);
      return job.state;
    }
    // A thread that has just read the input goes on with the work; but none waits for its turn.
    if (this.#canBegin(job)) this.#begin(job, worker);
    else {
      this.#waiting.push(job);
      void worker?.close();
    }
    return job.state;
  }

  #runBeside(job: Job, quick: QuickRunner): void {
    const controller = new AbortController();
    const run = (watch: RunWatch) => quick.run(job.folder.path, watch);
    const over = this.#follow(job, controller.signal, run).finally(() =>
      this.#quick.delete(running),
    );
    const running: Running = { job, controller, over };
    this.#quick.add(running);
  }

  async #accept(request: JobRequest): Promise<Started> {
    const id = randomUUID();
    const folder = this.#folderOf(incomingName(id));
    let worker: JobWorker | undefined;
    try {
      await folder.prepare();
      const { accepted, ...rest } = await this.#acceptor.accept(request, folder);
      worker = rest.worker;
      const state = newJob(id, accepted);
      await folder.writeState(state, this.#owner);
      await folder.moveTo(id);
      return { job: new Job(folder, state, this.#owner), worker, isQuick: accepted.isQuick };
    } catch (cause) {
      await worker?.close();
      await folder.remove().catch(() => {});
      throw diskTrouble("The task", cause);
    }
  }

  /** Asks a task to stop; resolves when its end is on disk. */
  async cancel(id: string): Promise<JobState> {
    const job = this.get(id);
    const at = this.#waiting.indexOf(job);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      await job.end("cancelled");
    }
    const running = this.#underWay().find((each) => each.job === job);
    running?.controller.abort();
    await running?.over;
    return job.state;
  }

  async remove(id: string): Promise<void> {
    const job = this.get(id);
    if (!job.isOver) throw conflict("The task is still running; stop it first.");
    this.#jobs.delete(id);
    await job.folder.remove();
  }

  /** Ends what runs. Tasks that wait stay on disk, and wait again at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = this.#underWay();
    for (const { controller } of running) controller.abort();
    await Promise.all([this.#acceptor.close(), ...running.map(({ over }) => over)]);
  }

  #underWay(): readonly Running[] {
    return [...this.#running.values(), ...this.#quick];
  }

  #folderOf(name: string): JobFolder {
    return new JobFolder(path.join(this.#options.folder, path.basename(name)));
  }

  /** Begins the first waiting task of each lane in which nothing runs; afterwards none waits for nothing. */
  #next(): void {
    for (const job of [...this.#waiting]) {
      if (!this.#canBegin(job)) continue;
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      this.#begin(job);
    }
  }

  #laneOf(job: Job): JobLane {
    return this.#options.kinds[job.state.kind]?.lane ?? "work";
  }

  #canBegin(job: Job): boolean {
    return !this.#isClosed && !this.#running.has(this.#laneOf(job));
  }

  /** @param worker a thread that has read its input */
  #begin(job: Job, worker = jobWorker(this.#options.startThread)): void {
    const lane = this.#laneOf(job);
    const controller = new AbortController();
    const over = this.#run(job, worker, controller.signal).finally(() => {
      this.#running.delete(lane);
      this.#next();
    });
    this.#running.set(lane, { job, controller, over });
  }

  async #run(job: Job, worker: JobWorker, signal: AbortSignal): Promise<void> {
    worker.start();
    await this.#follow(job, signal, (watch) => worker.call("run", job.folder.path, watch));
    await worker.close();
  }

  /** Never rejects: whatever happens ends the task. */
  async #follow(
    job: Job,
    signal: AbortSignal,
    run: (watch: RunWatch) => Promise<void>,
  ): Promise<void> {
    try {
      await job.begin();
      await run({ signal, onProgress: (told) => job.report(told) });
      await job.end("done");
    } catch (cause) {
      await this.#endBadly(job, cause);
    }
  }

  async #endBadly(job: Job, cause: unknown): Promise<void> {
    const error = cause instanceof ApiError ? ApiError.toData(cause) : CRASHED;
    const isCancelled = error.code === "cancelled";
    const { kind } = job.state;
    if (isCancelled && this.#isClosed && this.#options.kinds[kind]?.resumes === true)
      await job.wait("Interrupted; goes on at the next start");
    else if (isCancelled) await job.end("cancelled");
    else await job.end("failed", error);
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

/** One that is added does not compile before it stands here. */
const STATES: Readonly<Record<JobState["state"], true>> = {
  waiting: true,
  running: true,
  done: true,
  failed: true,
  cancelled: true,
};

const newestFirst = ({ state: a }: Job, { state: b }: Job): number =>
  a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0;
