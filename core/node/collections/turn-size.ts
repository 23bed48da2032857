/** A turn of a long piece of work is to take so many milliseconds: what is more urgent waits for one of them. */
const TURN_MS = 10;
const FEWEST_ROWS = 50;
const MOST_ROWS = 4000;

/** How many rows are worked on in one turn: rows that lie together are read ten times as fast as those far apart. */
export class TurnSize {
  #rows = 500;

  get rows(): number {
    return this.#rows;
  }

  /** @param milliseconds what a turn of so many rows took */
  took(milliseconds: number): void {
    const wanted = (this.#rows * TURN_MS) / Math.max(milliseconds, TURN_MS / 2);
    this.#rows = Math.round(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, wanted)));
  }
}
