import { changeSettings, useSettings } from "../../state/settings.ts";
import type { Column } from "./virtual-table.tsx";

/** How a person arranged one table; kept with the settings. */
export interface TableLayout {
  /** Column ids in order; columns that are not named follow in their usual order. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** CSS pixels by column id. */
  readonly widths: Readonly<Record<string, number>>;
}

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

/** Moves a column one place among all of them. */
export function movedColumn(ids: readonly string[], id: string, step: -1 | 1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

const usual = <Row>(columns: readonly Column<Row>[]): TableLayout => ({
  order: [],
  hidden: columns.filter(({ isHiddenAtFirst }) => isHiddenAtFirst).map(({ id }) => id),
  widths: {},
});

/** The layout of a table by its name; tables without a name cannot be arranged. */
export function useTableLayout<Row>(name: string | undefined, columns: readonly Column<Row>[]) {
  const stored = useSettings(({ tables }) => (name === undefined ? undefined : tables[name]));
  const layout = stored ?? usual(columns);
  const change = (part: Partial<TableLayout>) => {
    if (name === undefined) return;
    const { tables } = useSettings.getState();
    changeSettings({ tables: { ...tables, [name]: { ...layout, ...part } } });
  };
  const reset = () => {
    const { tables } = useSettings.getState();
    changeSettings({
      tables: Object.fromEntries(Object.entries(tables).filter(([key]) => key !== name)),
    });
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
