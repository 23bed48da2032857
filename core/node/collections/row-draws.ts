import type { Duck } from "./duck.ts";

/** What each row draws in a sample, by its number; read when the first sample is taken after a write. */
export class RowDraws {
  #draws: Int32Array | undefined;

  /** @param count numbers given out so far */
  async of(duck: Duck, count: number): Promise<Int32Array> {
    if (this.#draws === undefined) {
      const draws = new Int32Array(count);
      for await (const [numbers, own] of duck.numberColumns("SELECT no, draw FROM rows"))
        for (let i = 0; i < numbers!.length; i++) draws[numbers![i]!] = own![i]!;
      this.#draws = draws;
    }
    return this.#draws;
  }

  forget(): void {
    this.#draws = undefined;
  }
}
