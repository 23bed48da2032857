/** Rows by value of a column. */
type Counts = ReadonlyMap<string, number>;

export interface Judgement {
  /** Of the rows over the line, the share that has the value; 0 where there is none. */
  readonly precision: number;
  /** Of the rows that have the value, the share over the line. */
  readonly recall: number;
  /** Twice their product through their sum. */
  readonly f1: number;
}

/**
 * How well the rows over a line are those of a value. Rows of a list count once for each of its values, so precision is by
 * values where a column holds lists.
 */
export function judge(over: Counts, all: Counts, value: string): Judgement {
  const hits = over.get(value) ?? 0;
  const taken = [...over.values()].reduce((sum, rows) => sum + rows, 0);
  const wanted = all.get(value) ?? 0;
  return {
    precision: taken === 0 ? 0 : hits / taken,
    recall: wanted === 0 ? 0 : hits / wanted,
    f1: taken + wanted === 0 ? 0 : (2 * hits) / (taken + wanted),
  };
}

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
