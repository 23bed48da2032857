import type { DuckDBBlobValue } from "@duckdb/node-api";
import { damagedCollection } from "../../../errors.ts";
import type { Duck } from "../../files/duck.ts";
import type { CellTable } from "../cells/cell-index.ts";

/** Rows that are asked for at a time: what is read of the table for some of them serves others. */
export const AT_ONCE = 4000;
/** Rows that lie so close together are read as one range. */
const CLOSE = 4;

/** A condition for some of the numbers, which need not be ascending. */
export function whereNumbers(numbers: ArrayLike<number> & Iterable<number>): string {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const no of numbers) [first, last] = [Math.min(first, no), Math.max(last, no)];
  const range = `no BETWEEN ${first} AND ${last}`;
  return last - first < CLOSE * numbers.length ? range : `no IN (${Array.from(numbers).join(",")})`;
}

/** What the index reads of the tables. */
export const cellTable = (duck: Duck): CellTable => ({
  async readPacked(numbers, visit) {
    for (let from = 0; from < numbers.length; from += AT_ONCE) {
      const some = numbers.subarray(from, from + AT_ONCE);
      const found = new Map<number, Uint8Array>();
      const sql = `SELECT no, cells FROM rows WHERE ${whereNumbers(some)}`;
      for (const [no, cells] of await duck.rows(sql))
        found.set(Number(no), (cells as DuckDBBlobValue).bytes);
      for (const no of some) {
        const bytes = found.get(no);
        if (bytes === undefined) throw damagedCollection(`row number ${no} is missing`);
        visit(no, bytes);
      }
    }
  },
  changedSince: (version) => duck.numbers(`SELECT no FROM rows WHERE version > ${version}`),
});
