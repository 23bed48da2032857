import { type KeyboardEvent, type ReactNode, use, useEffect, useId, useRef } from "react";
import type { SortState } from "../../model/tables/sort-state.ts";
import {
  NO_SELECTION,
  type Selection,
  scrollToRow,
  windowOf,
} from "../../model/tables/virtual-window.ts";
import { TableContext } from "../page-contexts.ts";
import { TableHead } from "./table-head.tsx";
import { pressKey } from "./table-keys.ts";
import { arrange, leastWidth, useTableLayout } from "./table-layout.ts";
import { TableRow } from "./table-row.tsx";
import { useScroll } from "./use-scroll.ts";
import "./virtual-table.css";

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** What the title stands for, where it is short. */
  readonly hint?: string;
  /** A CSS grid track: "48px", "minmax(120px, 1fr)". */
  readonly track: string;
  readonly align?: "end";
  readonly canSort?: boolean;
  /** Cannot be hidden. */
  readonly isFixed?: boolean;
  /** Shown only once the person asks for it. */
  readonly isHiddenAtFirst?: boolean;
  readonly cell: (row: Row, index: number) => ReactNode;
}

export interface VirtualTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** With a name, columns can be resized, and a `ColumnMenu` of that name hides and moves them; both are remembered. */
  readonly name?: string;
  readonly sort?: SortState;
  readonly onSort?: (sort: SortState) => void;
  readonly selection?: Selection;
  readonly onSelect?: (selection: Selection) => void;
  /** Enter or double click. */
  readonly onOpen?: (row: Row) => void;
  readonly onMiddleClick?: (row: Row) => void;
  /** Pointer or keyboard is on the row; null on leaving. */
  readonly onHover?: (row: Row | null) => void;
  /** The last rows come into sight: a chance to load more. */
  readonly onNearEnd?: () => void;
  /** Marks rows, e.g. those that match the cell under the pointer. */
  readonly isMarked?: (row: Row) => boolean;
  /** What dragging a row carries; see `drag-payload.ts`. */
  readonly onDragStart?: (row: Row, transfer: DataTransfer) => void;
  /** Below the last row. */
  readonly footer?: ReactNode;
}

const ROW = 28;
const COMFORTABLE_ROW = 36;

/** A table of any length: only rows in sight are in the page. Fully operable by keyboard. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { rows, selection = NO_SELECTION, name } = props;
  const { layout, change } = useTableLayout(name, props.columns);
  const columns = name === undefined ? props.columns : arrange(props.columns, layout);
  const table = { ...props, columns };
  const rowHeight = use(TableContext).isComfortable ? COMFORTABLE_ROW : ROW;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { top, height } = useScroll(scroller);
  const { start, end } = windowOf(top, height, rowHeight, rows.length);
  useNearEnd(rows.length > 0 && end >= rows.length, rows.length, props.onNearEnd);
  const tracks = columns.map(({ track }) => track).join(" ");
  const least = leastWidth(columns);
  const body = Math.max(1, height - rowHeight);
  const bringIntoSight = (row: number) => {
    const element = scroller.current;
    if (element) element.scrollTop = scrollToRow(row, element.scrollTop, body, rowHeight);
  };
  const resize = (column: string, width: number) =>
    change({ widths: { ...layout.widths, [column]: width } });
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    if (!pressKey(event, table, Math.floor(body / rowHeight), bringIntoSight)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold rows that are placed by hand
    <div
      ref={scroller}
      className="vtable"
      role="grid"
      aria-label={props.label}
      {...sizesOf(table)}
      aria-activedescendant={selection.active >= 0 ? `${id}-${selection.active}` : undefined}
      tabIndex={0}
      onKeyDown={press}
      onPointerLeave={() => props.onHover?.(null)}
      onBlur={() => props.onHover?.(null)}
    >
      <TableHead
        columns={columns}
        tracks={tracks}
        leastWidth={least}
        sort={props.sort}
        onSort={props.onSort}
        onResize={name === undefined ? undefined : resize}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div
        className="vtable-body"
        role="rowgroup"
        style={{ height: rows.length * rowHeight, minWidth: least }}
      >
        {rowsInSight(table, { id, start, end, rowHeight, tracks })}
      </div>
      {props.footer}
    </div>
  );
}

const sizesOf = <Row,>({ rows, columns, onSelect }: VirtualTableProps<Row>) => ({
  "aria-rowcount": rows.length + 1,
  "aria-colcount": columns.length,
  "aria-multiselectable": onSelect ? true : undefined,
});

interface InSight {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly rowHeight: number;
  readonly tracks: string;
}

function rowsInSight<Row>(
  table: VirtualTableProps<Row>,
  { id, start, end, rowHeight, tracks }: InSight,
) {
  const { rows, idOf, selection = NO_SELECTION } = table;
  return rows.slice(start, end).map((row, offset) => {
    const index = start + offset;
    return (
      <TableRow
        key={idOf(row)}
        id={`${id}-${index}`}
        row={row}
        index={index}
        rowHeight={rowHeight}
        tracks={tracks}
        isActive={selection.active === index}
        isChosen={selection.chosen.has(idOf(row))}
        table={table}
      />
    );
  });
}

/** Asked again whenever rows have come and their end is still in sight. */
function useNearEnd(isNear: boolean, count: number, onNearEnd: (() => void) | undefined): void {
  const latest = useRef(onNearEnd);
  latest.current = onNearEnd;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever rows have come
  useEffect(() => {
    if (isNear) latest.current?.();
  }, [isNear, count]);
}
