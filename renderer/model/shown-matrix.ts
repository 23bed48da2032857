/** A square of values as it stands on the screen: what a picture of it shows. */
export interface ShownMatrix {
  readonly label: string;
  /** Rows and columns, in the order of the screen. */
  readonly names: readonly string[];
  /** NaN where there is none. */
  readonly valueAt: (row: number, column: number) => number;
  /** What the values are, e.g. "cosine". */
  readonly unit: string;
  readonly threshold: number;
  /** How the items are ordered, in words; "" where that says nothing. */
  readonly order: string;
}
