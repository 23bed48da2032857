import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import type { SortState } from "../../model/tables/table-layout.ts";
import { LEAST_WIDTH, MOST_WIDTH, trackWidth } from "./table-layout.ts";
import type { Column } from "./virtual-table.tsx";

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly tracks: string;
  readonly leastWidth: number;
  readonly sort?: SortState | undefined;
  readonly onSort?: ((sort: SortState) => void) | undefined;
  /** Without it the columns keep their widths. */
  readonly onResize?: ((column: string, width: number) => void) | undefined;
}

export function TableHead<Row>(props: TableHeadProps<Row>) {
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
