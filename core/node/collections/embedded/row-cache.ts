import type { Field } from "../../../api/schema/collection-types.ts";
import { densestPlace } from "../../../collection/port/cells.ts";
import type { CollectionInfo, Selection } from "../../../collection/port/store.ts";
import { chooseRows, SelectionCache } from "./choose-rows.ts";
import type { ChosenRows } from "./chosen-sql.ts";
import { type CollectionState, describeState } from "./collection-state.ts";
import { CodedColumns, type CodedTables } from "./figures.ts";
import { type RowOrder, readOrder } from "./read-rows.ts";

/** Of a row whose densest place was not asked for yet. */
const UNKNOWN = -2;

/** What is kept in memory of an open collection's rows from one question to the next, each part from its first use on. */
export class RowCache {
  readonly #state: () => CollectionState;
  readonly #choices = new SelectionCache();
  readonly #columns = new CodedColumns();
  #info: CollectionInfo | undefined;
  #order: RowOrder | undefined;
  /** The densest place of each row, by its number. */
  #places = new Int16Array(0);

  constructor(state: () => CollectionState) {
    this.#state = state;
  }

  /** The answer of `describe`, where nothing was written since. */
  get knownInfo(): CollectionInfo | undefined {
    return this.#info;
  }

  async info(): Promise<CollectionInfo> {
    this.#info ??= await describeState(this.#state());
    return this.#info;
  }

  get tables(): CodedTables {
    const { duck, index, meta } = this.#state();
    const tables = { duck, columns: meta.columns };
    const coded = (field: Field) => this.#columns.of(tables, field, index.rows.count);
    return { ...tables, coded };
  }

  choose(selection: Selection): Promise<ChosenRows> {
    const { index } = this.#state();
    const from = { ...this.tables, index, order: () => this.order() };
    return this.#choices.of(selection, () => chooseRows(from, selection));
  }

  async order(): Promise<RowOrder> {
    const { duck, index } = this.#state();
    this.#order ??= await readOrder(duck, index.rows.count);
    return this.#order;
  }

  /** The rows a selection means, and their numbers in order of id. */
  async inOrder(selection: Selection): Promise<{ chosen: ChosenRows; order: Uint32Array }> {
    const chosen = await this.choose(selection);
    const { ranks } = await this.order();
    return { chosen, order: chosen.numbers.slice().sort((a, b) => ranks[a]! - ranks[b]!) };
  }

  /**
   * @param numbers ascending
   * @returns the densest place of each row by its number
   */
  async placesOf(numbers: Uint32Array): Promise<Int16Array> {
    const { index } = this.#state();
    const { count } = index.rows;
    if (count > this.#places.length) {
      const places = new Int16Array(Math.max(count, 2 * this.#places.length)).fill(UNKNOWN);
      places.set(this.#places);
      this.#places = places;
    }
    const places = this.#places;
    const unknown = numbers.filter((no) => places[no] === UNKNOWN);
    await index.eachOf(unknown, (no, cells) => {
      places[no] = densestPlace(cells);
    });
    return places;
  }

  get bytes(): number {
    const { ranks, draws } = this.#order ?? NO_ORDER;
    const own = ranks.byteLength + draws.byteLength + this.#places.byteLength;
    return own + this.#columns.bytes;
  }

  /** After a write that may change which rows a selection means. */
  forgetChoices(): void {
    this.#choices.forget();
    this.#info = undefined;
  }

  /** After a write that changes which rows there are. */
  forgetRows(): void {
    this.#order = undefined;
    this.forgetColumns();
  }

  /** After scores were written. */
  forgetColumns(): void {
    this.#columns.forget();
  }

  /** After rows were replaced or removed, whose numbers other rows have or may get. */
  forgetPlaces(): void {
    this.#places = new Int16Array(0);
  }
}

const NO_ORDER: RowOrder = { ranks: new Uint32Array(0), draws: new Int32Array(0) };
