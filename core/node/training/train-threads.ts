import type { Task, TaskRunner } from "../../train/run/context.ts";
import { nameOf } from "../../train/tasks.ts";
import { type StartThread, startThread } from "../threads/start-thread.ts";
import { WorkerPool } from "../threads/worker-pool.ts";
import type { TaskMethods } from "./task-methods.ts";

/** Runs tasks on threads of their own, each one at a time, in the order asked for. */
export class TrainThreads implements TaskRunner {
  readonly threads: number;
  readonly #pool: WorkerPool<TaskMethods>;

  constructor(threads: number, start: StartThread = () => startThread("training/task-worker")) {
    this.threads = threads;
    this.#pool = new WorkerPool({ threads, start });
  }

  run<Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output> {
    const output = this.#pool.run("task", { name: nameOf(task), input });
    // A training that fails leaves tasks behind that nobody waits for.
    output.catch(() => {});
    return output as Promise<Output>;
  }

  /** Ends the threads, whatever they are doing. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
