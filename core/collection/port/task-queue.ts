/**
 * How a task is treated: an urgent one goes before all others that wait, and behind earlier urgent ones; a shared one
 * only reads, so that guests may run beside it.
 */
export type Urgency = "urgent" | "usual" | "shared";

/** Runs tasks one after the other; a failing one does not stop the next. */
export class TaskQueue {
  readonly #urgent: Task[] = [];
  readonly #waiting: Task[] = [];
  /** What runs beside the present task. */
  readonly #guests = new Set<Promise<void>>();
  #isBusy = false;
  #takesGuests = false;
  #refusal: (() => Error) | undefined;

  run<T>(task: () => Promise<T>, urgency: Urgency = "usual"): Promise<T> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal());
    return new Promise<T>((resolve, reject) => {
      const queue = urgency === "urgent" ? this.#urgent : this.#waiting;
      const isShared = urgency === "shared";
      queue.push({ isShared, run: () => task().then(resolve, reject) });
      if (!this.#isBusy) void this.#work();
    });
  }

  /**
   * A task that only reads, and needs nothing that another one may be busy with: runs at once where a shared one runs,
   * and the next one waits for both; else an urgent one.
   */
  beside<T>(task: () => Promise<T>): Promise<T> {
    if (!this.#takesGuests || this.#refusal !== undefined) return this.run(task, "urgent");
    const result = task();
    const end = () => {
      this.#guests.delete(guest);
    };
    const guest: Promise<void> = result.then(end, end);
    this.#guests.add(guest);
    return result;
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
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#takesGuests = next.isShared;
      await next.run();
      this.#takesGuests = false;
      await Promise.all(this.#guests);
    }
    this.#isBusy = false;
  }

  #next(): Task | undefined {
    return this.#urgent.shift() ?? this.#waiting.shift();
  }
}

interface Task {
  readonly isShared: boolean;
  /** Never rejects. */
  readonly run: () => Promise<void>;
}
