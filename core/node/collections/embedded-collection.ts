import path from "node:path";
import { listValue } from "@duckdb/node-api";
import type { Column, ColumnRoles, Field } from "../../api/collection-types.ts";
import { closeness } from "../../collection/closeness.ts";
import { Lane } from "../../collection/lane.ts";
import type {
  CollectionInfo,
  Facet,
  FacetOptions,
  FoundRow,
  Histogram,
  HistogramOptions,
  LabelMark,
  NewRow,
  PutCount,
  RowPage,
  RowPoints,
  ScoreOptions,
  Selection,
  Span,
  StreamedRow,
  TextRow,
  Timeline,
  TimelineOptions,
} from "../../collection/store.ts";
import { startOfUnit } from "../../collection/time-units.ts";
import type { Positions } from "../../retina/types.ts";
import { bestRows } from "./best-rows.ts";
import { CellIndex } from "./cell-index.ts";
import { type ChosenRows, chooseRows, KeptChoices } from "./choose-rows.ts";
import {
  addColumns,
  addHelpers,
  appendRows,
  labelCounts,
  type Meta,
  readBlocks,
  readHeat,
  readMeta,
  scoreNames,
  writeHeat,
  writeMeta,
} from "./collection-tables.ts";
import { Duck } from "./duck.ts";
import { readRows, readTexts } from "./read-rows.ts";
import { RowPlaces } from "./row-places.ts";
import { keySql, type Sql } from "./where-sql.ts";

/** Rows a batch of a stream. */
const BATCH = 500;
const BATCH_OF_TEXTS = 2000;

/**
 * One open collection: the tables in DuckDB, the cells in the files of `CellIndex`. A commit of the tables is what makes
 * anything count: cells that were written beyond the committed length are cut off at the next opening. Calls run one
 * after the other.
 */
export class EmbeddedCollection {
  readonly #duck: Duck;
  readonly #index: CellIndex;
  readonly #lane = new Lane();
  #meta: Meta;
  #heat: Uint32Array;
  #ranks: Uint32Array | undefined;
  #hasWritten = false;
  readonly #choices = new KeptChoices();
  readonly #places = new RowPlaces();

  private constructor(duck: Duck, meta: Meta, index: CellIndex, heat: Uint32Array) {
    this.#duck = duck;
    this.#meta = meta;
    this.#index = index;
    this.#heat = heat;
  }

  /** @throws conflict for a damaged or newer one, or while another process has it */
  static async open(folder: string): Promise<EmbeddedCollection> {
    const duck = await Duck.open(path.join(folder, "rows.duckdb"));
    try {
      const meta = await readMeta(duck);
      const index = new CellIndex(folder, meta.lengths, await readBlocks(duck));
      for (const row of await duck.rows("SELECT no, place, length, size FROM rows ORDER BY no")) {
        const [no, at, length, size] = row.map(Number) as [number, number, number, number];
        index.rows.set(no, { at, length, size });
      }
      const heat = (await readHeat(duck, meta.version)) ?? (await index.heat(index.rows.all()));
      const collection = new EmbeddedCollection(duck, meta, index, heat);
      await collection.#seal();
      return collection;
    } catch (cause) {
      duck.close();
      throw cause;
    }
  }

  describe(): Promise<CollectionInfo> {
    return this.#lane.run(async () => {
      const { name, retina, created, roles, columns } = this.#meta;
      const { sizes } = this.#index.rows;
      return {
        name,
        retina,
        created,
        roles,
        columns: columns.map((column) => ({ name: column.name, type: column.type })),
        rows: this.#index.rows.alive,
        withoutCells: this.#index.rows.all().filter((no) => sizes[no] === 0).length,
        labels: await labelCounts(this.#duck),
        scores: await scoreNames(this.#duck),
      };
    });
  }

  extend(columns: readonly Column[], roles: ColumnRoles): Promise<void> {
    return this.#write(async () => {
      const known = new Set(this.#meta.columns.map(({ name }) => name));
      const added = columns
        .filter(({ name }) => !known.has(name))
        .map(({ name, type }) => ({ name, type, hasKeys: false, hasFolds: false }));
      const meta = { ...this.#meta, roles, columns: [...this.#meta.columns, ...added] };
      await this.#duck.transaction(async () => {
        await addColumns(this.#duck, added, this.#meta.columns.length);
        await writeMeta(this.#duck, meta);
      });
      this.#meta = meta;
    });
  }

