import { use } from "react";
import type { TableLayout } from "../../model/tables/table-layout.ts";
import { TableContext } from "../page-contexts.ts";
import type { Column } from "./virtual-table.tsx";

export const LEAST_WIDTH = 28;
export const MOST_WIDTH = 480;

/** The columns with the user's widths as tracks. */
export const arrange = <Row>(
  columns: readonly Column<Row>[],
  { widths }: TableLayout,
): readonly Column<Row>[] =>
  columns.map((column) => {
    const width = widths[column.id];
    return width === undefined ? column : { ...column, track: `${width}px` };
  });

const USUAL: TableLayout = { widths: {} };

/** The widths of a table by its name; a table without a name has none. */
export function useTableLayout(name: string | undefined) {
  const { layouts, arrange: keep } = use(TableContext);
  const layout = (name === undefined ? undefined : layouts[name]) ?? USUAL;
  const resize = (column: string, width: number) => {
    if (name !== undefined) keep(name, { widths: { ...layout.widths, [column]: width } });
  };
  return { layout, resize };
}

const GAP = 8;
const PADDING = 24;

/** The least width of a row with these columns, so that narrow panels scroll instead of squeezing. */
export function leastWidth<Row>(columns: readonly Column<Row>[]): number {
  const own = columns.reduce((sum, { track }) => sum + trackWidth(track), 0);
  return own + GAP * Math.max(0, columns.length - 1) + PADDING;
}

/** The first length of a track: its width, or the least of a track that grows. */
export const trackWidth = (track: string): number => Number(/[\d.]+/.exec(track)?.[0] ?? 0);
