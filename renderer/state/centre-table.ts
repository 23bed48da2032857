import { useEffect } from "react";
import { create } from "zustand";
import { announce } from "./announcer.ts";
import { changeSettings, useSettings } from "./settings.ts";

/** What a view shows as rows and columns, and may have the centre of the window for in place of the map. */
export interface CentreTable {
  /** The arrangement is remembered under it: "compare.pairs". */
  readonly name: string;
  /** What it is called: "the pairs". */
  readonly title: string;
  /** Whether the table has the centre as long as nobody has chosen; else the map has. */
  readonly isUsual: boolean;
}

const useOffered = create<{ readonly table: CentreTable | null }>(() => ({ table: null }));

/**
 * Called by what shows the table, in the results of the active view: they get the centre, and the map becomes their
 * companion. Null while there is no table.
 */
export function useCentreTable(table: CentreTable | null): void {
  const { name, title, isUsual } = table ?? {};
  useEffect(() => {
    if (name === undefined || title === undefined || isUsual === undefined) return;
    useOffered.setState({ table: { name, title, isUsual } });
    return () => useOffered.setState({ table: null });
  }, [name, title, isUsual]);
}

interface Arrangement {
  readonly table: CentreTable | null;
  /** The table has the centre now. */
  readonly isTableFirst: boolean;
}

const arrangementOf = (
  table: CentreTable | null,
  centres: Readonly<Record<string, "table" | "map">>,
): Arrangement => ({
  table,
  isTableFirst:
    table !== null && (centres[table.name] ?? (table.isUsual ? "table" : "map")) === "table",
});

/** The table that the active view offers, and what has the centre. */
export function useArrangement(): Arrangement {
  const table = useOffered((offered) => offered.table);
  const centres = useSettings((settings) => settings.centres);
  return arrangementOf(table, centres);
}

/** What the active view's work is: where one panel only has room, a table comes before what it is made of. */
export const startsWithTable = (): boolean =>
  arrangementOf(useOffered.getState().table, useSettings.getState().centres).isTableFirst;

/** Swaps table and map; the view remembers. Does nothing where there is no table. */
export function swapCentre(): void {
  const { centres } = useSettings.getState();
  const { table, isTableFirst } = arrangementOf(useOffered.getState().table, centres);
  if (!table) return;
  changeSettings({ centres: { ...centres, [table.name]: isTableFirst ? "map" : "table" } });
  announce(isTableFirst ? "The map has the centre" : `${capital(table.title)} have the centre`);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Says what swapping does now: "Give the pairs the centre". */
export const swapLabel = ({ table, isTableFirst }: Arrangement): string =>
  `Give ${isTableFirst || !table ? "the map" : table.title} the centre`;
