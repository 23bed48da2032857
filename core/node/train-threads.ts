import { Worker } from "node:worker_threads";
import type { TaskInput, TaskName, TaskOutput, TaskRunner } from "../train/types.ts";
import type { TaskOrder, TaskReply } from "./serve-train-tasks.ts";

interface Pending {
  readonly order: Omit<TaskOrder, "id">;
  readonly resolve: (output: never) => void;
  readonly reject: (cause: Error) => void;
}

const WORKER = new URL("./train-task-worker.js", import.meta.url);

/** Runs tasks on threads of their own, each one at a time, in the order asked for. */
export class TrainThreads implements TaskRunner {
  readonly threads: number;
  readonly #workers: Worker[] = [];
  readonly #idle: Worker[] = [];
  readonly #waiting: Pending[] = [];
  readonly #running = new Map<number, { pending: Pending; worker: Worker }>();
  #lastId = 0;

  constructor(threads: number, entry: URL = WORKER) {
    this.threads = threads;
    for (let i = 0; i < threads; i++) this.#start(entry);
  }

  run<N extends TaskName>(name: N, input: TaskInput<N>): Promise<TaskOutput<N>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ order: { name, input }, resolve, reject });
      this.#assign();
    });
  }

  /** Ends the threads, whatever they are doing. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #start(entry: URL): void {
    const worker = new Worker(entry);
    worker.on("message", (reply: TaskReply) => this.#settle(reply));
    worker.on("error", (cause) => this.#fail(worker, cause));
    this.#workers.push(worker);
    this.#idle.push(worker);
  }

  #assign(): void {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const worker = this.#idle.pop();
      const pending = this.#waiting.shift();
      if (worker === undefined || pending === undefined) return;
      const id = ++this.#lastId;
      this.#running.set(id, { pending, worker });
      worker.postMessage({ id, ...pending.order } satisfies TaskOrder);
    }
  }

  #settle(reply: TaskReply): void {
    const running = this.#running.get(reply.id);
    if (running === undefined) return;
    this.#running.delete(reply.id);
    this.#idle.push(running.worker);
    if ("failure" in reply) running.pending.reject(new Error(reply.failure));
    else running.pending.resolve(reply.output as never);
    this.#assign();
  }

  /** A thread that dies (out of memory, most likely) takes the training with it. */
  #fail(worker: Worker, cause: Error): void {
    for (const [id, { pending, worker: owner }] of this.#running) {
      if (owner !== worker) continue;
      this.#running.delete(id);
      pending.reject(cause);
    }
  }
}
