import type { Worker } from "node:worker_threads";
import { busy } from "../../errors.ts";
import { movable } from "../threads/protocol.ts";
import { Slots } from "../threads/slots.ts";
import { SupervisedWorker } from "../threads/supervised-worker.ts";
import type { JobFolder } from "./job-folder.ts";
import type { JobKinds, Surroundings } from "./job-kind.ts";
import type { JobMethods } from "./job-methods.ts";
import { type Accepted, acceptInput, type JobRequest } from "./job-request.ts";

/** What is known and used when a task is accepted. */
export interface AcceptorOptions {
  readonly kinds: JobKinds;
  readonly surroundings: () => Surroundings;
  readonly startThread: () => Worker;
  /** Bytes that arguments would have as JSON, roughly. */
  readonly sizeOf: (args: unknown) => number;
}

/** Inputs up to this many bytes are read by the main thread; larger ones would hold up others. */
const SMALL = 16 * 1024;
/** Threads that read inputs at the same time: each takes several times the size of its input. */
const MOST_AT_ONCE = 2;

/** Reads, checks and keeps the inputs of new tasks. */
export class JobAcceptor {
  readonly #options: AcceptorOptions;
  readonly #slots = new Slots(MOST_AT_ONCE);
  readonly #workers = new Set<SupervisedWorker<JobMethods>>();
  #isClosed = false;

  constructor(options: AcceptorOptions) {
    this.#options = options;
  }

  /** @throws for input that cannot be worked on, busy when it is closed meanwhile */
  accept(request: JobRequest, folder: JobFolder): Promise<Accepted> {
    const { kinds, surroundings, sizeOf } = this.#options;
    const size = "args" in request ? sizeOf(request.args) : (request.body?.byteLength ?? 0);
    return size <= SMALL
      ? acceptInput(request, folder, { kinds, ...surroundings() })
      : this.#slots.run(() => this.#acceptElsewhere(request, folder));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((worker) => worker.close()));
  }

  async #acceptElsewhere(request: JobRequest, folder: JobFolder): Promise<Accepted> {
    if (this.#isClosed) throw busy("The service is stopping.");
    const worker = new SupervisedWorker<JobMethods>({ start: this.#options.startThread });
    this.#workers.add(worker);
    try {
      const transfer = "args" in request ? [] : movable(request.body);
      return await worker.call("accept", { request, folder: folder.path }, { transfer });
    } finally {
      this.#workers.delete(worker);
      await worker.close();
    }
  }
}
