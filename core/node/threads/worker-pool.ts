import { busy, cancelled } from "../../errors.ts";
import type { InputOf, MethodName, Methods, OutputOf } from "./protocol.ts";
import type { StartThread } from "./start-thread.ts";
import { SupervisedWorker } from "./supervised-worker.ts";

/** How many threads there are and what they may do. */
export interface PoolOptions {
  readonly threads: number;
  readonly start: StartThread;
  /** Whether those beyond the first start only once a call has to wait. */
  readonly startsAsNeeded?: boolean;
  /** Longest a call may take, in seconds; for heavy ones `heavySeconds`. Without a limit when left out. */
  readonly seconds?: number;
  readonly heavySeconds?: number;
  /** Calls that may wait; further ones are refused as busy. */
  readonly longestQueue?: number;
}

/** How one call is to be treated. */
export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Heavy calls never take the first thread, so that light ones always find one; unless there is no other. */
  readonly isHeavy?: boolean;
  /** Memory of the input that goes over instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[];
  /** Told what the method reports. */
  readonly onProgress?: (progress: never) => void;
}

interface Waiting<M extends Methods> extends RunOptions {
  readonly method: MethodName<M>;
  readonly input: InputOf<M, MethodName<M>>;
  readonly settle: (outcome: Promise<unknown>) => void;
  /** Listens to the signal while the call waits: one signal may be that of many calls, one after the other. */
  readonly onAbort: () => void;
}

/** A few threads with the same methods. Light calls overtake heavy ones; otherwise they run in the order they came. */
export class WorkerPool<M extends Methods> {
  readonly #options: PoolOptions;
  readonly #workers: readonly SupervisedWorker<M>[];
  readonly #light: Waiting<M>[] = [];
  readonly #heavy: Waiting<M>[] = [];
  /** What a thread runs before its next call. */
  readonly #told = new Map<SupervisedWorker<M>, () => Promise<unknown>>();
  #closed = false;
  #onWaiting: () => void = () => {};

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#workers = Array.from(
      { length: options.threads },
      () => new SupervisedWorker<M>({ start: options.start, isKept: true }),
    );
    for (const worker of this.#workers) worker.onFree = () => this.#next();
    void this.#startOneByOne();
  }

  get waiting(): number {
    return this.#light.length + this.#heavy.length;
  }

  get threads(): number {
    return this.#workers.length;
  }

  /** Resolves when every thread is ready. */
  async ready(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.ready));
  }

  /** @throws busy when too many wait or the pool is closed, and what `SupervisedWorker.call` throws */
  run<N extends MethodName<M>>(
    method: N,
    input: InputOf<M, N>,
    options: RunOptions = {},
  ): Promise<OutputOf<M, N>> {
    const { longestQueue = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#closed) return Promise.reject(stopping());
    if (this.waiting >= longestQueue)
      return Promise.reject(busy("Too many calls are waiting; try again in a moment."));
    if (options.signal?.aborted) return Promise.reject(cancelled());
    return new Promise((resolve, reject) => {
      const settle = (outcome: Promise<unknown>) =>
        void outcome.then((value) => resolve(value as OutputOf<M, N>), reject);
      for (const worker of this.#workers) if (worker.isDead) worker.start();
      const call: Waiting<M> = {
        method,
        input,
        settle,
        ...options,
        onAbort: () => this.#giveUp(call),
      };
      this.#enqueue(call);
      this.#next();
    });
  }

  /** Has each thread run a method before its next call; what was told before and is not run yet is replaced. */
  tell<N extends MethodName<M>>(method: N, input: InputOf<M, N>): void {
    for (const worker of this.#workers)
      this.#told.set(worker, () => worker.call(method, input).catch(() => {}));
    this.#next();
  }

  /** Ends the threads; calls that run or wait are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#refuseWaiting(stopping());
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  /** One after another: where processors are few, the first is there much sooner. */
  async #startOneByOne(): Promise<void> {
    for (const [index, worker] of this.#workers.entries()) {
      if (index > 0 && this.#options.startsAsNeeded === true) await this.#untilOneWaits();
      worker.start();
      await worker.ready.catch(() => {});
    }
  }

  /** Resolves when there is a call that no thread is free for. */
  #untilOneWaits(): Promise<void> {
    return new Promise((resolve) => {
      this.#onWaiting = resolve;
      this.#next();
    });
  }

  #enqueue(call: Waiting<M>): void {
    const queue = call.isHeavy === true ? this.#heavy : this.#light;
    queue.push(call);
    call.signal?.addEventListener("abort", call.onAbort, { once: true });
  }

  /** Takes a call out of its queue that nobody waits for any more. */
  #giveUp(call: Waiting<M>): void {
    for (const queue of [this.#light, this.#heavy]) {
      const at = queue.indexOf(call);
      if (at >= 0) queue.splice(at, 1);
    }
    call.settle(Promise.reject(cancelled()));
    this.#next();
  }

  #next(): void {
    if (this.#workers.every((worker) => worker.isDead))
      this.#refuseWaiting(new Error("None of the worker threads could be started."));
    for (const [index, worker] of this.#workers.entries()) {
      if (!worker.isFree) continue;
      const told = this.#told.get(worker);
      if (told !== undefined) {
        this.#told.delete(worker);
        void told();
        continue;
      }
      const call = this.#light.shift() ?? this.#takeHeavy(index);
      if (call !== undefined) call.settle(this.#runOn(worker, call));
    }
    if (this.waiting > 0) this.#onWaiting();
  }

  #refuseWaiting(reason: Error): void {
    for (const call of [...this.#light.splice(0), ...this.#heavy.splice(0)]) {
      call.signal?.removeEventListener("abort", call.onAbort);
      call.settle(Promise.reject(reason));
    }
  }

  #takeHeavy(index: number): Waiting<M> | undefined {
    return index > 0 || this.#workers.length === 1 ? this.#heavy.shift() : undefined;
  }

  #runOn(worker: SupervisedWorker<M>, call: Waiting<M>): Promise<unknown> {
    const { method, input, signal, isHeavy, transfer, onProgress, onAbort } = call;
    signal?.removeEventListener("abort", onAbort);
    const seconds = isHeavy === true ? this.#options.heavySeconds : this.#options.seconds;
    return worker.call(method, input, {
      ...(signal === undefined ? {} : { signal }),
      ...(seconds === undefined ? {} : { seconds }),
      ...(transfer === undefined ? {} : { transfer }),
      ...(onProgress === undefined
        ? {}
        : { onProgress: onProgress as (progress: unknown) => void }),
    });
  }
}

const stopping = () => busy("The service is stopping.");
