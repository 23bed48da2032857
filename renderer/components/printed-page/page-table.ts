import { formatCount } from "../../model/format.ts";
import { type PageTable, QUIET, RULE } from "../../model/printed-page.ts";
import type { Look, PageWriter } from "./page-writer.ts";

const ROW = 16;

const BETWEEN = 14;

const CELL: Look = { size: 11 };

const HEAD: Look = { size: 10.5, weight: 600, colour: QUIET };

/** A column of texts that gets what the others leave is at least so wide. */
const LEAST = 60;

interface TableBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The lowest line. */
  readonly limit: number;
}

/** As many rows as have room, and how many there are besides. */
export function writeTable(page: PageWriter, table: PageTable, box: TableBox): void {
  const { columns, rows, isNumber, total } = table;
  const room = Math.floor((box.limit - box.y - 2 * ROW) / ROW);
  if (room < 2 || columns.length === 0 || rows.length === 0) return;
  const shown = rows.slice(0, total > room ? room - 1 : room);
  const widths = columnWidths(page, table, shown, box.width);
  const starts = widths.map((_, at) =>
    widths.slice(0, at).reduce((sum, width) => sum + width + BETWEEN, box.x),
  );
  const cell = (text: string, at: number, y: number, look: Look) => {
    const width = widths[at] ?? 0;
    const cut = page.cut(text, look, width);
    const shift = isNumber[at] ? width - page.widthOf(cut, look) : 0;
    page.line(cut, { x: (starts[at] ?? box.x) + shift, y }, look);
  };
  let y = box.y + ROW;
  for (const [at, column] of columns.entries()) cell(column, at, y, HEAD);
  page.bar({ x: box.x, y: y + 5 }, { width: box.width, height: 1 }, RULE);
  y += 4;
  for (const row of shown) {
    y += ROW;
    for (const [at, text] of row.entries()) cell(text, at, y, CELL);
  }
  if (total > shown.length)
    page.line(
      `and ${formatCount(total - shown.length)} more rows`,
      { x: box.x, y: y + ROW + 2 },
      { size: 11, colour: QUIET },
    );
}

/** Short columns get what they need; long texts share what is left. */
function columnWidths(
  page: PageWriter,
  { columns }: PageTable,
  rows: readonly (readonly string[])[],
  width: number,
): number[] {
  const inner = width - BETWEEN * (columns.length - 1);
  const wanted = columns.map((column, at) =>
    Math.ceil(
      Math.max(
        page.widthOf(column, HEAD),
        ...rows.map((row) => page.widthOf((row[at] ?? "").slice(0, 120), CELL)),
      ),
    ),
  );
  const sum = wanted.reduce((all, each) => all + each, 0);
  if (sum <= inner) return wanted.map((each) => each + (inner - sum) / columns.length);
  const fair = inner / columns.length;
  const short = wanted.map((each) => each <= fair);
  const left = inner - wanted.reduce((all, each, at) => all + (short[at] ? each : 0), 0);
  const long = Math.max(1, short.filter((each) => !each).length);
  return wanted.map((each, at) => (short[at] ? each : Math.max(LEAST, left / long)));
}