  put(rows: readonly NewRow[]): Promise<PutCount> {
    return this.#write(async () => {
      const last = [...new Map(rows.map((row) => [row.id, row])).values()];
      if (last.length === 0) return { added: 0, updated: 0 };
      const before = this.#index.lengths;
      const old = await this.#numbersOf(last.map(({ id }) => id));
      const heat = await this.#heatWithout([...old.values()]);
      const places = this.#index.append(last.map(({ cells }) => cells));
      const first = this.#index.rows.count;
      const placed = last.map((row, i) => ({ no: first + i, place: places[i]!, row }));
      for (const { cells } of last) for (const cell of cells) heat[cell] = heat[cell]! + 1;
      try {
        this.#meta = await this.#duck.transaction(async () => {
          const columns = await addHelpers(this.#duck, this.#meta.columns, last);
          const version = this.#meta.version + 1;
          const meta = { ...this.#meta, columns, version, lengths: this.#index.lengths };
          await this.#forget([...old.values()], placed, old);
          await appendRows(this.#duck, columns, placed);
          await writeMeta(this.#duck, meta);
          return meta;
        });
      } catch (cause) {
        this.#index.cutTo(before);
        throw cause;
      }
      for (const no of old.values()) this.#index.rows.drop(no);
      for (const { no, place } of placed) this.#index.rows.set(no, place);
      this.#heat = heat;
      this.#hasWritten = true;
      this.#ranks = undefined;
      await this.#seal();
      return { added: last.length - old.size, updated: old.size };
    });
  }

  removeRows(ids: readonly string[]): Promise<number> {
    return this.#write(async () => {
      const old = [...(await this.#numbersOf(ids)).values()];
      const heat = await this.#heatWithout(old);
      const meta = { ...this.#meta, version: this.#meta.version + 1 };
      await this.#duck.transaction(async () => {
        await this.#forget(old, [], new Map());
        await writeMeta(this.#duck, meta);
      });
      this.#meta = meta;
      for (const no of old) this.#index.rows.drop(no);
      this.#heat = heat;
      this.#hasWritten = true;
      this.#ranks = undefined;
      return old.length;
    });
  }

