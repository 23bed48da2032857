import { create } from "zustand";
import type { CollectionRow } from "../../api/collection-queries.ts";
import { NO_SELECTION, type Selection } from "../../model/tables/virtual-window.ts";

/** Which rows are pointed at; neither undone nor saved. */
export const useRowDesk = create<{
  /** The collection they are of. */
  readonly of: string;
  readonly selection: Selection;
  /** The row whose card is open. */
  readonly card: CollectionRow | null;
}>(() => ({ of: "", selection: NO_SELECTION, card: null }));

/** A row that is chosen alone opens as a card, as a letter in a list of letters does. */
export function selectRows(selection: Selection, rows: readonly CollectionRow[]): void {
  const only = selection.chosen.size === 1 ? rows[selection.active] : undefined;
  useRowDesk.setState({
    selection,
    card: only !== undefined && selection.chosen.has(only.id) ? only : null,
  });
}

export const showRow = (card: CollectionRow): void => useRowDesk.setState({ card });

export const closeRow = (): void => useRowDesk.setState({ card: null });

/** Rows of one collection say nothing in another. */
export function keepRowsOf(of: string): void {
  if (useRowDesk.getState().of !== of)
    useRowDesk.setState({ of, selection: NO_SELECTION, card: null });
}
