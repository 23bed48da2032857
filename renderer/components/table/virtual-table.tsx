import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useSettings } from "../../state/settings.ts";
import { type SortState, TableHead } from "./table-head.tsx";
import {
  NO_SELECTION,
  rowAfterKey,
  type Selection,
  scrollToRow,
  selectRow,
  windowOf,
} from "./virtual-window.ts";
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
  const { rows, columns, idOf, selection = NO_SELECTION } = props;
  const rowHeight = useSettings(({ isComfortable }) => (isComfortable ? COMFORTABLE_ROW : ROW));
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { top, height } = useScroll(scroller);
  const { start, end } = windowOf(top, height, rowHeight, rows.length);
  const tracks = columns.map(({ track }) => track).join(" ");
  const body = Math.max(1, height - rowHeight);

  const nearEnd = useRef(props.onNearEnd);
  nearEnd.current = props.onNearEnd;
  const isNearEnd = rows.length > 0 && end >= rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever rows have come
  useEffect(() => {
    if (isNearEnd) nearEnd.current?.();
  }, [isNearEnd, rows.length]);

  const goTo = (row: number, event: KeyboardEvent) => {
    props.onSelect?.(selectRow(selection, row, event, (index) => idOf(rows[index]!)));
    props.onHover?.(rows[row] ?? null);
    const element = scroller.current;
    if (element) element.scrollTop = scrollToRow(row, element.scrollTop, body, rowHeight);
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    const row = rowAfterKey(event.key, selection.active, rows.length, Math.floor(body / rowHeight));
    const active = rows[selection.active];
    if (row !== null) goTo(row, event);
    else if (event.key === "Enter" && active) props.onOpen?.(active);
    else if (event.key === " " && active)
      props.onSelect?.(
        selectRow(
          selection,
          selection.active,
          { shiftKey: false, ctrlKey: true, metaKey: false },
          (index) => idOf(rows[index]!),
        ),
      );
    else if (event.key === "a" && (event.ctrlKey || event.metaKey))
      props.onSelect?.({ ...selection, chosen: new Set(rows.map(idOf)) });
    else return;
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
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable={props.onSelect ? true : undefined}
      aria-activedescendant={selection.active >= 0 ? `${id}-${selection.active}` : undefined}
      tabIndex={0}
      onKeyDown={press}
      onPointerLeave={() => props.onHover?.(null)}
      onBlur={() => props.onHover?.(null)}
    >
      <TableHead
        columns={columns}
        tracks={tracks}
        {...(props.sort ? { sort: props.sort } : {})}
        {...(props.onSort ? { onSort: props.onSort } : {})}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div className="vtable-body" role="rowgroup" style={{ height: rows.length * rowHeight }}>
        {rows.slice(start, end).map((row, offset) => {
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
              table={props}
            />
          );
        })}
      </div>
      {props.footer}
    </div>
  );
}

interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly rowHeight: number;
  readonly tracks: string;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly table: VirtualTableProps<Row>;
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, table } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by hand
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid answers the keys
    <div
      id={props.id}
      className="vtable-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={table.onSelect ? props.isChosen : undefined}
      data-active={props.isActive || undefined}
      data-marked={table.isMarked?.(row) || undefined}
      draggable={table.onDragStart !== undefined}
      style={{
        top: index * props.rowHeight,
        height: props.rowHeight,
        gridTemplateColumns: props.tracks,
      }}
      onClick={(event) =>
        table.onSelect?.(
          selectRow(table.selection ?? NO_SELECTION, index, event, (at) =>
            table.idOf(table.rows[at]!),
          ),
        )
      }
      onDoubleClick={() => table.onOpen?.(row)}
      onPointerEnter={() => table.onHover?.(row)}
      onDragStart={(event) => table.onDragStart?.(row, event.dataTransfer)}
    >
      {table.columns.map((column) => (
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
}

function useScroll(scroller: React.RefObject<HTMLDivElement | null>) {
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
