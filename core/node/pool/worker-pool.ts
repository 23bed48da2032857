import { busy, cancelled, timedOut } from "../../errors.ts";
import type { Task, TaskResult } from "./messages.ts";
import { PoolThread, type StartThread } from "./pool-thread.ts";

/** How many threads there are and what they may do. */
export interface PoolOptions {
  readonly threads: number;
  readonly start: StartThread;
  /** Longest a call may take, in seconds; for heavy ones `heavySeconds`. */
  readonly seconds: number;
  readonly heavySeconds: number;
  /** Calls that may wait; further ones are refused as busy. */
  readonly longestQueue: number;
}

/** How one call is to be treated. */
export interface RunOptions {
  readonly signal: AbortSignal;
  /** Heavy calls never take the first thread, so that light ones always find one; unless there is no other. */
  readonly isHeavy: boolean;
  /** Light calls that detect languages run on the first thread only: their statistics take 130 MB a thread. */
  readonly usesLanguages?: boolean;
}

interface Waiting extends RunOptions {
  readonly task: Task;
  readonly settle: (outcome: Promise<unknown>) => void;
}

/** One after another: where processors are few, the first is there much sooner. */
function startThreads({ threads, start }: PoolOptions): PoolThread[] {
  let before: Promise<unknown> = Promise.resolve();
  return Array.from({ length: threads }, () => {
    const thread = new PoolThread(start, before);
    before = thread.ready.catch(() => {});
    return thread;
  });
}

/** How often a pool that is to end looks whether it is idle, in milliseconds. */
const RETIRE_POLL = 50;

/**
 * A few threads that answer calls one at a time each. Light calls overtake heavy ones; a call that is
 * cancelled or takes too long is asked to stop, and its thread is replaced if it does not.
 */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #threads: PoolThread[];
  readonly #light: Waiting[] = [];
  readonly #heavy: Waiting[] = [];
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#threads = startThreads(options);
    for (const thread of this.#threads) thread.onFree = () => this.#next();
  }

  get waiting(): number {
    return this.#light.length + this.#heavy.length;
  }

  get threads(): number {
    return this.#threads.length;
  }

  /** Resolves when every thread has opened its retinas. */
  async ready(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.ready));
  }

  /** @throws busy, timeout, cancelled, internal when a thread dies */
  run<T extends Task>(task: T, options: RunOptions): Promise<TaskResult<T>> {
    if (this.#closed) return Promise.reject(busy("The service is stopping."));
    if (this.waiting >= this.#options.longestQueue)
      return Promise.reject(busy("Too many calls are waiting; try again in a moment."));
    if (options.signal.aborted) return Promise.reject(cancelled());
    return new Promise((resolve, reject) => {
      const settle = (outcome: Promise<unknown>) =>
        void outcome.then((value) => resolve(value as TaskResult<T>), reject);
      this.#enqueue({ task, settle, ...options });
      this.#next();
    });
  }

  /** Takes no more calls, lets those that run or wait finish, then ends the threads. */
  async retire(): Promise<void> {
    this.#closed = true;
    while (this.waiting > 0 || this.#threads.some((thread) => thread.isBusy))
      await new Promise((resolve) => setTimeout(resolve, RETIRE_POLL));
    await this.close();
  }

  /** Ends the threads; calls that run or wait fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const call of [...this.#light.splice(0), ...this.#heavy.splice(0)])
      call.settle(Promise.reject(busy("The service is stopping.")));
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #enqueue(call: Waiting): void {
    const queue = call.isHeavy ? this.#heavy : this.#light;
    queue.push(call);
    call.signal.addEventListener(
      "abort",
      () => {
        const at = queue.indexOf(call);
        if (at === -1) return;
        queue.splice(at, 1);
        call.settle(Promise.reject(cancelled()));
      },
      { once: true },
    );
  }

  #next(): void {
    if (this.#threads.every((thread) => thread.isDead)) {
      this.#failAll();
      return;
    }
    for (const [index, thread] of this.#threads.entries()) {
      if (!thread.isFree) continue;
      const call = this.#takeLight(index) ?? this.#takeHeavy(index);
      if (call !== undefined) call.settle(this.#runOn(thread, call));
    }
  }

  #failAll(): void {
    const reason = new Error("None of the worker threads could be started.");
    for (const call of [...this.#light.splice(0), ...this.#heavy.splice(0)])
      call.settle(Promise.reject(reason));
  }

  #takeLight(index: number): Waiting | undefined {
    const at = index === 0 ? 0 : this.#light.findIndex((call) => call.usesLanguages !== true);
    return at === -1 ? undefined : this.#light.splice(at, 1)[0];
  }

  #takeHeavy(index: number): Waiting | undefined {
    return index > 0 || this.#threads.length === 1 ? this.#heavy.shift() : undefined;
  }

  async #runOn(thread: PoolThread, { task, signal, isHeavy }: Waiting): Promise<unknown> {
    const seconds = isHeavy ? this.#options.heavySeconds : this.#options.seconds;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      thread.stop();
    }, seconds * 1000);
    const onAbort = () => thread.stop();
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      const result = await thread.run(task);
      if (late) throw timedOut(seconds);
      return result;
    } catch (cause) {
      throw late ? timedOut(seconds) : signal.aborted ? cancelled() : cause;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      this.#next();
    }
  }
}
