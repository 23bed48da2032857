import type { RetinaTables } from "../../retina/retina-data.ts";
import type { ThreadCall } from "../engine/call-methods.ts";
import { serveLanguages } from "../engine/language-port.ts";
import type { CallThreadData, OpenLanguage } from "../engine/thread-engine.ts";
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
  /** What is installed now. */
  readonly installed: () => CallThreadData;
  readonly openLanguage: OpenLanguage;
  /** What is open now. */
  readonly open: () => readonly RetinaTables[];
}

/** Threads that answer calls. Bulk calls have threads of their own, so that others always find one. */
export class CallThreads {
  readonly #options: CallThreadsOptions;
  readonly #usual: Pool<CallThreadMethods>;
  readonly #bulk: Pool<CallThreadMethods>;

  constructor(options: CallThreadsOptions) {
    const { threads, seconds = SECONDS, open } = options;
    this.#options = options;
    const shared = {
      file: "service/call-worker",
      megabytes: megabytesOfThread(threads),
      longestQueue: LONGEST_QUEUE,
      retinas: open,
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

  async run(
    call: ThreadCall,
    { signal, isBulk }: { readonly signal?: AbortSignal; readonly isBulk: boolean },
  ): Promise<unknown> {
    const { installed, openLanguage } = this.#options;
    const pool = isBulk ? this.#bulk : this.#usual;
    const { port, close } = serveLanguages(openLanguage);
    const input = { ...call, installed: installed(), languages: port };
    try {
      return await pool.run("call", input, { transfer: [port], ...(signal && { signal }) });
    } finally {
      close();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#usual.close(), this.#bulk.close()]);
  }
}
