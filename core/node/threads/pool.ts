import type { EventEmitter } from "node:events";
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Worker,
} from "node:worker_threads";
import { Piscina } from "piscina";
import { ApiError, busy, cancelled, outOfMemory, threadEnded, timedOut } from "../../errors.ts";
import type { RetinaTables } from "../../retina/retina-data.ts";
import {
  type InputOf,
  type MethodName,
  type Methods,
  makeStopFlag,
  type OutputOf,
  type ProgressOf,
  raiseFlag,
  type TaskMessage,
  type TaskReply,
} from "./protocol.ts";
import { Semaphore } from "./semaphore.ts";
import { threadFile, watchThread, YOUNG } from "./start-thread.ts";

/** The threads of a pool and what they may do. */
export interface PoolOptions {
  /** Their file below `core/node`, without its ending; see `answerTasks`. */
  readonly file: string;
  readonly threads: number;
  /** Seen by the file as `workerData`. */
  readonly data?: unknown;
  /** Retinas that the threads are attached to: what a thread held of their memory is given back when it ends. */
  readonly retinas?: () => readonly RetinaTables[];
  /** Most megabytes of objects of a thread; without it as much as the main thread may use. */
  readonly megabytes?: number;
  /** Longest a call may take once it has a thread; no limit when left out. */
  readonly seconds?: number;
  /** Calls that may wait; further ones are refused as busy. */
  readonly longestQueue?: number;
  /** How long a thread that was asked to stop may go on before it is ended; two seconds when left out. */
  readonly graceMilliseconds?: number;
  /** How long a thread stays without work; for ever when left out. */
  readonly idleMilliseconds?: number;
}

/** How one call is treated. */
export interface CallOptions<Progress = never> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Memory and ports of the input that go over instead of being copied. */
  readonly transfer?: readonly (ArrayBuffer | MessagePort)[];
}

const GRACE_MILLISECONDS = 2000;

/**
 * Threads with the same methods; each answers one call at a time, in the order in which they came. A thread starts when a call waits
 * for one. A call that is cancelled or takes too long is asked to stop by a flag in shared memory; a thread that does not listen is
 * ended, and the next call starts another. No thread is ended while it loads its file: on Node 20 the process would end with it.
 */
