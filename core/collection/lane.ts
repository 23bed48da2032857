/** Runs tasks one after the other; a failing one does not stop the next. */
export class Lane {
  readonly #urgent: Task[] = [];
  readonly #waiting: Task[] = [];
  #isBusy = false;

  /** @param urgency an urgent one goes before all others that wait, and behind earlier urgent ones */
  run<T>(task: () => Promise<T>, urgency: "urgent" | "usual" = "usual"): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const queue = urgency === "urgent" ? this.#urgent : this.#waiting;
      queue.push(() => task().then(resolve, reject));
      if (!this.#isBusy) void this.#work();
    });
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
