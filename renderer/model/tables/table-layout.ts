/** How a person arranged one table; kept with the settings. */
export interface TableLayout {
  /** Column ids in order; columns that are not named follow in their usual order. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** CSS pixels by column id. */
  readonly widths: Readonly<Record<string, number>>;
}

/** Moves a column one place among all of them. */
export function movedColumn(ids: readonly string[], id: string, step: -1 | 1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

export interface SortState {
  readonly column: string;
  readonly direction: "ascending" | "descending";
}
