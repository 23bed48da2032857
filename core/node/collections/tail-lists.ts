import { addMatches, buildBlock, type PostingBlock } from "../../collection/posting-block.ts";
import type { Positions } from "../../kernel/grid.ts";

/** Rows that are looked through one by one before lists are made again. */
const MOST_BESIDE = 500;

/** Lists of the rows behind the last full block, in memory alone: they are made when they are first asked for. */
export class TailLists {
  #block: PostingBlock | undefined;
  #from = 0;
  #to = 0;

  get bytes(): number {
    return this.#block === undefined ? 0 : this.#block.rows.byteLength;
  }

  /**
   * Adds to `counts`, one for each row from the number `from` on, how many of the query's cells the row has.
   *
   * @param cellsOf the cells of the rows between two numbers; none for a row that is gone
   * @returns the first number that it did not count
   */
  async countMatches(
    range: { readonly from: number; readonly to: number },
    query: Positions,
    counts: Uint16Array,
    cellsOf: (from: number, to: number) => Promise<Positions[]>,
  ): Promise<number> {
    if (this.#from !== range.from || range.to - this.#to > MOST_BESIDE) {
      this.#block = buildBlock(await cellsOf(range.from, range.to));
      this.#from = range.from;
      this.#to = range.to;
    }
    if (this.#block !== undefined) addMatches(this.#block, query, counts);
    return this.#to;
  }
}
