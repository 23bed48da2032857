/** The widths that the user gave the columns of one table; kept with the settings. */
export interface TableLayout {
  /** CSS pixels by column id. */
  readonly widths: Readonly<Record<string, number>>;
}

export interface SortState {
  readonly column: string;
  readonly direction: "ascending" | "descending";
}
