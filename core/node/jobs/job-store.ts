import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import type { MessagePort } from "node:worker_threads";
import { checkCollectionName } from "../../collection/port/check-head.ts";
import { ApiError, badInput, busy, conflict, type ErrorData, forbidden } from "../../errors.ts";
import type { FilePlace } from "../collections/import/given-files.ts";
import { codeOf, diskTrouble } from "../config/system-error.ts";
import type { CallThreadData } from "../engine/thread-engine.ts";
import type { LanguageSources } from "../opening/language-retina-files.ts";
import type { Pool } from "../threads/pool.ts";
import { trainingChoice } from "../training/train-request.ts";
import { INTERRUPTED, Job, type JobInput, type JobKind, type JobState, LEAVING } from "./job.ts";
import type { JobMethods } from "./run-job.ts";

/** Finished tasks that are listed. Older ones are deleted with their results. */
const MOST_KEPT = 20;
/** Tasks that may wait for their turn. */
const MOST_WAITING = 20;

/** The data of a task's thread. */
export interface JobThreadData extends FilePlace, CallThreadData {
  /** Where an import opens retinas of other languages. */
  readonly languages: LanguageSources;
  /** Folder of the encoders' readers. */
  readonly readersFolder: string;
}

/** What a task runs on: a thread that ends with it, and a port to the thread of the collections. */
export interface JobThread {
  readonly pool: Pool<JobMethods>;
  readonly collections: MessagePort;
}

export interface JobStoreOptions {
  readonly folder: string;
  readonly openThread: () => JobThread;
  /** @throws where the files of an import may not be read, or there is no such retina; the default when left out */
  readonly checkImport: (paths: readonly string[], retina: string | undefined) => Promise<unknown>;
  /** False where a stranger could make the service read files. */
  readonly mayReadFiles: boolean;
}

/** Codes of a state that is missing, or no regular file. */
const NO_STATE: readonly string[] = ["ENOENT", "bad-input"];

interface Running {
  readonly job: Job;
  readonly controller: AbortController;
  readonly over: Promise<void>;
}

interface Waiting {
  readonly job: Job;
  readonly input: JobInput;
}

/** Of a task that ended by a fault of the program. */
const CRASHED: ErrorData = {
  code: "internal",
  message: "Something went wrong inside this task. Start it again.",
  details: {},
};

/** Imports and trainings: one of each kind at a time, each on a thread that ends with it. Waiting tasks end with the program. */
export class JobStore {
  /** Folders of tasks that cannot be read. They are left as they are. */
  readonly problems: string[] = [];
  readonly #options: JobStoreOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #waiting: Waiting[] = [];
  readonly #running = new Map<JobKind, Running>();
  #isClosed = false;

  constructor(options: JobStoreOptions) {
    this.#options = options;
  }

  /** Reads the tasks of earlier runs. */
  async open(): Promise<void> {
    const { folder } = this.#options;
    for (const name of await foldersIn(folder)) {
      const own = path.join(folder, name);
      if (name.startsWith(LEAVING)) await rm(own, { recursive: true, force: true });
      else await this.#adopt(own);
    }
    await this.#forgetOld();
  }