  rows(selection: Selection, page: RowPage): Promise<FoundRow[]> {
    return this.#lane.run(async () => {
      const chosen = await this.#choose(selection);
      const places =
        page.sort === undefined
          ? bestRows(
              {
                numbers: chosen.numbers,
                scores: chosen.scores ?? new Float64Array(chosen.numbers.length),
              },
              await this.#rankOf(),
              page.offset + page.limit,
            ).slice(page.offset)
          : await this.#sorted(chosen, page, page.sort);
      return this.#read(chosen, places);
    });
  }

  count(selection: Selection): Promise<number> {
    return this.#lane.run(async () => (await this.#choose(selection)).numbers.length);
  }

  heat(selection: Selection): Promise<Uint32Array> {
    return this.#lane.run(async () => {
      const chosen = await this.#choose(selection);
      return chosen.isAll ? this.#heat.slice() : this.#index.heat(chosen.numbers);
    });
  }

  facet(selection: Selection, { column, limit }: FacetOptions): Promise<Facet> {
    return this.#lane.run(async () => {
      const i = this.#place(column);
      const own = this.#meta.columns[i]!;
      const key = keySql(own, i);
      return this.#within(await this.#choose(selection), async ({ text, values }) => {
        const source =
          own.type === "list"
            ? `SELECT unnest(list_distinct(${key})) AS value FROM rows WHERE ${text}`
            : `SELECT ${key} AS value FROM rows WHERE ${text} AND v${i} IS NOT NULL`;
        const rows = await this.#duck.rows(
          `SELECT value, count(*), sum(count(*)) OVER () FROM (${source}) GROUP BY value ORDER BY 2 DESC, 1 LIMIT ${limit}`,
          [...values],
        );
        const listed = rows.reduce((sum, row) => sum + Number(row[1]), 0);
        return {
          values: rows.map(([value, count]) => ({ value: String(value), rows: Number(count) })),
          others: Number(rows[0]?.[2] ?? 0) - listed,
          missing: await this.#number(
            `SELECT count(*) FROM rows WHERE (${text}) AND v${i} IS NULL`,
            values,
          ),
        };
      });
    });
  }

  span(selection: Selection, field: Field): Promise<Span> {
    return this.#lane.run(async () => {
      const chosen = await this.#choose(selection);
      return this.#within(chosen, async (within) => {
        const { text, values } = this.#fieldSql(field, within);
        const [row] = await this.#duck.rows(
          `SELECT min(value), max(value), count(value) FROM (${text})`,
          values,
        );
        const rows = Number(row![2]);
        return {
          least: (row![0] ?? null) as string | number | null,
          greatest: (row![1] ?? null) as string | number | null,
          rows,
          missing: chosen.numbers.length - rows,
        };
      });
    });
  }

  histogram(selection: Selection, { field, edges }: HistogramOptions): Promise<Histogram> {
    return this.#lane.run(async () => {
      const chosen = await this.#choose(selection);
      return this.#within(chosen, async (within) => {
        const { text, values } = this.#fieldSql(field, within);
        const last = edges.length - 1;
        const bin = `CASE WHEN value > ? THEN ${last + 1} WHEN value = ? THEN ${last} ELSE len(list_filter(?::DOUBLE[], lambda edge: edge <= value)) END`;
        const rows = await this.#duck.rows(
          `SELECT ${bin} AS bin, count(*) FROM (${text}) WHERE value IS NOT NULL GROUP BY bin`,
          [edges[last]!, edges[last]!, listValue([...edges]), ...values],
        );
        const counts = new Map(rows.map(([at, count]) => [Number(at), Number(count)]));
        const known = [...counts.values()].reduce((sum, count) => sum + count, 0);
        return {
          counts: edges.slice(1).map((_, i) => counts.get(i + 1) ?? 0),
          below: counts.get(0) ?? 0,
          above: counts.get(last + 1) ?? 0,
          missing: chosen.numbers.length - known,
        };
      });
    });
  }

  timeline(selection: Selection, { column, unit }: TimelineOptions): Promise<Timeline> {
    return this.#lane.run(async () => {
      const chosen = await this.#choose(selection);
      return this.#within(chosen, async (within) => {
        const { text, values } = this.#fieldSql({ column }, within);
        const days = await this.#duck.rows(
          `SELECT value, count(*) FROM (${text}) WHERE value IS NOT NULL GROUP BY value ORDER BY value`,
          values,
        );
        const steps = new Map<string, number>();
        let known = 0;
        for (const [day, count] of days) {
          const start = startOfUnit(String(day), unit);
          steps.set(start, (steps.get(start) ?? 0) + Number(count));
          known += Number(count);
        }
        return {
          steps: [...steps].map(([start, rows]) => ({ start, rows })),
          missing: chosen.numbers.length - known,
        };
      });
    });
  }

  cells(ids: readonly string[]): Promise<(Positions | null)[]> {
    return this.#lane.run(async () => {
      const numbers = await this.#numbersOf(ids);
      return ids.map((id) => {
        const no = numbers.get(id);
        return no === undefined ? null : this.#index.cellsOf(no);
      });
    });
  }

  async *stream(selection: Selection): AsyncGenerator<readonly StreamedRow[]> {
    for await (const { chosen, places } of this.#batches(selection, BATCH))
      yield await this.#lane.run(async () => {
        const alive = this.#alive(chosen, places);
        const rows = await this.#read(chosen, alive);
        return rows.map((row, i) => ({
          ...row,
          cells: this.#index.cellsOf(chosen.numbers[alive[i]!]!),
        }));
      });
  }

  points(selection: Selection, field?: Field): Promise<RowPoints> {
    return this.#lane.run(async () => {
      const chosen = await this.#choose(selection);
      const ranks = await this.#rankOf();
      const numbers = chosen.numbers.slice().sort((a, b) => ranks[a]! - ranks[b]!);
      const values = new Map<number, string | number>();
      const ids = new Map<number, string>();
      await this.#within(chosen, async (within) => {
        const sql = `SELECT no, id FROM rows WHERE ${within.text}`;
        for (const [no, id] of await this.#duck.rows(sql, [...within.values]))
          ids.set(Number(no), String(id));
        if (field === undefined) return;
        const own = this.#fieldSql(field, within);
        for (const [no, value] of await this.#duck.rows(own.text, own.values))
          if (value !== null) values.set(Number(no), value as string | number);
      });
      const places = await this.#places.of(chosen.numbers, this.#index);
      return {
        ids: Array.from(numbers, (no) => ids.get(no)!),
        places: Array.from(numbers, (no) => places(no)),
        values: Array.from(numbers, (no) => values.get(no) ?? null),
      };
    });
  }

  async *texts(selection: Selection): AsyncGenerator<readonly TextRow[]> {
    for await (const { chosen, places } of this.#batches(selection, BATCH_OF_TEXTS))
      yield await this.#lane.run(() => {
        const numbers = this.#alive(chosen, places).map((i) => chosen.numbers[i]!);
        return readTexts(this.#duck, this.#index, numbers);
      });
  }

  /** Places in the chosen rows, in order of id. Rows may be replaced or removed between two batches. */
  async *#batches(selection: Selection, size: number) {
    const { chosen, order } = await this.#lane.run(async () => {
      const found = await this.#choose(selection);
      const ranks = await this.#rankOf();
      const places = Array.from(found.numbers.keys());
      return {
        chosen: found,
        order: places.sort((a, b) => ranks[found.numbers[a]!]! - ranks[found.numbers[b]!]!),
      };
    });
    for (let from = 0; from < order.length; from += size)
      yield { chosen, places: order.slice(from, from + size) };
  }

  #alive({ numbers }: ChosenRows, places: readonly number[]): number[] {
    return places.filter((i) => this.#index.rows.isAlive(numbers[i]!));
  }

  label(filter: string, marks: readonly LabelMark[]): Promise<number> {
    return this.#write(async () => {
      const last = new Map(marks.map(({ id, belongs }) => [id, belongs]));
      const numbers = await this.#numbersOf([...last.keys()]);
      if (numbers.size === 0) return 0;
      const kept = [...numbers].filter(([id]) => last.get(id) !== null);
      await this.#duck.transaction(async () => {
        await this.#duck.run(
          `DELETE FROM labels WHERE filter = ? AND no IN (${[...numbers.values()].join(",")})`,
          [filter],
        );
        await this.#duck.append(
          "labels",
          kept.map(([id, no]) => [filter, no, last.get(id)!]),
        );
      });
      return numbers.size;
    });
  }

  score({ name, positions }: ScoreOptions): Promise<number> {
    return this.#write(async () => {
      const { rows } = this.#index;
      const shared = await this.#index.matches(positions);
      const numbers = rows.all();
      await this.#duck.transaction(async () => {
        await this.#duck.run("DELETE FROM scores WHERE name = ?", [name]);
        await this.#duck.append(
          "scores",
          Array.from(numbers, (no) => [
            name,
            no,
            closeness(shared[no]!, positions.length, rows.sizes[no]!),
          ]),
        );
      });
      return numbers.length;
    });
  }

  removeScore(name: string): Promise<void> {
    return this.#write(() => this.#duck.run("DELETE FROM scores WHERE name = ?", [name]));
  }

  note(key: string): Promise<string | undefined> {
    return this.#lane.run(async () => {
      const [row] = await this.#duck.rows("SELECT value FROM notes WHERE key = ?", [key]);
      return row === undefined ? undefined : String(row[0]);
    });
  }

  setNote(key: string, note: string | undefined): Promise<void> {
    return this.#lane.run(() =>
      this.#duck.transaction(async () => {
        await this.#duck.run("DELETE FROM notes WHERE key = ?", [key]);
        if (note !== undefined)
          await this.#duck.run("INSERT INTO notes VALUES (?, ?)", [key, note]);
      }),
    );
  }

  close(): Promise<void> {
    return this.#lane.run(async () => {
      try {
        if (this.#hasWritten) await writeHeat(this.#duck, this.#meta.version, this.#heat);
      } finally {
        this.#duck.close();
        this.#index.close();
      }
    });
  }

  /** A call after which a selection may mean other rows. */
  #write<T>(act: () => Promise<T>): Promise<T> {
    return this.#lane.run(async () => {
      this.#choices.forget();
      return act();
    });
  }

  async #choose(selection: Selection): Promise<ChosenRows> {
    const { columns } = this.#meta;
    const from = { duck: this.#duck, index: this.#index, columns, ranks: () => this.#rankOf() };
    return this.#choices.of(selection, () => chooseRows(from, selection));
  }

  #place(column: string): number {
    return this.#meta.columns.findIndex(({ name }) => name === column);
  }

  async #number(sql: string, values: Sql["values"]): Promise<number> {
    return (await this.#duck.numbers(sql, [...values]))[0] ?? 0;
  }

  /** Each row's place in the order of ids. */
  async #rankOf(): Promise<Uint32Array> {
    if (this.#ranks === undefined) {
      const ranks = new Uint32Array(this.#index.rows.count);
      const ordered = await this.#duck.numbers("SELECT no FROM rows ORDER BY id");
      ordered.forEach((no, rank) => {
        ranks[no] = rank;
      });
      this.#ranks = ranks;
    }
    return this.#ranks;
  }

  async #numbersOf(ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#duck.rows("SELECT id, no FROM rows WHERE id IN (SELECT unnest(?))", [
      listValue([...ids]),
    ]);
    return new Map(rows.map(([id, no]) => [String(id), Number(no)]));
  }

  async #heatWithout(numbers: readonly number[]): Promise<Uint32Array> {
    const heat = this.#heat.slice();
    const gone = await this.#index.heat(Uint32Array.from(numbers).sort());
    for (let cell = 0; cell < heat.length; cell++) heat[cell] = heat[cell]! - gone[cell]!;
    return heat;
  }

  /** Takes replaced or removed rows out of the tables; labels of replaced ones move to the new rows. */
  async #forget(
    numbers: readonly number[],
    placed: readonly { readonly no: number; readonly row: NewRow }[],
    old: ReadonlyMap<string, number>,
  ): Promise<void> {
    if (numbers.length === 0) return;
    const list = numbers.join(",");
    const moved = new Map(placed.map(({ no, row }) => [old.get(row.id), no]));
    const labels = await this.#duck.rows(
      `SELECT filter, no, belongs FROM labels WHERE no IN (${list})`,
    );
    for (const table of ["rows", "labels", "scores"])
      await this.#duck.run(`DELETE FROM ${table} WHERE no IN (${list})`);
    const kept = labels.flatMap(([filter, no, belongs]) => {
      const next = moved.get(Number(no));
      return next === undefined ? [] : [[filter!, next, belongs!]];
    });
    await this.#duck.append("labels", kept);
  }

  /** Writes lists for the blocks that became full. */
  async #seal(): Promise<void> {
    const sealed = this.#index.sealBlocks();
    if (sealed.length === 0) return;
    const meta = { ...this.#meta, lengths: this.#index.lengths };
    await this.#duck.transaction(async () => {
      await this.#duck.append(
        "blocks",
        sealed.map(({ no, place }) => [no, place.at, place.length, place.hash]),
      );
      await writeMeta(this.#duck, meta);
    });
    this.#meta = meta;
    for (const { place } of sealed) this.#index.addPlace(place);
  }

  #read(chosen: ChosenRows, places: readonly number[]): Promise<FoundRow[]> {
    const numbers = places.map((i) => chosen.numbers[i]!);
    const scores = places.map((i) => chosen.scores?.[i] ?? null);
    return readRows(this.#duck, this.#meta.columns, numbers, scores);
  }

  /** Calls with a condition on the table of rows that is true for the chosen ones alone. */
  async #within<T>(chosen: ChosenRows, act: (sql: Sql) => Promise<T>): Promise<T> {
    if (chosen.sql !== undefined) return act(chosen.sql);
    await this.#duck.run("CREATE OR REPLACE TEMP TABLE chosen (no INTEGER)");
    await this.#duck.append(
      "chosen",
      Array.from(chosen.numbers, (no) => [no]),
    );
    return act({ text: "no IN (SELECT no FROM chosen)", values: [] });
  }

  /** One `value` a row of the selection, NULL where it is missing; `no` beside it. */
  #fieldSql(field: Field, { text, values }: Sql) {
    if ("score" in field)
      return {
        text: `SELECT no, score AS value FROM scores WHERE name = ? AND no IN (SELECT no FROM rows WHERE ${text})`,
        values: [field.score, ...values],
      };
    const i = this.#place(field.column);
    const own = this.#meta.columns[i]!;
    const value = own.type === "date" ? `left(v${i}, 10)` : keySql(own, i);
    return { text: `SELECT no, ${value} AS value FROM rows WHERE ${text}`, values: [...values] };
  }

  async #sorted(
    chosen: ChosenRows,
    { offset, limit }: RowPage,
    { field, descending }: NonNullable<RowPage["sort"]>,
  ): Promise<number[]> {
    const numbers = await this.#within(chosen, async (within) => {
      const { text, values } = this.#fieldSql(field, within);
      const order = `ORDER BY value ${descending ? "DESC" : "ASC"} NULLS LAST, id LIMIT ${limit} OFFSET ${offset}`;
      return this.#duck.numbers(
        `SELECT kept.no FROM (SELECT no, id FROM rows WHERE ${within.text}) AS kept LEFT JOIN (${text}) AS field ON field.no = kept.no ${order}`,
        [...within.values, ...values],
      );
    });
    const places = new Map(Array.from(chosen.numbers, (no, i) => [no, i]));
    return numbers.map((no) => places.get(no)!);
  }
}
