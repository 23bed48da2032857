import { CELLS, EDGE, ROW_SHIFT } from "../kernel/grid.ts";
import { assignApart, type Borders } from "./assign.ts";
import { outlinesOf } from "./outlines.ts";
import { landscapeOf } from "./relief.ts";
import { HUE_DISTANCES } from "./tints.ts";
import type { Area, BaseMap, Geography } from "./types.ts";

/** Levels of regions that have a tint of their own; those below are only named. */
const DRAWN_LEVELS = 3;
/** Shades of the regions in one; the middle one is as far from both others. */
const TONE_DISTANCES = [
  [0, 1, 2],
  [1, 0, 1],
  [2, 1, 0],
];

/** Hues, outlines and terrain of a map. The same geography gives the same map; takes some tens of milliseconds. */
export function makeBaseMap({ regions, regionOf, density }: Geography): BaseMap {
  const levels: Area[][] = [];
  for (const [level, owners] of regionOf.slice(0, DRAWN_LEVELS).entries()) {
    const ids = regions.filter((region) => region.level === level).map(({ id }) => id);
    const indexOf = new Map(ids.map((id, index) => [id, index]));
    const numbers = Uint16Array.from(owners, (id) => indexOf.get(id)!);
    const parents = ids.map((id) => regions[id]!.parent);
    const borders = bordersOf(numbers, ids.length);
    const choices =
      level === 0
        ? assignApart(borders, HUE_DISTANCES)
        : assignApart(withinFamilies(borders, parents), TONE_DISTANCES);
    const outlines = outlinesOf(numbers, ids.length);
    levels.push(
      ids.map((id, index) => {
        const own = { id, rings: outlines[index]! };
        const parent = levels[level - 1]?.find((area) => area.id === parents[index]);
        if (parent === undefined) return { ...own, top: id, hue: choices[index]!, tones: [] };
        const { top, hue, tones } = parent;
        return { ...own, top, hue, tones: [...tones, choices[index]!] };
      }),
    );
  }
  return { levels, ...landscapeOf(density) };
}

/** Sides of cells that each two regions have in common; the edges of the map are joined. */
export function bordersOf(owners: ArrayLike<number>, count: number): Map<number, number>[] {
  const borders = Array.from({ length: count }, () => new Map<number, number>());
  const meet = (a: number, b: number) => {
    if (a === b) return;
    borders[a]!.set(b, (borders[a]!.get(b) ?? 0) + 1);
    borders[b]!.set(a, (borders[b]!.get(a) ?? 0) + 1);
  };
  for (let cell = 0; cell < CELLS; cell++) {
    const right = (cell & ~EDGE) | ((cell + 1) & EDGE);
    const below = ((((cell >> ROW_SHIFT) + 1) & EDGE) << ROW_SHIFT) | (cell & EDGE);
    meet(owners[cell]!, owners[right]!);
    meet(owners[cell]!, owners[below]!);
  }
  return borders;
}

/** Only borders between regions of the same parent: others differ by what their parents look like. */
const withinFamilies = (
  borders: readonly Borders[],
  parents: readonly (number | null)[],
): Borders[] =>
  borders.map(
    (others, region) =>
      new Map([...others].filter(([other]) => parents[other] === parents[region])),
  );
