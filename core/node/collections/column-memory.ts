import { type Tables, valueSql } from "./chosen-sql.ts";

/** A column whose rows hold more different values than this is asked by SQL each time. */
const MOST_VALUES = 200_000;
/** Of a value, short as most are. */
const VALUE_BYTES = 50;

/** A column in memory, by row number. */
export interface RememberedColumn {
  /** Place of the row's value in `values`, counted from 1; 0 where it is missing. */
  readonly codes: Uint32Array;
  /** Ascending: texts by code point and by `keyOf`, days for dates, numbers. */
  readonly values: readonly (string | number)[];
}

/** Columns of text, numbers and dates, read when figures about them are first asked for. A write forgets them. */
export class ColumnMemory {
  readonly #columns = new Map<number, RememberedColumn | undefined>();

  /**
   * @param i place of the column
   * @param count row numbers given out so far
   * @returns nothing for lists and for columns of too many values
   */
  async of(tables: Tables, i: number, count: number): Promise<RememberedColumn | undefined> {
    if (!this.#columns.has(i)) this.#columns.set(i, await remember(tables, i, count));
    return this.#columns.get(i);
  }

  /** Whether the column is in memory by now. */
  has(i: number): boolean {
    return this.#columns.get(i) !== undefined;
  }

  get bytes(): number {
    return [...this.#columns.values()].reduce(
      (sum, column) =>
        sum +
        (column === undefined ? 0 : column.codes.byteLength + VALUE_BYTES * column.values.length),
      0,
    );
  }

  forget(): void {
    this.#columns.clear();
  }
}

async function remember({ duck, columns }: Tables, i: number, count: number) {
  if (columns[i]!.type === "list") return undefined;
  const value = valueSql(columns, i);
  await duck.run(
    `CREATE OR REPLACE TEMP TABLE codes AS SELECT value, row_number() OVER (ORDER BY value)::INTEGER AS code
     FROM (SELECT DISTINCT ${value} AS value FROM rows WHERE v${i} IS NOT NULL LIMIT ${MOST_VALUES + 1})`,
  );
  const values = (await duck.rows("SELECT value FROM codes ORDER BY code")).map(
    ([each]) => each as string | number,
  );
  if (values.length > MOST_VALUES) return undefined;
  const codes = new Uint32Array(count);
  const sql = `SELECT no, code FROM rows JOIN codes ON codes.value = ${value}`;
  for await (const [numbers, own] of duck.numberColumns(sql))
    for (let row = 0; row < numbers!.length; row++) codes[numbers![row]!] = own![row]!;
  return { codes, values };
}
