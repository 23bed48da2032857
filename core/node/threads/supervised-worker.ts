import type { Worker } from "node:worker_threads";
import { ApiError, busy, cancelled, outOfMemory, threadEnded, timedOut } from "../../errors.ts";
import type {
  CallMessage,
  InputOf,
  MethodName,
  Methods,
  OutputOf,
  ProgressOf,
  ReplyMessage,
} from "./protocol.ts";
import { makeStopFlag, raiseFlag } from "./protocol.ts";
import type { StartThread } from "./start-thread.ts";

/** How one call is made. */
export interface CallOptions<Progress = never> {
  readonly signal?: AbortSignal;
  /** Longest it may take. */
  readonly seconds?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Memory of the input that goes over instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** How a worker is kept. */
export interface WorkerOptions {
  readonly start: StartThread;
  /** Started again at once when it dies, and not only for the next call. */
  readonly isKept?: boolean;
  /** How long a thread that was asked to stop may go on before it is replaced. */
  readonly graceMilliseconds?: number;
}

interface Running {
  readonly id: number;
  readonly stop: SharedArrayBuffer;
  readonly onProgress: ((progress: never) => void) | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

const GRACE_MILLISECONDS = 2000;
/** A thread that dies before it is ready is started so many times in a row, for one call. */
const MOST_FAILED_STARTS = 3;

/**
 * One thread and whoever watches over it: it answers one call at a time, each of which settles exactly once, whatever the
 * thread does. A call that is cancelled or takes too long is asked to end by a flag in shared memory; a thread that does
 * not listen, dies or runs out of memory is replaced.
 */
export class SupervisedWorker<M extends Methods> {
  /** Called whenever it may take a call, or never will. */
  onFree: () => void = () => {};
  /** Resolves when the thread has been ready once; rejects when it never was. */
  readonly ready: Promise<void>;
  readonly #options: WorkerOptions;
  #worker: Worker | undefined;
  #running: Running | undefined;
  /** Of the call that waits for its thread to be ready. */
  #unsent: { readonly message: CallMessage; readonly transfer: readonly ArrayBuffer[] } | undefined;
  #isReady = false;
  #isEnding = false;
  #isClosed = false;
  #lastId = 0;
  #failedStarts = 0;
  #settleReady: { resolve: () => void; reject: (cause: unknown) => void };

  constructor(options: WorkerOptions) {
    this.#options = options;
    const { promise, ...settle } = withResolvers();
    this.ready = promise;
    this.#settleReady = settle;
    // Whoever calls is told.
    this.ready.catch(() => {});
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Ready, and without a call. */
  get isFree(): boolean {
    return this.#isReady && !this.isBusy && !this.#isEnding && !this.#isClosed;
  }

  /** Given up until the next call: it did not come up, however often it was started. */
  get isDead(): boolean {
    return this.#failedStarts >= MOST_FAILED_STARTS;
  }

  /** Starts the thread before the first call does; tries again where it was given up. */
  start(): void {
    // What kept it from starting may have passed.
    if (this.isDead) this.#failedStarts = 0;
    this.#startIfAlive();
  }

  #startIfAlive(): void {
    if (this.#worker === undefined && !this.#isClosed && !this.isDead) this.#spawn();
  }

  /**
   * Runs a method on the thread, which must not be busy.
   * @throws what the method throws; cancelled, timeout, busy when it is closed, too-large when the memory does not
   *     suffice, interrupted when the thread dies
   */
  async call<N extends MethodName<M>>(
    method: N,
    input: InputOf<M, N>,
    options: CallOptions<ProgressOf<M, N>> = {},
  ): Promise<OutputOf<M, N>> {
    const { signal, seconds = Number.POSITIVE_INFINITY } = options;
    if (signal?.aborted) throw cancelled();
    if (this.#isClosed) throw stopping();
    if (this.isBusy) throw new Error("A thread answers one call at a time.");
    let refusal: ApiError | undefined;
    const end = (reason: ApiError) => {
      refusal ??= reason;
      this.#askToStop();
    };
    const onAbort = () => end(cancelled());
    const timer = Number.isFinite(seconds)
      ? setTimeout(() => end(timedOut(seconds)), seconds * 1000)
      : undefined;
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const value = await this.#run({ method, input, options });
      if (refusal?.code === "timeout") throw refusal;
      return value as OutputOf<M, N>;
    } catch (cause) {
      throw refusal ?? cause;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Ends the thread; a call that runs is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#settle((running) => running.reject(stopping()));
    await this.#worker?.terminate();
    this.#settleReady.reject(stopping());
  }

  #run(call: {
    readonly method: string;
    readonly input: unknown;
    readonly options: CallOptions<never>;
  }): Promise<unknown> {
    const { method, input, options } = call;
    const { promise, resolve, reject } = withResolvers<unknown>();
    const id = ++this.#lastId;
    const stop = makeStopFlag();
    this.#running = { id, stop, onProgress: options.onProgress, resolve, reject };
    this.#unsent = { message: { id, method, input, stop }, transfer: options.transfer ?? [] };
    this.start();
    this.#send();
    return promise;
  }

