/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly value: string;
  /** What it is measured against. */
  readonly aim: string;
}
