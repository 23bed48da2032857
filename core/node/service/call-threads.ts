import type { RetinaTables } from "../../retina/retina-data.ts";
import type { ThreadCall } from "../engine/call-methods.ts";
import type { CallThreadData } from "../engine/thread-engine.ts";
import { Pool } from "../threads/pool.ts";
import { megabytesOfThread } from "../threads/thread-memory.ts";
import type { CallThreadMethods } from "./call-worker.ts";

const SECONDS = 30;
/** Longest a bulk call may take. */
const BULK_SECONDS = 600;
const LONGEST_QUEUE = 2000;
/** How long a thread stays that has no bulk call. */
const IDLE_MILLISECONDS = 60_000;

export interface CallThreadsOptions {
  readonly threads: number;
  /** Longest a call may take. */
  readonly seconds?: number | undefined;
  /** What is open now. */
  readonly open: () => CallThreadData;
}

/** Threads that answer calls. Bulk calls have threads of their own, so that others always find one. */
export class CallThreads {
  readonly #open: () => CallThreadData;
  readonly #usual: Pool<CallThreadMethods>;
  readonly #bulk: Pool<CallThreadMethods>;

  constructor({ threads, seconds = SECONDS, open }: CallThreadsOptions) {
    this.#open = open;
    const shared = {
      file: "service/call-worker",
      megabytes: megabytesOfThread(threads),
      longestQueue: LONGEST_QUEUE,
      retinas: (): readonly RetinaTables[] => open().retinas,
    };
    this.#usual = new Pool({ ...shared, threads, seconds });
    this.#bulk = new Pool({
      ...shared,
      threads: Math.max(1, threads - 1),
      seconds: Math.max(seconds, BULK_SECONDS),
      idleMilliseconds: IDLE_MILLISECONDS,
    });
  }

  get threads(): number {
    return this.#usual.threads;
  }

  get waiting(): number {
    return this.#usual.waiting + this.#bulk.waiting;
  }

  ready(): Promise<void> {
    return this.#usual.ready();
  }

  run(call: ThreadCall, { signal, isBulk }: { signal?: AbortSignal; isBulk: boolean }) {
    const pool = isBulk ? this.#bulk : this.#usual;
    return pool.run("call", { ...call, open: this.#open() }, signal && { signal });
  }

  async close(): Promise<void> {
    await Promise.all([this.#usual.close(), this.#bulk.close()]);
  }
}
