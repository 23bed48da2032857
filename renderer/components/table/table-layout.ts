import { use, useMemo } from "react";
import type { TableLayout } from "../../model/tables/table-layout.ts";
import { TableContext } from "../page-contexts.ts";
import type { Column } from "./virtual-table.tsx";

export const LEAST_WIDTH = 28;
export const MOST_WIDTH = 480;

/** The columns in the person's order, without the hidden ones, with their widths as tracks. */
export function arrange<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
): readonly Column<Row>[] {
  return ordered(columns, layout.order)
    .filter(({ id, isFixed }) => isFixed || !layout.hidden.includes(id))
    .map((column) => {
      const width = layout.widths[column.id];
      return width === undefined ? column : { ...column, track: `${width}px` };
    });
}

/** All columns in the person's order. */
export function ordered<Row>(
  columns: readonly Column<Row>[],
  order: readonly string[],
): readonly Column<Row>[] {
  const placeOf = ({ id }: Column<Row>) => {
    const place = order.indexOf(id);
    return place < 0 ? order.length : place;
  };
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const usual = <Row>(columns: readonly Column<Row>[]): TableLayout => ({
  order: [],
  hidden: columns.filter(({ isHiddenAtFirst }) => isHiddenAtFirst).map(({ id }) => id),
  widths: {},
});

/** The layout of a table by its name; tables without a name cannot be arranged. */
export function useTableLayout<Row>(name: string | undefined, columns: readonly Column<Row>[]) {
  const { layouts, arrange: keep } = use(TableContext);
  const kept = name === undefined ? undefined : layouts[name];
  const layout = useMemo(() => kept ?? usual(columns), [kept, columns]);
  const change = (part: Partial<TableLayout>) => {
    if (name !== undefined) keep(name, { ...layout, ...part });
  };
  const reset = () => {
    if (name !== undefined) keep(name, null);
  };
  return { layout, change, reset };
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
