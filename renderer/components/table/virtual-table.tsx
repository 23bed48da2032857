import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { SortState } from "../../model/tables/table-layout.ts";
import {
  NO_SELECTION,
  rowAfterKey,
  type Selection,
  type SelectionKeys,
  scrollToRow,
  selectRow,
  windowOf,
} from "../../model/tables/virtual-window.ts";
import { TableContext } from "../page-contexts.ts";
import {
  arrange,
  LEAST_WIDTH,
  leastWidth,
  MOST_WIDTH,
  trackWidth,
  useTableLayout,
} from "./table-layout.ts";
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
  readonly cell: (row: Row, index: number) => ReactNode;
}

export interface VirtualTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** With a name, columns can be resized, and their widths are remembered. */
  readonly name?: string;
  readonly sort?: SortState;
  readonly onSort?: (sort: SortState) => void;
  readonly selection?: Selection;
  readonly onSelect?: (selection: Selection) => void;
  /** Enter or double click. */
  readonly onOpen?: (row: Row) => void;
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
  const { layout, resize } = useTableLayout(name);
  const columns = useMemo(() => arrange(props.columns, layout), [props.columns, layout]);
  const table = { ...props, columns };
  const latest = useRef(table);
  latest.current = table;
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
        {rowsInSight(latest, { id, start, end, rowHeight, tracks })}
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
  table: RefObject<VirtualTableProps<Row>>,
  { id, start, end, rowHeight, tracks }: InSight,
) {
  const { columns, rows, idOf, selection = NO_SELECTION, ...rest } = table.current;
  return rows.slice(start, end).map((row, offset) => {
    const index = start + offset;
    return (
      <TableRow
        key={idOf(row)}
        id={`${id}-${index}`}
        row={row}
        index={index}
        columns={columns}
        rowHeight={rowHeight}
        tracks={tracks}
        isActive={selection.active === index}
        isChosen={rest.onSelect && selection.chosen.has(idOf(row))}
        isMarked={rest.isMarked?.(row) ?? false}
        isDraggable={rest.onDragStart !== undefined}
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

/** Where an element is scrolled to, and how much of it is in sight. */
function useScroll(scroller: RefObject<HTMLDivElement | null>) {
  const [place, setPlace] = useState({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () =>
      setPlace((before) =>
        before.top === element.scrollTop && before.height === element.clientHeight
          ? before
          : { top: element.scrollTop, height: element.clientHeight },
      );
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [scroller]);
  return place;
}

interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly rowHeight: number;
  readonly tracks: string;
  readonly isActive: boolean;
  /** Undefined where no row can be chosen. */
  readonly isChosen: boolean | undefined;
  readonly isMarked: boolean;
  readonly isDraggable: boolean;
  /** What is done with the row, as of the last drawing of the table. */
  readonly table: RefObject<VirtualTableProps<Row>>;
}

/** One row, placed by hand at its height; drawn again only when it looks different, not with each change around the table. */
const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, table } = props;
  const choose = (keys: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
    const { onSelect, selection = NO_SELECTION, idOf, rows } = table.current;
    onSelect?.(selectRow(selection, index, keys, (at) => idOf(rows[at]!)));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by hand
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid answers the keys
    <div
      id={props.id}
      className="vtable-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.isChosen}
      data-active={props.isActive || undefined}
      data-marked={props.isMarked || undefined}
      draggable={props.isDraggable}
      style={{
        top: index * props.rowHeight,
        height: props.rowHeight,
        gridTemplateColumns: props.tracks,
      }}
      onClick={choose}
      onDoubleClick={() => table.current.onOpen?.(row)}
      onPointerEnter={() => table.current.onHover?.(row)}
      onDragStart={(event) => table.current.onDragStart?.(row, event.dataTransfer)}
    >
      {props.columns.map((column) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
        // biome-ignore lint/a11y/useSemanticElements: cells of rows placed by hand
        <span
          key={column.id}
          role="gridcell"
          className={column.align === "end" ? "vtable-cell end" : "vtable-cell"}
        >
          {column.cell(row, index)}
        </span>
      ))}
    </div>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

const TOGGLE: SelectionKeys = { shiftKey: false, ctrlKey: true, metaKey: false };

/** What a key does in a table; false for keys it leaves alone. `bringIntoSight` scrolls to a row. */
function pressKey<Row>(
  event: KeyboardEvent,
  table: VirtualTableProps<Row>,
  page: number,
  bringIntoSight: (row: number) => void,
): boolean {
  const { rows, idOf, selection = NO_SELECTION, onSelect } = table;
  const active = rows[selection.active];
  const select = (row: number, keys: SelectionKeys) =>
    onSelect?.(selectRow(selection, row, keys, (index) => idOf(rows[index]!)));
  const row = event.altKey ? null : rowAfterKey(event.key, selection.active, rows.length, page);
  if (row !== null) {
    select(row, event);
    table.onHover?.(rows[row] ?? null);
    bringIntoSight(row);
  } else if (event.key === "Enter" && active) table.onOpen?.(active);
  else if (event.key === " " && active) select(selection.active, TOGGLE);
  else if (event.key === "a" && (event.ctrlKey || event.metaKey))
    onSelect?.({ ...selection, chosen: new Set(rows.map(idOf)) });
  else return false;
  return true;
}

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly tracks: string;
  readonly leastWidth: number;
  readonly sort?: SortState | undefined;
  readonly onSort?: ((sort: SortState) => void) | undefined;
  /** Without it the columns keep their widths. */
  readonly onResize?: ((column: string, width: number) => void) | undefined;
}

function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, tracks, sort, onResize } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by hand
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
    <div
      className="vtable-head"
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: tracks, minWidth: props.leastWidth }}
    >
      {columns.map((column, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
        // biome-ignore lint/a11y/useSemanticElements: rows are placed by hand
        <span
          key={column.id}
          role="columnheader"
          className={column.align === "end" ? "vtable-cell end" : "vtable-cell"}
          aria-sort={sort?.column === column.id ? sort.direction : undefined}
          title={column.hint}
        >
          <HeadTitle column={column} sort={sort} onSort={props.onSort} />
          {onResize && index < columns.length - 1 && (
            <ResizeHandle
              name={column.hint ?? column.title}
              value={Math.round(trackWidth(column.track))}
              onResize={(width) => onResize(column.id, width)}
            />
          )}
        </span>
      ))}
    </div>
  );
}

