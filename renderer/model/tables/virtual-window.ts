/** Which rows of a long list to draw. */
export interface RowWindow {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const SPARE_ROWS = 8;

/** Rows in sight plus a few on each side. */
export function windowOf(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
): RowWindow {
  const first = Math.floor(scrollTop / rowHeight) - SPARE_ROWS;
  const last = Math.ceil((scrollTop + height) / rowHeight) + SPARE_ROWS;
  return { start: Math.max(0, Math.min(first, count)), end: Math.max(0, Math.min(last, count)) };
}

/** Where to scroll so that a row is in sight below the sticky head; the same place when it is already. */
export function scrollToRow(
  row: number,
  scrollTop: number,
  height: number,
  rowHeight: number,
): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height;
  return scrollTop;
}

export interface Selection {
  /** Row the keys act on; -1 before the first key. */
  readonly active: number;
  /** Row where a Shift selection began. */
  readonly anchor: number;
  readonly chosen: ReadonlySet<string>;
}

export const NO_SELECTION: Selection = { active: -1, anchor: -1, chosen: new Set() };

export interface SelectionKeys {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** What a click on a row, or a key that leads to it, makes of the selection. */
export function selectRow(
  before: Selection,
  row: number,
  keys: SelectionKeys,
  idAt: (index: number) => string,
): Selection {
  if (keys.shiftKey && before.anchor >= 0) {
    const chosen = new Set<string>();
    const from = Math.min(before.anchor, row);
    const to = Math.max(before.anchor, row);
    for (let index = from; index <= to; index++) chosen.add(idAt(index));
    return { active: row, anchor: before.anchor, chosen };
  }
  if (keys.ctrlKey || keys.metaKey) {
    const chosen = new Set(before.chosen);
    const id = idAt(row);
    if (!chosen.delete(id)) chosen.add(id);
    return { active: row, anchor: row, chosen };
  }
  return { active: row, anchor: row, chosen: new Set([idAt(row)]) };
}

/** Where a key leads; null for a key that moves nothing. */
export function rowAfterKey(
  key: string,
  active: number,
  count: number,
  page: number,
): number | null {
  if (count === 0) return null;
  const within = (row: number) => Math.min(count - 1, Math.max(0, row));
  switch (key) {
    case "ArrowDown":
      return within(active + 1);
    case "ArrowUp":
      return within(active < 0 ? 0 : active - 1);
    case "PageDown":
      return within(active + page);
    case "PageUp":
      return within(active - page);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
