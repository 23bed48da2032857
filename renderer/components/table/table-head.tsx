import type { Column } from "./virtual-table.tsx";

export interface SortState {
  readonly column: string;
  readonly direction: "ascending" | "descending";
}

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly tracks: string;
  readonly sort?: SortState;
  readonly onSort?: (sort: SortState) => void;
}

export function TableHead<Row>({ columns, tracks, sort, onSort }: TableHeadProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by hand
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
    <div
      className="vtable-head"
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: tracks }}
    >
      {columns.map((column) => {
        const direction = sort?.column === column.id ? sort.direction : undefined;
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
          // biome-ignore lint/a11y/useSemanticElements: rows are placed by hand
          <span
            key={column.id}
            role="columnheader"
            className={column.align === "end" ? "vtable-cell end" : "vtable-cell"}
            aria-sort={direction}
            title={column.hint}
          >
            {column.canSort && onSort ? (
              <button
                type="button"
                className="vtable-sort"
                onClick={() =>
                  onSort({
                    column: column.id,
                    direction: direction === "descending" ? "ascending" : "descending",
                  })
                }
              >
                {column.title}
                <span aria-hidden="true">{arrowOf(direction)}</span>
              </button>
            ) : (
              column.title
            )}
          </span>
        );
      })}
    </div>
  );
}

function arrowOf(direction: SortState["direction"] | undefined): string {
  if (!direction) return "";
  return direction === "ascending" ? "↑" : "↓";
}
