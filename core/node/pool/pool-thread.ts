import type { Worker } from "node:worker_threads";
import type { Delivery, Order, Task } from "./messages.ts";
import { makeStopFlag, raiseFlag } from "./stop-flag.ts";

/** Starts a thread that speaks `Order` and `Delivery`. */
export type StartThread = () => Worker;

interface Running {
  readonly id: number;
  readonly stop: SharedArrayBuffer;
  readonly resolve: (result: unknown) => void;
  readonly reject: (cause: Error) => void;
}

/** How long a thread that was asked to stop may go on before it is replaced. */
const GRACE_MILLISECONDS = 2000;
/** A thread that dies before it was ever ready is not started again for ever. */
const MOST_FAILED_STARTS = 3;

/** A body that nobody else needs moves to the thread; copying tens of megabytes would hold others up. */
function movable(task: Task): ArrayBuffer[] {
  const body = task.kind === "raw" ? task.call.body : undefined;
  const { buffer, byteLength } = body ?? NOTHING;
  return buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength
    ? [buffer]
    : [];
}
const NOTHING = new Uint8Array(0);

/** One thread of a pool, replaced when it dies. */
export class PoolThread {
  /** Called whenever it may take a call, or never will. */
  onFree: () => void = () => {};
  readonly ready: Promise<void>;
  readonly #start: StartThread;
  #worker: Worker | undefined;
  #running: Running | undefined;
  #isReady = false;
  #lastId = 0;
  #failedStarts = 0;
  #closed = false;
  #settleReady: { resolve: () => void; reject: (cause: Error) => void };

  /** Starts once `turn` has come, so that several do not hold each other up. */
  constructor(start: StartThread, turn: Promise<unknown> = Promise.resolve()) {
    this.#start = start;
    this.#settleReady = { resolve: () => {}, reject: () => {} };
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    this.ready.catch(() => {});
    void turn.then(() => {
      if (!this.#closed) this.#worker = this.#spawn();
    });
  }

  get isFree(): boolean {
    return this.#isReady && this.#running === undefined && !this.#closed;
  }

  /** Given up: it never came up, however often it was started. */
  get isDead(): boolean {
    return this.#failedStarts >= MOST_FAILED_STARTS;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  run(task: Task): Promise<unknown> {
    const stop = makeStopFlag();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#running = { id, stop, resolve, reject };
      this.#worker?.postMessage({ id, task, stop } satisfies Order, movable(task));
    });
  }

  /** Asks the running call to end, and ends the thread if it does not. */
  stop(): void {
    const running = this.#running;
    if (running === undefined) return;
    raiseFlag(running.stop);
    const worker = this.#worker;
    const timer = setTimeout(() => {
      if (this.#running === running) void worker?.terminate();
    }, GRACE_MILLISECONDS);
    timer.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }

  #spawn(): Worker {
    const worker = this.#start();
    worker.on("message", (delivery: Delivery) => this.#onDelivery(delivery));
    let reason: unknown = new Error("A worker thread ended while it was answering a call.");
    worker.on("error", (cause) => {
      reason = cause;
    });
    worker.on("exit", () => this.#onExit(reason));
    return worker;
  }

  #onDelivery({ id, result }: Delivery): void {
    if (id === 0) {
      this.#isReady = true;
      this.#failedStarts = 0;
      this.#settleReady.resolve();
    } else if (this.#running?.id === id) {
      this.#running.resolve(result);
      this.#running = undefined;
    }
    this.onFree();
  }

  #onExit(reason: unknown): void {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    if (!this.#isReady && ++this.#failedStarts >= MOST_FAILED_STARTS)
      this.#settleReady.reject(error);
    this.#isReady = false;
    this.#running?.reject(error);
    this.#running = undefined;
    if (!this.#closed && !this.isDead) this.#worker = this.#spawn();
    this.onFree();
  }
}
