const LONGEST_REMEMBERED = 100;
/** Longer strings may be a window of the text they were cut from, and would keep all of it. */
const LONGEST_COPIED = 12;

/**
 * Remembers answers, the last `most` that were asked for among them, and never more than twice as many: bounded, whatever the
 * texts. Once so many are new, those that nobody has asked for since the last time are forgotten.
 */
export class Memory<T> {
  #recent = new Map<string, T>();
  #former = new Map<string, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, work: (key: string) => T): T {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    if (key.length > LONGEST_REMEMBERED) return work(key);
    const own = apart(key);
    const answer = this.#former.get(own) ?? work(own);
    if (this.#recent.size >= this.#most) {
      this.#former = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(own, answer);
    return answer;
  }
}

/** A string that keeps no other one in memory. */
export const apart = (text: string) =>
  text.length > LONGEST_COPIED ? Array.from(text).join("") : text;
