const LONGEST_REMEMBERED = 100;
/** Longer strings may be a window of the text they were cut from, and would keep all of it. */
const LONGEST_COPIED = 12;

/** Remembers answers up to a number of them, then starts empty: bounded, whatever the texts. */
export class Memory<T> {
  readonly #answers = new Map<string, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, work: (key: string) => T): T {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    if (key.length > LONGEST_REMEMBERED) return work(key);
    if (this.#answers.size >= this.#most) this.#answers.clear();
    const own = apart(key);
    const answer = work(own);
    this.#answers.set(own, answer);
    return answer;
  }
}

const apart = (text: string) => (text.length > LONGEST_COPIED ? Array.from(text).join("") : text);
