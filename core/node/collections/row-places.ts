import { densestPlace } from "../../collection/densest-place.ts";
import type { CellIndex } from "./cell-index.ts";

const UNKNOWN = -2;

/** The densest place of each row, by its number, worked out when it is first asked for: a number is given only once. */
export class RowPlaces {
  #places = new Int16Array(0);

  /** @param numbers ascending */
  async of(numbers: Uint32Array, index: CellIndex): Promise<(no: number) => number> {
    this.#grow(index.rows.count);
    const unknown = numbers.filter((no) => this.#places[no] === UNKNOWN);
    await index.eachOf(unknown, (no, cells) => {
      this.#places[no] = densestPlace(cells);
    });
    return (no) => this.#places[no]!;
  }

  get bytes(): number {
    return this.#places.byteLength;
  }

  #grow(count: number): void {
    if (count <= this.#places.length) return;
    const places = new Int16Array(Math.max(count, 2 * this.#places.length)).fill(UNKNOWN);
    places.set(this.#places);
    this.#places = places;
  }
}
