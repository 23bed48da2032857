export interface SortState {
  readonly column: string;
  readonly direction: "ascending" | "descending";
}
