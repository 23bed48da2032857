/** Keeps what was asked for last: only so many, and none that nobody has asked for in so many milliseconds. */
export class Recent<T> {
  readonly #most: number;
  readonly #milliseconds: number;
  /** What was asked for last is last. */
  readonly #entries = new Map<string, { readonly value: T; readonly timer: NodeJS.Timeout }>();

  constructor(most: number, milliseconds: number) {
    this.#most = most;
    this.#milliseconds = milliseconds;
  }

  get values(): T[] {
    return [...this.#entries.values()].map(({ value }) => value);
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.timer.refresh();
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: T): void {
    this.delete(key);
    const timer = setTimeout(() => this.delete(key), this.#milliseconds).unref();
    this.#entries.set(key, { value, timer });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#most && oldest !== undefined) this.delete(oldest);
  }

  delete(key: string): void {
    clearTimeout(this.#entries.get(key)?.timer);
    this.#entries.delete(key);
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.delete(key);
  }
}
