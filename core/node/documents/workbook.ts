import { badInput } from "../../errors.ts";

/** A spreadsheet in memory; its sheets are read when they are asked for. */
export interface Workbook {
  /** Names of the sheets that are shown, in order. */
  readonly sheets: readonly string[];
  /** Cells of each row from the first on; empty rows are empty lists. */
  rows(sheet: string): Promise<readonly (readonly string[])[]>;
}

/** A sheet of a workbook as a table. */
export interface Sheet {
  readonly sheets: readonly string[];
  readonly sheet: string;
  readonly rows: readonly (readonly string[])[];
}

/** The sheet of a name, else the first that is not empty. @throws bad-input where there is none */
export async function chooseSheet(book: Workbook, wanted: string | undefined): Promise<Sheet> {
  const { sheets } = book;
  if (wanted !== undefined && !sheets.includes(wanted))
    throw badInput(
      "sheet",
      `There is no sheet “${wanted}”. The sheets are: ${sheets.join(", ")}.`,
      {
        sheet: wanted,
        sheets: [...sheets],
      },
    );
  for (const sheet of wanted === undefined ? sheets : [wanted]) {
    const rows = await book.rows(sheet);
    if (rows.length > 0 || sheet === wanted) return { sheets, sheet, rows };
  }
  throw badInput("file", "The workbook has no cell with a value.");
}

/** Longer runs of empty rows are cut to this; rows keep their numbers otherwise. */
const MOST_EMPTY = 1000;
/** Columns of the largest sheets that programs write. */
const MOST_COLUMNS = 16_384;

/** Collects the cells of a sheet, which come in order but need not all be there. */
export class SheetRows {
  readonly rows: string[][] = [];
  #row: string[] = [];

  /** @param column from 0 */
  set(column: number, value: string): void {
    if (value === "" || column < 0 || column >= MOST_COLUMNS) return;
    while (this.#row.length < column) this.#row.push("");
    this.#row[column] = value;
  }

  get isEmpty(): boolean {
    return this.#row.length === 0;
  }

  /** Ends the row. @param number from 1, where the sheet says which one it is */
  end(number?: number): void {
    const row = this.#row;
    this.#row = [];
    if (row.length === 0) return;
    const missing = Math.min(MOST_EMPTY, (number ?? 0) - 1 - this.rows.length);
    for (let i = 0; i < missing; i++) this.rows.push([]);
    this.rows.push(row);
  }

  skip(count: number): void {
    if (this.rows.length > 0)
      for (let i = 0; i < Math.min(MOST_EMPTY, count); i++) this.rows.push([]);
  }

  /** What was collected, without empty rows at the end. */
  done(): string[][] {
    this.end();
    while (this.rows.at(-1)?.length === 0) this.rows.pop();
    return this.rows;
  }
}

/** Rows as CSV with commas; a text that would be read otherwise is quoted. */
export function csvOf(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) pieces.push(encoder.encode(`${lines.join("\n")}\n`));
    lines = [];
  };
  for (const row of rows) {
    const cells = Array.from({ length: width }, (_, i) => csvCell(row[i] ?? ""));
    lines.push(row.length === 0 ? "" : cells.join(","));
    if (lines.length === LINES_AT_ONCE) flush();
  }
  flush();
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
const LINES_AT_ONCE = 10_000;

const csvCell = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
