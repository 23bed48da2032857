import { NO_SELECTION, selectRow } from "../../model/tables/virtual-window.ts";
import type { VirtualTableProps } from "./virtual-table.tsx";

interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly rowHeight: number;
  readonly tracks: string;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** With the columns as they are arranged. */
  readonly table: VirtualTableProps<Row>;
}

/** One row, placed by hand at its height. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, table } = props;
  const choose = (keys: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) =>
    table.onSelect?.(
      selectRow(table.selection ?? NO_SELECTION, index, keys, (at) => table.idOf(table.rows[at]!)),
    );
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
      onClick={choose}
      onAuxClick={(event) => event.button === 1 && table.onMiddleClick?.(row)}
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
