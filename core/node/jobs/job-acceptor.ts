import type { Worker } from "node:worker_threads";
import { busy } from "../../errors.ts";
import { transferList } from "../threads/protocol.ts";
import { Semaphore } from "../threads/semaphore.ts";
import { SupervisedWorker } from "../threads/supervised-worker.ts";
import type { JobFolder } from "./job-folder.ts";
import type { JobKinds, Surroundings } from "./job-kind.ts";
import type { JobMethods, JobReport } from "./job-methods.ts";
import { type Accepted, acceptInput, type JobRequest } from "./job-request.ts";

/** What is known and used when a task is accepted. */
export interface AcceptorOptions {
  readonly kinds: JobKinds;
  readonly surroundings: () => Surroundings;
  readonly startThread: () => Worker;
  /** Threads that read texts already, for tasks that are over in a moment; none where there are none. */
  readonly quick?: () => QuickRunner | undefined;
  /** Bytes that arguments would have as JSON, roughly. */
  readonly sizeOf: (args: unknown) => number;
}

/** Reads inputs and runs tasks without starting a thread. */
export interface QuickRunner {
  readonly accept: (input: { request: JobRequest; folder: string }) => Promise<Accepted>;
  readonly run: (folder: string, watch: RunWatch) => Promise<void>;
}

/** How a run is stopped, and who is told how far it is. */
export interface RunWatch {
  readonly signal: AbortSignal;
  readonly onProgress: (report: JobReport) => void;
}

/** Inputs of up to this many bytes are read by threads that others wait for too. */
const MODERATE = 1024 * 1024;
/** Inputs up to this many bytes are read by the main thread; larger ones would hold up others. */
const SMALL = 16 * 1024;
/** Threads that read inputs at the same time: each takes several times the size of its input. */
const MOST_AT_ONCE = 2;

/** How long a task that was asked to stop may go on before its thread is ended. */
const GRACE_MILLISECONDS = 1000;

/** A task's thread, supervised. */
export type JobWorker = SupervisedWorker<JobMethods>;

/** A thread for tasks that starts with its first call. */
export const jobWorker = (start: () => Worker): JobWorker =>
  new SupervisedWorker({ start, graceMilliseconds: GRACE_MILLISECONDS });

/** An input that was accepted, and the thread that read it, if it was one; whoever gets it has to close it. */
export interface Acceptance {
  readonly accepted: Accepted;
  readonly worker: JobWorker | undefined;
}

/**
 * Reads, checks and keeps the inputs of new tasks, by one of three ways: a small input on the main thread waits for nobody's long
 * call; a moderate one in the pool needs no new thread, which costs half a second of a processor; a large one takes several times
 * its size in memory and so has a thread with a limit of its own.
 */
export class JobAcceptor {
  readonly #options: AcceptorOptions;
  readonly #slots = new Semaphore(MOST_AT_ONCE);
  readonly #workers = new Set<JobWorker>();
  #isClosed = false;

  constructor(options: AcceptorOptions) {
    this.#options = options;
  }

  /** @throws for input that cannot be worked on, busy when it is closed meanwhile */
  async accept(request: JobRequest, folder: JobFolder): Promise<Acceptance> {
    const { kinds, surroundings, sizeOf } = this.#options;
    const size = "args" in request ? sizeOf(request.args) : (request.body?.byteLength ?? 0);
    const quick = size > SMALL && size <= MODERATE ? this.#options.quick?.() : undefined;
    if (quick !== undefined)
      return { accepted: await quick.accept({ request, folder: folder.path }), worker: undefined };
    if (size > SMALL) return this.#slots.run(() => this.#acceptElsewhere(request, folder));
    const accepted = await acceptInput(request, folder, { kinds, ...surroundings() });
    return { accepted, worker: undefined };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((worker) => worker.close()));
  }

  async #acceptElsewhere(request: JobRequest, folder: JobFolder): Promise<Acceptance> {
    if (this.#isClosed) throw busy("The service is stopping.");
    const worker = jobWorker(this.#options.startThread);
    this.#workers.add(worker);
    try {
      const transfer = "args" in request ? [] : transferList(request.body);
      const input = { request, folder: folder.path };
      return { accepted: await worker.call("accept", input, { transfer }), worker };
    } catch (cause) {
      await worker.close();
      throw cause;
    } finally {
      this.#workers.delete(worker);
    }
  }
}
