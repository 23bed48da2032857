import type { KeyboardEvent } from "react";
import {
  NO_SELECTION,
  rowAfterKey,
  type SelectionKeys,
  selectRow,
} from "../../model/tables/virtual-window.ts";
import type { VirtualTableProps } from "./virtual-table.tsx";

const TOGGLE: SelectionKeys = { shiftKey: false, ctrlKey: true, metaKey: false };

/** What a key does in a table; false for keys it leaves alone. `bringIntoSight` scrolls to a row. */
export function pressKey<Row>(
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
