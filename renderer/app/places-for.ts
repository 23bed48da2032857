import type { Atlas } from "../model/atlas.ts";
import type { Region } from "../model/map/region.ts";

export interface Found {
  readonly region: Region;
  /** How many of its cells are set. */
  readonly inside: number;
}

interface Sought {
  readonly sought: string;
  /** Cells that are set. */
  readonly set: ReadonlySet<number>;
}

/** Levels that are listed before anything was typed. */
const FIRST_LEVELS = 2;
const MOST = 80;

/** Places whose name holds what was typed, beginnings first; before that the widest. Those with most set cells lead. */
export function placesFor(
  atlas: Pick<Atlas, "regions" | "cellsOf">,
  { sought, set }: Sought,
): Found[] {
  const typed = sought.trim().toLowerCase();
  const fits = ({ level, name, given = "" }: Region) =>
    typed === ""
      ? level < FIRST_LEVELS
      : name.toLowerCase().includes(typed) || given.toLowerCase().includes(typed);
  const isBeginning = ({ name }: Region) => name.toLowerCase().startsWith(typed);
  const order = (a: Found, b: Found) =>
    typed === ""
      ? b.inside - a.inside
      : Number(isBeginning(b.region)) - Number(isBeginning(a.region));
  return atlas.regions
    .filter(fits)
    .map((region) => ({ region, inside: insideOf(atlas.cellsOf(region.id), set) }))
    .sort(
      (a, b) =>
        order(a, b) ||
        a.region.level - b.region.level ||
        b.inside - a.inside ||
        b.region.size - a.region.size,
    )
    .slice(0, MOST);
}

const insideOf = (cells: readonly number[], set: ReadonlySet<number>): number =>
  set.size === 0 ? 0 : cells.reduce((count, cell) => count + Number(set.has(cell)), 0);
