import { type CentreTable, usePublished } from "../state/publish.ts";
import { changeSettings, useSettings } from "../state/settings.ts";
import { announce } from "../state/toasts.ts";

interface Arrangement {
  readonly table: CentreTable | null;
  /** The table is in the centre now. */
  readonly isTableFirst: boolean;
  /** The map is in the centre, and the results stay to its left, where a table would be. */
  readonly isLeftOfMap: boolean;
}

const arrangementOf = (
  table: CentreTable | null,
  centres: Readonly<Record<string, "table" | "map">>,
): Arrangement => {
  const centre = table && (centres[table.name] ?? (table.isUsual ? "table" : "map"));
  return {
    table,
    isTableFirst: centre === "table",
    isLeftOfMap: centre === "map" && table?.isBesideMap === true,
  };
};

/** The table that the active view offers, and what is in the centre. */
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
  announce(isTableFirst ? "The map is in the centre" : `${capital(table.title)} are in the centre`);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Says what swapping does now: "Move the pairs to the centre". */
export const swapLabel = ({ table, isTableFirst }: Arrangement): string =>
  `Move ${isTableFirst || !table ? "the map" : table.title} to the centre`;
