import { type CentreTable, usePublished } from "../state/publish.ts";
import { changeSettings, useSettings } from "../state/settings.ts";
import { announce } from "../state/toasts.ts";

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
  const table = usePublished((published) => published.table);
  const centres = useSettings((settings) => settings.centres);
  return arrangementOf(table, centres);
}

/** What the active view's work is: where one panel only has room, a table comes before what it is made of. */
export const startsWithTable = (): boolean =>
  arrangementOf(usePublished.getState().table, useSettings.getState().centres).isTableFirst;

/** Swaps table and map; the view remembers. Does nothing where there is no table. */
export function swapCentre(): void {
  const { centres } = useSettings.getState();
  const { table, isTableFirst } = arrangementOf(usePublished.getState().table, centres);
  if (!table) return;
  changeSettings({ centres: { ...centres, [table.name]: isTableFirst ? "map" : "table" } });
  announce(isTableFirst ? "The map has the centre" : `${capital(table.title)} have the centre`);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Says what swapping does now: "Give the pairs the centre". */
export const swapLabel = ({ table, isTableFirst }: Arrangement): string =>
  `Give ${isTableFirst || !table ? "the map" : table.title} the centre`;
