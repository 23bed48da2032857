import { create } from "zustand";
import type { CollectionRow } from "../../api/collection-queries.ts";
import type { Restriction } from "../../model/collection/restrictions.ts";
import { NO_SELECTION, type Selection } from "../../model/tables/virtual-window.ts";

/** Which rows are pointed at; neither undone nor saved. */
export const useRowDesk = create<{
  /** The collection they are of, and how it was restricted. */
  readonly of: string;
  readonly under: readonly Restriction[];
  readonly selection: Selection;
  /** The id of the active row: others may come before it. */
  readonly at: string | undefined;
  /** The row whose card is open. */
  readonly card: CollectionRow | null;
  /** The filter whose decision on that row is looked at: the map shows both. */
  readonly decided: Decided | null;
}>(() => ({
  of: "",
  under: [],
  selection: NO_SELECTION,
  at: undefined,
  card: null,
  decided: null,
}));

interface Decided {
  readonly name: string;
  readonly positions: readonly number[];
}

/** Holds the row of the card against a filter on the map, or no longer. */
export const holdAgainst = (decided: Decided | null): void => useRowDesk.setState({ decided });

/** A row that is chosen alone opens as a card, as a letter in a list of letters does. */
export function selectRows(selection: Selection, rows: readonly CollectionRow[]): void {
  const only = selection.chosen.size === 1 ? rows[selection.active] : undefined;
  useRowDesk.setState({
    selection,
    at: rows[selection.active]?.id,
    card: only !== undefined && selection.chosen.has(only.id) ? only : null,
  });
}

export const showRow = (card: CollectionRow): void => useRowDesk.setState({ card });

export const closeRow = (): void => useRowDesk.setState({ card: null });

/** Rows of one collection, or of what was shown before, say nothing of another. */
export function keepRowsOf(of: string, under: readonly Restriction[]): void {
  const before = useRowDesk.getState();
  if (before.of !== of || before.under !== under)
    useRowDesk.setState({ of, under, selection: NO_SELECTION, at: undefined, card: null });
}

/**
 * Other rows are shown: the active row stays the one that it was, whatever came or went before it. Nothing is chosen any
 * more once it has gone itself, so that no key acts on a row that only has its place.
 */
export function followRows(rows: readonly Pick<CollectionRow, "id">[]): void {
  const { selection, at } = useRowDesk.getState();
  if (at === undefined || rows[selection.active]?.id === at) return;
  const place = rows.findIndex(({ id }) => id === at);
  useRowDesk.setState(
    place < 0
      ? { selection: NO_SELECTION, at: undefined, card: null }
      : { selection: { ...selection, active: place, anchor: place } },
  );
}

/** On to the row below the one that was just decided on. */
export function selectNext(rows: readonly CollectionRow[]): void {
  const { selection } = useRowDesk.getState();
  const next = rows[selection.active + 1];
  if (next === undefined) return;
  const active = selection.active + 1;
  selectRows({ active, anchor: active, chosen: new Set([next.id]) }, rows);
}
