import type { Field } from "../../api/collection-types.ts";
import type { RowPoints } from "../../collection/store.ts";
import type { ChosenRows } from "./choose-rows.ts";
import { fieldSql, type Tables, withinChosen } from "./chosen-sql.ts";

export interface PointsOptions {
  readonly field: Field | undefined;
  readonly ranks: Uint32Array;
  /** The densest place of a row, by its number. */
  readonly placeOf: (no: number) => number;
}

/** Chosen rows as points of the map, in order of id. */
export async function readPoints(
  { duck, columns }: Tables,
  chosen: ChosenRows,
  { field, ranks, placeOf }: PointsOptions,
): Promise<RowPoints> {
  const numbers = chosen.numbers.slice().sort((a, b) => ranks[a]! - ranks[b]!);
  const values = new Map<number, string | number>();
  const ids = new Map<number, string>();
  await withinChosen(duck, chosen, async (within) => {
    const sql = `SELECT no, id FROM rows WHERE ${within.text}`;
    for (const [no, id] of await duck.rows(sql, [...within.values]))
      ids.set(Number(no), String(id));
    if (field === undefined) return;
    const own = fieldSql(columns, field, within);
    for (const [no, value] of await duck.rows(own.text, own.values))
      if (value !== null) values.set(Number(no), value as string | number);
  });
  return {
    ids: Array.from(numbers, (no) => ids.get(no)!),
    places: Array.from(numbers, (no) => placeOf(no)),
    values: Array.from(numbers, (no) => values.get(no) ?? null),
  };
}
