import { closeness } from "../../collection/closeness.ts";
import { sampleFactors, sampleKey } from "../../collection/sample-key.ts";
import type { Selection } from "../../collection/store.ts";
import type { Positions } from "../../retina/types.ts";
import { bestRows } from "./best-rows.ts";
import type { CellIndex } from "./cell-index.ts";
import type { Duck } from "./duck.ts";
import { type KeptColumn, type Sql, selectionSql } from "./where-sql.ts";

/** The rows a selection means. */
export interface ChosenRows {
  /** Ascending. */
  readonly numbers: Uint32Array;
  /** Closeness of each to `like`. */
  readonly scores: Float64Array | undefined;
  /** Present where SQL alone selects them. */
  readonly sql: Sql | undefined;
  readonly isAll: boolean;
}

export interface ChoosingFrom {
  readonly duck: Duck;
  readonly index: CellIndex;
  readonly columns: readonly KeptColumn[];
  /** Each row's place in the order of ids. */
  ranks(): Promise<Uint32Array>;
}

/** Looking at each row's own cells costs less than the index up to this share of all rows. */
const FEW = 0.05;
/** Selections that a view goes to and fro between: what is shown, everything, and what it is compared with. */
const MOST_KEPT = 4;
const EVERY_ROW: Sql = { text: "true", values: [] };

/** Narrows from what SQL selects, by closeness, region and sample. */
export async function chooseRows(from: ChoosingFrom, selection: Selection): Promise<ChosenRows> {
  const { duck, index, columns } = from;
  const sql = selectionSql(selection, columns);
  let numbers =
    sql === undefined
      ? index.rows.all()
      : Uint32Array.from(
          await duck.numbers(`SELECT no FROM rows WHERE ${sql.text} ORDER BY no`, [...sql.values]),
        );
  const { like, region, sample, least = 0 } = selection;
  const { sizes } = index.rows;
  if (region !== undefined) {
    const inside = await matchesOf(index, numbers, region.positions);
    numbers = numbers.filter((no, i) => inside[i]! > 0 && inside[i]! / sizes[no]! >= region.share);
  }
  let scores: Float64Array | undefined;
  if (like !== undefined) {
    const shared = await matchesOf(index, numbers, like);
    const all = scoresOf(numbers, shared, sizes, like.length);
    const isKept = (i: number) => shared[i]! > 0 && all[i]! >= least;
    scores = all.filter((_, i) => isKept(i));
    numbers = numbers.filter((_, i) => isKept(i));
  }
  if (sample !== undefined) {
    const kept = await sampleOf(numbers, sample, from);
    scores = scores?.filter((_, i) => kept.has(i));
    numbers = numbers.filter((_, i) => kept.has(i));
  }
  const isSqlEnough = region === undefined && like === undefined && sample === undefined;
  return {
    numbers,
    scores,
    sql: isSqlEnough ? (sql ?? EVERY_ROW) : undefined,
    isAll: isSqlEnough && sql === undefined,
  };
}

/** A view asks for rows, heat, timeline and values of one selection: it is worked out once. */
export class KeptChoices {
  readonly #kept = new Map<string, ChosenRows>();

  async of(selection: Selection, choose: () => Promise<ChosenRows>): Promise<ChosenRows> {
    const key = JSON.stringify(selection, (_, value) =>
      value instanceof Uint16Array ? Array.from(value) : value,
    );
    const known = this.#kept.get(key) ?? (await choose());
    this.#kept.delete(key);
    this.#kept.set(key, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return known;
  }

  /** After a write a selection may mean other rows. */
  forget(): void {
    this.#kept.clear();
  }
}

function scoresOf(
  numbers: Uint32Array,
  shared: Uint16Array,
  sizes: Uint16Array,
  size: number,
): Float64Array {
  const scores = new Float64Array(numbers.length);
  for (let i = 0; i < numbers.length; i++)
    scores[i] = closeness(shared[i]!, size, sizes[numbers[i]!]!);
  return scores;
}

/** For each of the rows how many of these positions it has. */
export async function matchesOf(
  index: CellIndex,
  numbers: Uint32Array,
  query: Positions,
): Promise<Uint16Array> {
  if (numbers.length <= FEW * index.rows.alive) return index.matchesOf(numbers, query);
  const counts = await index.matches(query);
  return Uint16Array.from(numbers, (no) => counts[no]!);
}

async function sampleOf(
  numbers: Uint32Array,
  { rows, seed }: { readonly rows: number; readonly seed: number },
  { duck, index, ranks }: ChoosingFrom,
): Promise<Set<number>> {
  const factors = sampleFactors(seed);
  const draws = new Int32Array(index.rows.count);
  for (const [no, draw] of await duck.rows("SELECT no, draw FROM rows"))
    draws[Number(no)] = Number(draw);
  // The smallest key is the best.
  const scores = Float64Array.from(numbers, (no) => -sampleKey(draws[no]!, factors));
  return new Set(bestRows({ numbers, scores }, await ranks(), rows));
}