  async #adopt(folder: string): Promise<void> {
    try {
      const job = await Job.open(folder);
      if (job !== undefined) this.#jobs.set(job.state.id, job);
    } catch (cause) {
      if (!(cause instanceof SyntaxError) && !NO_STATE.includes(codeOf(cause))) throw cause;
      // An empty folder was cut off before its state was stored.
      const isEmpty = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (!isEmpty)
        this.problems.push(
          `The state of the task in ${folder} is damaged, so the task is not listed. Its files stay there; delete the folder when you do not need them.`,
        );
    }
  }

  /** Newest first. */
  list(): JobState[] {
    return [...this.#jobs.values()].sort(newestFirst).map(({ state }) => state);
  }

  /** @throws bad-input for an id that names no task */
  get(id: string): Job {
    const job = this.#jobs.get(id);
    if (job === undefined) throw badInput("id", `There is no task “${id.slice(0, 40)}”.`);
    return job;
  }

  /** Starts a task, or puts it in line. @throws busy when too many wait; bad-input, conflict, forbidden, unknown-retina */
  async start(input: JobInput): Promise<JobState> {
    if (this.#isClosed) throw busy("The service is stopping.");
    if (this.#waiting.length >= MOST_WAITING)
      throw busy(
        `${MOST_WAITING} tasks are waiting. Start another when one of them has ended, or stop one.`,
      );
    await this.#check(input);
    const id = randomUUID();
    const { kind, name } = input.input;
    const title = kind === "import" ? name : (input.input.title ?? kind);
    const job = await Job.create(path.join(this.#options.folder, id), { id, kind, title }).catch(
      (cause: unknown) => {
        throw diskTrouble("The task", cause);
      },
    );
    this.#jobs.set(id, job);
    this.#waiting.push({ job, input });
    this.#next();
    void this.#forgetOld();
    return job.state;
  }

  /** Asks a task to stop; resolves when its end is stored. */
  async cancel(id: string): Promise<JobState> {
    const job = this.get(id);
    const at = this.#waiting.findIndex((each) => each.job === job);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      await job.end("cancelled");
    }
    const running = [...this.#running.values()].find((each) => each.job === job);
    running?.controller.abort();
    await running?.over;
    return job.state;
  }

  /** @throws conflict while it runs */
  async remove(id: string): Promise<void> {
    const job = this.get(id);
    if (!job.isOver) throw conflict("The task is still running; stop it first.");
    this.#jobs.delete(id);
    await job.remove();
  }

  /** Ends everything; running and waiting tasks count as interrupted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = this.#waiting
      .splice(0)
      .map(({ job }) => job.end("failed", { error: INTERRUPTED }));
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.all([...waiting, ...running.map(({ over }) => over)]);
  }

  async #check({ retina_name, input }: JobInput): Promise<void> {
    if (input.kind === "import") {
      // What cannot be read is refused at once, and looked at again where it is read.
      await this.#options.checkImport(input.paths, retina_name);
      checkCollectionName(input.name);
      const isSame = ({ state: { kind, title }, isOver }: Job) =>
        kind === "import" && title === input.name && !isOver;
      if ([...this.#jobs.values()].some(isSame))
        throw conflict(`“${input.name}” is being imported already; wait for it or cancel it.`);
      return;
    }
    if (!this.#options.mayReadFiles)
      throw forbidden("Training reads files, so a service that asks for no key does not offer it.");
    trainingChoice(input.name, input.options ?? {});
  }

  /** Starts the first waiting task of each kind that does not run. */
  #next(): void {
    if (this.#isClosed) return;
    for (const waiting of [...this.#waiting]) {
      const { kind } = waiting.job.state;
      if (this.#running.has(kind)) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      const controller = new AbortController();
      const over = this.#run(waiting, controller.signal).finally(() => {
        this.#running.delete(kind);
        this.#next();
      });
      this.#running.set(kind, { job: waiting.job, controller, over });
    }
  }

  /** Never rejects: a failure ends the task. */
  async #run({ job, input }: Waiting, signal: AbortSignal): Promise<void> {
    const { pool, collections } = this.#options.openThread();
    const close = async () => {
      await pool.close();
      collections.close();
    };
    try {
      job.progress({ phase: "Starting" });
      await mkdir(job.scratch, { recursive: true, mode: 0o700 });
      const { trainedFile, scratch } = job;
      const result = await pool.run(
        "run",
        { input, trainedFile, scratch, collections },
        { signal, onProgress: (at) => job.progress(at), transfer: [collections] },
      );
      await close();
      await job.end("done", { result });
    } catch (cause) {
      await close();
      const error = cause instanceof ApiError ? ApiError.toData(cause) : CRASHED;
      if (error.code !== "cancelled") await job.end("failed", { error });
      else if (this.#isClosed) await job.end("failed", { error: INTERRUPTED });
      else await job.end("cancelled");
    }
  }

  async #forgetOld(): Promise<void> {
    const over = [...this.#jobs.values()].filter(({ isOver }) => isOver).sort(newestFirst);
    // Out of the list first: another start must not find one that is being removed.
    const old = over.slice(MOST_KEPT);
    for (const { state } of old) this.#jobs.delete(state.id);
    // What cannot be deleted now is found again at the next start.
    await Promise.allSettled(old.map((job) => job.remove()));
  }
}

const newestFirst = ({ state: a }: Job, { state: b }: Job): number =>
  a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0;

/** Names of the folders in a folder; none when it does not exist. */
async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return [];
    throw cause;
  }
}
