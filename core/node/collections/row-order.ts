import type { RowPage } from "../../collection/store.ts";
import { bestRows, type RankedRows, rankedBy, unranked } from "./best-rows.ts";
import type { ChosenRows } from "./choose-rows.ts";
import { fieldSql, type Remembered, type Tables, withinChosen } from "./chosen-sql.ts";
import type { RememberedColumn } from "./column-memory.ts";
import type { Duck } from "./duck.ts";

/**
 * Each row's place in the order of ids, by its number.
 *
 * @param count numbers given out so far
 */
export async function readRanks(duck: Duck, count: number): Promise<Uint32Array> {
  const ranks = new Uint32Array(count);
  let rank = 0;
  for await (const [numbers] of duck.numberColumns("SELECT no FROM rows ORDER BY id"))
    for (const no of numbers!) ranks[no] = rank++;
  return ranks;
}

/** What each row draws in a sample, by its number. */
export async function readDraws(duck: Duck, count: number): Promise<Int32Array> {
  const draws = new Int32Array(count);
  for await (const [numbers, own] of duck.numberColumns("SELECT no, draw FROM rows"))
    for (let i = 0; i < numbers!.length; i++) draws[numbers![i]!] = own![i]!;
  return draws;
}

/** Numbers of the rows of a page. */
export async function pageOf(
  tables: Remembered,
  chosen: ChosenRows,
  page: RowPage,
  ranks: () => Promise<Uint32Array>,
): Promise<number[]> {
  const first = async (rows: RankedRows) =>
    bestRows(rows, await ranks(), page.offset + page.limit).slice(page.offset);
  const { sort } = page;
  if (sort === undefined) return first(chosen.close ?? unranked(chosen.numbers));
  const { field, descending } = sort;
  const known = "column" in field ? await tables.remembered(field.column) : undefined;
  if (known === undefined) return sortedPage(tables, chosen, page, sort);
  const { numbers } = chosen;
  return first(rankedBy(numbers, placesInOrder(known, numbers, descending)));
}

/** The greatest comes first; rows without a value come last. */
function placesInOrder({ codes }: RememberedColumn, numbers: Uint32Array, descending: boolean) {
  const places = new Float64Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const code = codes[numbers[i]!]!;
    places[i] = code === 0 ? Number.NEGATIVE_INFINITY : descending ? code : -code;
  }
  return places;
}

function sortedPage(
  { duck, columns }: Tables,
  chosen: ChosenRows,
  { offset, limit }: RowPage,
  { field, descending }: NonNullable<RowPage["sort"]>,
): Promise<number[]> {
  return withinChosen(duck, chosen, (within) => {
    const { text, values } = fieldSql(columns, field, within);
    const order = `ORDER BY value ${descending ? "DESC" : "ASC"} NULLS LAST, id LIMIT ${limit} OFFSET ${offset}`;
    return duck.numbers(
      `SELECT kept.no FROM (SELECT no, id FROM rows WHERE ${within.text}) AS kept LEFT JOIN (${text}) AS field ON field.no = kept.no ${order}`,
      [...within.values, ...values],
    );
  });
}
