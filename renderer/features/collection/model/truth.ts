/** Rows by value of a column. */
type Counts = ReadonlyMap<string, number>;

export interface Judgement {
  /** Of the rows over the line, the share that has the value; 0 where there is none. */
  readonly precision: number;
  /** Of the rows that have the value, the share over the line. */
  readonly recall: number;
  /** Twice their product through their sum. */
  readonly f1: number;
  /** Rows over the line that do not have the value. */
  readonly wrong: number;
  /** Rows that have the value and are below the line. */
  readonly missed: number;
}

/**
 * How well the rows over a line are those of a value.
 * @param taken rows over the line with any value: a row of a list has several and counts once
 */
export function judge(over: Counts, all: Counts, value: string, taken = sumOf(over)): Judgement {
  const hits = over.get(value) ?? 0;
  const wanted = all.get(value) ?? 0;
  return {
    precision: taken === 0 ? 0 : hits / taken,
    recall: wanted === 0 ? 0 : hits / wanted,
    f1: taken + wanted === 0 ? 0 : (2 * hits) / (taken + wanted),
    wrong: taken - hits,
    missed: wanted - hits,
  };
}

const sumOf = (counts: Counts): number => [...counts.values()].reduce((sum, rows) => sum + rows, 0);

/** The value that a category most likely means: the one of its name, else the one that it agrees with best. */
export function likelyValue(category: string, over: Counts, all: Counts): string {
  const fold = (text: string) => text.trim().toLowerCase();
  const values = [...all.keys()];
  const named = values.find((value) => fold(value) === fold(category));
  if (named !== undefined) return named;
  let best = values[0] ?? "";
  for (const value of values)
    if (judge(over, all, value).f1 > judge(over, all, best).f1) best = value;
  return best;
}

/** The values of a confusion table: those that categories mean, in their order, so that what is right lies on a diagonal. */
export function tableValues(
  meant: readonly string[],
  all: Counts,
  most: number,
): readonly string[] {
  return [...new Set([...meant, ...all.keys()])].slice(0, Math.max(most, new Set(meant).size));
}
