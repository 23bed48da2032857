import type { Atlas } from "../atlas.ts";
import { formatShare, plural } from "../format.ts";

/** A part of the map and how much of a fingerprint lies there. */
export interface CellsRegion {
  readonly title: string;
  /** Of the fingerprint's cells, 0..1. */
  readonly share: number;
  readonly facts: string;
}

/** The level whose names suit a sentence, as on the map. */
const LEVEL = 1;
const SHOWN = 6;
const TERMS = 3;

/** Where cells lie by the names of the map, the largest part first; they add up to all cells. */
export function regionsOfCells(
  positions: readonly number[],
  atlas: Pick<Atlas, "nameAt" | "anchors" | "levels">,
): CellsRegion[] {
  const byName = new Map<string, number[]>();
  for (const position of positions) {
    const name = atlas.nameAt(position, Math.min(LEVEL, atlas.levels - 1));
    byName.set(name, [...(byName.get(name) ?? []), position]);
  }
  const nameless = byName.get("") ?? [];
  byName.delete("");
  const named = [...byName].sort(([, a], [, b]) => b.length - a.length);
  const rest = [...named.slice(SHOWN).flatMap(([, cells]) => cells), ...nameless];
  const row = (title: string, cells: readonly number[], terms: readonly string[]): CellsRegion => {
    const share = cells.length / positions.length;
    const size = `${plural(cells.length, "cell")}, ${formatShare(share)}`;
    return { title, share, facts: [size, ...terms].join("\u00a0· ") };
  };
  const shown = named.slice(0, SHOWN).map(([title, cells]) => {
    const terms = termsOf(cells, atlas.anchors).filter((term) => !title.split(", ").includes(term));
    return row(title, cells, terms.slice(0, TERMS));
  });
  return rest.length === 0 ? shown : [...shown, row("Elsewhere", rest, [])];
}

/** The terms that most of these cells stand for: what they are about there, not what the region is about as a whole. */
function termsOf(cells: readonly number[], anchors: Atlas["anchors"]): string[] {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const term = anchors[cell] ?? "";
    if (term !== "") counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([term]) => term);
}
