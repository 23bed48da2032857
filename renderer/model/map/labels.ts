import { SIDE } from "../../../core/kernel/grid.ts";
import type { Box } from "./geometry.ts";
import type { Region } from "./region.ts";

export interface Label extends Box {
  readonly region: Region;
}

/** CSS pixels; a bound from above for small capitals at this size, so that no two names can touch. */
const CHARACTER = [8.4, 7.6, 6.8, 6.8, 6.8];
const HEIGHT = [18, 16, 15, 15, 15];
const MARGIN = 6;
/** Share of the map that names may cover, so that a small map is not all names. */
const MOST_COVERED = 0.09;

/** Levels whose names are wanted at a zoom: one more with every doubling. */
export const levelsAt = (k: number): number => Math.min(5, Math.floor(Math.log2(k) + 0.4) + 1);

/**
 * Chooses the names that fit, in map space: the coarsest levels first, larger regions first. Panning moves
 * the labels with the map and changes nothing else; no two boxes overlap.
 * @param cell CSS pixels a cell
 */
export function placeLabels(regions: readonly Region[], cell: number, levels: number): Label[] {
  const side = SIDE * cell;
  const wanted = regions
    .filter((region) => region.level < levels && region.name !== "")
    .sort((a, b) => a.level - b.level || b.size - a.size || (a.id < b.id ? -1 : 1));
  const placed: Label[] = [];
  const taken = new Set<string>();
  let room = MOST_COVERED * side * side;
  for (const region of wanted) {
    if (taken.has(region.name)) continue;
    const label = { region, ...boxOf(region, cell, side) };
    if (label.width > side || placed.some((other) => overlap(label, other))) continue;
    room -= label.width * label.height;
    if (room < 0) break;
    placed.push(label);
    taken.add(region.name);
  }
  return placed;
}

function boxOf(region: Region, cell: number, side: number): Box {
  const width = region.name.length * (CHARACTER[region.level] ?? 6.8) + 2 * MARGIN;
  const height = HEIGHT[region.level] ?? 15;
  const within = (centre: number, size: number) =>
    Math.min(side - size, Math.max(0, centre - size / 2));
  return {
    x: within(region.x * cell, width),
    y: within(region.y * cell, height),
    width,
    height,
  };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