export class Pool<M extends Methods> {
  readonly threads: number;
  readonly #options: PoolOptions;
  readonly #pool: Piscina<TaskMessage, TaskReply>;
  readonly #slots: Semaphore;
  readonly #calls = new Set<Call>();
  readonly #running = new Set<Worker>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    const { file, threads, data, megabytes, idleMilliseconds } = options;
    this.#options = options;
    this.threads = threads;
    this.#slots = new Semaphore(threads);
    this.#pool = new Piscina({
      filename: threadFile(file),
      name: "answer",
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMilliseconds ?? Number.POSITIVE_INFINITY,
      workerData: data,
      // A thread that waits by `Atomics.wait` would collect no garbage.
      atomics: "disabled",
      resourceLimits: {
        maxYoungGenerationSizeMb: YOUNG,
        ...(megabytes !== undefined && { maxOldGenerationSizeMb: megabytes }),
      },
    });
    const events: EventEmitter = this.#pool;
    events.on("workerCreate", ({ id }: { id: number }) => this.#watchThreads(id));
    // Of a thread without a call: one that could not load its file.
    events.on("error", (cause) => this.#refuseBegun(cause));
  }

  /** Calls that no thread is at. */
  get waiting(): number {
    return this.#slots.waiting;
  }

  /** Resolves when a thread is ready for calls. */
  async ready(): Promise<void> {
    await this.#call({ method: undefined, input: undefined }, {});
  }

  /**
   * Runs a method on one of the threads.
   * @throws what the method throws; cancelled, timeout, busy when too many wait or the pool is closed, too-large when the memory
   *     does not suffice, interrupted when the thread ends
   */
  async run<N extends MethodName<M>>(
    method: N,
    input: InputOf<M, N>,
    options: CallOptions<ProgressOf<M, N>> = {},
  ): Promise<OutputOf<M, N>> {
    const { longestQueue = Number.POSITIVE_INFINITY } = this.#options;
    if (options.signal?.aborted) throw cancelled();
    if (!this.#isClosed && this.waiting >= longestQueue)
      throw busy("Too many calls are waiting; try again in a moment.");
    return (await this.#call({ method, input }, options)) as OutputOf<M, N>;
  }

  /** Ends the threads; calls that run or wait are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const call of this.#calls) call.end(stopping());
    await Promise.all(this.#watchThreads());
    await Promise.all([...this.#running].map((thread) => thread.terminate()));
    await this.#pool.destroy();
  }

  async #call(
    asked: Pick<TaskMessage, "method" | "input">,
    { signal, onProgress, transfer = [] }: CallOptions<never>,
  ): Promise<unknown> {
    if (this.#isClosed) throw stopping();
    const call = new Call(this.#options.graceMilliseconds);
    const onAbort = () => call.stop(cancelled());
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#calls.add(call);
    const progress = onProgress && listen(onProgress);
    const ports = progress === undefined ? [] : [progress.port];
    const task = { ...asked, stop: call.flag, progress: progress?.port };
    try {
      return await this.#slots.run(
        () => this.#send(call, task, [...transfer, ...ports]),
        call.ends,
      );
    } catch (cause) {
      throw call.refusal ?? meaningOf(cause);
    } finally {
      progress?.close();
      this.#calls.delete(call);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  async #send(
    call: Call,
    task: TaskMessage,
    transferList: (ArrayBuffer | MessagePort)[],
  ): Promise<unknown> {
    const { seconds } = this.#options;
    const stop = () => call.stop(timedOut(seconds ?? 0));
    const timer = seconds === undefined ? undefined : setTimeout(stop, seconds * 1000);
    call.hasBegun = true;
    try {
      const sent = this.#pool.run(task, { signal: call.ends, transferList });
      this.#watchThreads();
      const reply = await sent;
      if (call.isTooLong) throw call.refusal;
      if (reply.ok) return reply.value;
      throw new ApiError(reply.error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param ready number of one that has loaded its file @returns promises that resolve when each has */
  #watchThreads(ready?: number): Promise<void>[] {
    const { retinas } = this.#options;
    return this.#pool.threads.map((thread) => {
      this.#running.add(thread);
      return watchThread(thread, {
        isLoaded: thread.threadId === ready,
        ...(retinas && { retinas }),
        onExit: () => {
          this.#running.delete(thread);
          // After the call that it was at is told why.
          setImmediate(() => {
            if (this.#pool.threads.length === 0) this.#refuseBegun(threadEnded());
          });
        },
      });
    });
  }

  /** Nobody would come for the calls that were handed to threads. */
  #refuseBegun(reason: unknown): void {
    for (const call of this.#calls) if (call.hasBegun) call.end(reason);
  }
}

/** A call that has not settled. */
class Call {
  /** Seen by the thread that is at it. */
  readonly flag = makeStopFlag();
  /** Whether it was handed to a thread. */
  hasBegun = false;
  /** Why it was stopped. */
  refusal: unknown;
  readonly #grace: number;
  readonly #controller = new AbortController();

  constructor(grace = GRACE_MILLISECONDS) {
    this.#grace = grace;
  }

  /** Takes it out of the queue, or ends the thread that is at it. */
  get ends(): AbortSignal {
    return this.#controller.signal;
  }

  get isTooLong(): boolean {
    return this.refusal instanceof ApiError && this.refusal.code === "timeout";
  }

  /** Asks the thread to stop, and ends it where it does not. */
  stop(reason: ApiError): void {
    this.refusal ??= reason;
    raiseFlag(this.flag);
    if (!this.hasBegun) this.#controller.abort();
    else setTimeout(() => this.#controller.abort(), this.#grace).unref();
  }

  /** At once. */
  end(reason: unknown): void {
    this.refusal ??= meaningOf(reason);
    this.#controller.abort();
  }
}

const stopping = () => busy("The service is stopping.");

/** What ended a thread, as its caller is told. */
function meaningOf(cause: unknown): unknown {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return outOfMemory();
  return typeof message === "string" && GONE.test(message) ? threadEnded() : cause;
}
/** How piscina says it. */
const GONE = /^(worker exited with code|Terminating worker thread|The task has been aborted)/;

/** A port for progress. Closing it tells what has come. */
function listen(onProgress: (progress: never) => void) {
  const { port1, port2 } = new MessageChannel();
  port1.on("message", (progress) => onProgress(progress as never));
  port1.unref();
  return {
    port: port2,
    close: () => {
      for (let next = receiveMessageOnPort(port1); next; next = receiveMessageOnPort(port1))
        onProgress(next.message as never);
      port1.close();
    },
  };
}