  #send(): void {
    const waiting = this.#unsent;
    if (waiting === undefined || !this.#isReady || this.#isEnding) return;
    this.#unsent = undefined;
    try {
      this.#worker?.postMessage(waiting.message, waiting.transfer);
    } catch (cause) {
      // An input that cannot be sent to another thread.
      this.#settle((running) => running.reject(cause));
    }
  }

  /** Asks the running call to end, and ends the thread if it does not. */
  #askToStop(): void {
    const running = this.#running;
    if (running === undefined) return;
    raiseFlag(running.stop);
    if (this.#unsent !== undefined) {
      // It has not begun.
      this.#unsent = undefined;
      this.#settle(({ reject }) => reject(cancelled()));
      return;
    }
    const timer = setTimeout(() => {
      if (this.#running === running) this.#end();
    }, this.#options.graceMilliseconds ?? GRACE_MILLISECONDS);
    timer.unref();
  }

  /** From now on it takes no call: one that is handed to a thread that is ending would be lost with it. */
  #end(): void {
    this.#isEnding = true;
    void this.#worker?.terminate();
  }

  #spawn(): void {
    const worker = this.#options.start();
    this.#worker = worker;
    let reason: unknown = threadEnded();
    worker.on("message", (reply: ReplyMessage) => this.#onReply(reply));
    worker.on("messageerror", (cause) => {
      reason = cause;
      this.#end();
    });
    worker.on("error", (cause) => {
      reason = cause;
    });
    worker.on("exit", () => this.#onExit(reason));
  }

  #onReply(reply: ReplyMessage): void {
    if (reply.type === "ready") {
      this.#isReady = true;
      this.#failedStarts = 0;
      this.#settleReady.resolve();
      this.#send();
      if (!this.isBusy) this.onFree();
    } else if (this.#running?.id === reply.id && this.#unsent === undefined)
      this.#onAnswer(this.#running, reply);
  }

  #onAnswer(running: Running, reply: Exclude<ReplyMessage, { type: "ready" }>): void {
    if (reply.type === "progress") running.onProgress?.(reply.progress as never);
    else if (reply.type === "answer") this.#settle(({ resolve }) => resolve(reply.value));
    else this.#settle(({ reject }) => reject(new ApiError(reply.error)));
  }

  #settle(how: (running: Running) => void): void {
    const running = this.#running;
    this.#running = undefined;
    this.#unsent = undefined;
    if (running !== undefined) how(running);
    this.onFree();
  }

  #onExit(reason: unknown): void {
    const error = meaningOf(reason);
    const wasReady = this.#isReady;
    this.#worker = undefined;
    this.#isReady = false;
    this.#isEnding = false;
    if (this.#isClosed) return;
    if (!wasReady && ++this.#failedStarts >= MOST_FAILED_STARTS) this.#settleReady.reject(error);
    const hasBegun = this.#running !== undefined && this.#unsent === undefined;
    // A call that waits for its thread outlives a failed start.
    if (hasBegun || this.isDead) this.#settle(({ reject }) => reject(error));
    if (this.#options.isKept === true || this.isBusy) this.#startIfAlive();
    if (this.isDead) this.onFree();
  }
}

const stopping = () => busy("The service is stopping.");

function meaningOf(reason: unknown): unknown {
  const { code } = (reason ?? {}) as { code?: unknown };
  return code === "ERR_WORKER_OUT_OF_MEMORY" ? outOfMemory() : reason;
}

function withResolvers<T = void>() {
  let resolve: (value: T) => void = () => {};
  let reject: (cause: unknown) => void = () => {};
  const promise = new Promise<T>((onValue, onCause) => {
    resolve = onValue;
    reject = onCause;
  });
  return { promise, resolve, reject };
}
