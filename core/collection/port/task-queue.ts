/** How a task is treated: an urgent one goes before all others that wait, and behind earlier urgent ones. */
export type Urgency = "urgent" | "usual";

/** Runs tasks one after the other; a failing one does not stop the next. */
export class TaskQueue {
  readonly #urgent: Task[] = [];
  readonly #waiting: Task[] = [];
  #isBusy = false;
  #refusal: (() => Error) | undefined;

  run<T>(task: () => Promise<T>, urgency: Urgency = "usual"): Promise<T> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal());
    return new Promise<T>((resolve, reject) => {
      const queue = urgency === "urgent" ? this.#urgent : this.#waiting;
      queue.push(() => task().then(resolve, reject));
      if (!this.#isBusy) void this.#work();
    });
  }

  /** Runs a last task, after those that wait already; what comes later is refused. */
  end<T>(task: () => Promise<T>, refusal: () => Error): Promise<T> {
    const last = this.run(task);
    this.#refusal = refusal;
    return last;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    await Promise.resolve();
    for (let next = this.#next(); next !== undefined; next = this.#next()) await next();
    this.#isBusy = false;
  }

  #next(): Task | undefined {
    return this.#urgent.shift() ?? this.#waiting.shift();
  }
}

/** Never rejects. */
type Task = () => Promise<void>;