interface HeadTitleProps<Row> {
  readonly column: Column<Row>;
  readonly sort: SortState | undefined;
  readonly onSort: ((sort: SortState) => void) | undefined;
}

function HeadTitle<Row>({ column, sort, onSort }: HeadTitleProps<Row>) {
  if (!column.canSort || !onSort)
    return column.title || <span className="visually-hidden">{column.hint}</span>;
  const direction = sort?.column === column.id ? sort.direction : undefined;
  return (
    <button
      type="button"
      className="vtable-sort plain"
      aria-label={column.title === "" ? column.hint : undefined}
      onClick={() =>
        onSort({
          column: column.id,
          direction: direction === "descending" ? "ascending" : "descending",
        })
      }
    >
      <span className="vtable-title">{column.title}</span>
      <span aria-hidden="true">{arrowOf(direction)}</span>
    </button>
  );
}

function arrowOf(direction: SortState["direction"] | undefined): string {
  if (!direction) return "";
  return direction === "ascending" ? "↑" : "↓";
}

interface ResizeHandleProps {
  readonly name: string;
  /** CSS pixels; the least width of a column that takes what is left. */
  readonly value: number;
  readonly onResize: (width: number) => void;
}

const KEY_STEP = 8;

/** The right edge of a column's title: drag it, or use the arrow keys. */
function ResizeHandle({ name, value, onResize }: ResizeHandleProps) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const widthOf = (element: Element) => element.parentElement?.getBoundingClientRect().width ?? 0;
  const set = (width: number) =>
    onResize(Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width))));
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    set(widthOf(event.currentTarget) + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is a widget, hr is not
    <span
      role="separator"
      aria-label={`Width of ${name}`}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={MOST_WIDTH}
      tabIndex={0}
      className="vtable-resize"
      onKeyDown={press}
      onPointerDown={(event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: widthOf(event.currentTarget) };
      }}
      onPointerMove={(event) => {
        if (start.current) set(start.current.width + event.clientX - start.current.x);
      }}
      onPointerUp={() => {
        start.current = null;
      }}
    />
  );
}
