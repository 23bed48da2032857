import type { Selection } from "../../collection/store.ts";
import { type ChosenRows, chooseRows, KeptChoices } from "./choose-rows.ts";
import { placeOf, type Remembered } from "./chosen-sql.ts";
import type { CollectionState } from "./collection-state.ts";
import { ColumnMemory } from "./column-memory.ts";
import { type MarkKinds, markKinds } from "./row-marks.ts";
import { readDraws, readRanks } from "./row-order.ts";
import { RowPlaces } from "./row-places.ts";
import { quickTests } from "./rows-in-memory.ts";

/** What is kept in memory of an open collection's rows from one question to the next, each part from its first use on. */
export class RowMemory {
  readonly #state: () => CollectionState;
  readonly #choices = new KeptChoices();
  readonly #columns = new ColumnMemory();
  #places = new RowPlaces();
  #marks: MarkKinds | undefined;
  #ranks: Uint32Array | undefined;
  #draws: Int32Array | undefined;

  constructor(state: () => CollectionState) {
    this.#state = state;
  }

  get tables(): Remembered {
    const { duck, index, meta } = this.#state();
    const tables = { duck, columns: meta.columns };
    const remembered = (column: string) =>
      this.#columns.of(tables, placeOf(meta.columns, column), index.rows.count);
    return { ...tables, remembered };
  }

  choose(selection: Selection): Promise<ChosenRows> {
    const { index } = this.#state();
    const own = { ranks: () => this.ranks(), draws: () => this.#drawn() };
    const from = { ...this.tables, index, ...own };
    return this.#choices.of(selection, () => chooseRows(from, selection));
  }

  /** Whether the rows are chosen by what is in memory alone, without a question to the database. */
  isAtHand(selection: Selection): boolean {
    const isEverything = Object.values(selection).every((part) => part === undefined);
    if (isEverything || this.#choices.has(selection)) return true;
    const { region, like, sample } = selection;
    if (region !== undefined || like !== undefined || sample !== undefined) return false;
    const { columns } = this.#state().meta;
    const tests = quickTests(selection) ?? [];
    return (
      tests.length > 0 && tests.every(({ column }) => this.#columns.has(placeOf(columns, column)))
    );
  }

  /** Each row's place in the order of ids, by its number. */
  async ranks(): Promise<Uint32Array> {
    const { duck, index } = this.#state();
    this.#ranks ??= await readRanks(duck, index.rows.count);
    return this.#ranks;
  }

  async #drawn(): Promise<Int32Array> {
    const { duck, index } = this.#state();
    this.#draws ??= await readDraws(duck, index.rows.count);
    return this.#draws;
  }

  /** The rows a selection means, and their numbers in order of id. */
  async inOrder(selection: Selection): Promise<{ chosen: ChosenRows; order: Uint32Array }> {
    const chosen = await this.choose(selection);
    const ranks = await this.ranks();
    return { chosen, order: chosen.numbers.slice().sort((a, b) => ranks[a]! - ranks[b]!) };
  }

  /** @returns the densest place of a row by its number */
  placesOf(numbers: Uint32Array): Promise<(no: number) => number> {
    return this.#places.of(numbers, this.#state().index);
  }

  async marks(): Promise<MarkKinds> {
    this.#marks ??= await markKinds(this.#state().duck);
    return this.#marks;
  }

  get bytes(): number {
    const own = (this.#ranks?.byteLength ?? 0) + (this.#draws?.byteLength ?? 0);
    return own + this.#columns.bytes + this.#places.bytes;
  }

  /** After a write that may change which rows a selection means. */
  forgetChoices(): void {
    this.#choices.forget();
    this.#marks = undefined;
  }

  /** After rows have got other numbers. */
  forgetNumbers(): void {
    this.forgetChoices();
    this.forgetRows();
    this.#places = new RowPlaces();
  }

  /** After a write that changes which rows there are. */
  forgetRows(): void {
    this.#ranks = undefined;
    this.#draws = undefined;
    this.#columns.forget();
  }
}
