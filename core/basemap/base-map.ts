import { CELLS, EDGE, ROW_SHIFT } from "../kernel/grid.ts";
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
        const own = { id, rings: outlines[index]!, isPale: regions[id]!.isScraps === true };
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

/** Neighbours of one region, with the length of the border to each. */
type Borders = ReadonlyMap<number, number>;

/** Two neighbours that look the same are worse than any number that look a little different. */
const SAME = 1e-4;
/** How much a choice loses by being taken more often than others: a map of two colours is not remembered. */
const CROWDING = 1.5;

/**
 * Gives each region one of the choices so that neighbours differ as much as can be, most along their longest borders. Regions
 * that are most hemmed in choose first; then each may change its mind as long as that helps. The same input always gets the
 * same answer.
 *
 * @param borders by region; symmetric
 * @param distances how different each pair of choices looks; symmetric
 * @returns the choice of each region
 */
export function assignApart(
  borders: readonly Borders[],
  distances: readonly (readonly number[])[],
): number[] {
  const chosen = new Array<number>(borders.length).fill(-1);
  const uses = new Array<number>(distances.length).fill(0);
  const greatest = Math.max(...distances.flat());
  const share = distances.length / borders.length;
  const cost = (region: number, choice: number): number => {
    let sum = 0;
    let around = 1;
    for (const [other, length] of borders[region]!) {
      around += length;
      const taken = chosen[other]!;
      if (taken >= 0) sum += length / ((distances[choice]![taken]! / greatest) ** 2 + SAME);
    }
    return sum + CROWDING * around * uses[choice]! * share;
  };
  const choose = (region: number): boolean => {
    const before = chosen[region]!;
    if (before >= 0) uses[before]!--;
    const best = bestOf(distances.length, (choice) => cost(region, choice));
    const isBetter = before < 0 || cost(region, best) < cost(region, before) - 1e-9;
    chosen[region] = isBetter ? best : before;
    uses[chosen[region]!]!++;
    return chosen[region] !== before;
  };
  for (const region of inOrder(borders)) choose(region);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const changes = [...borders.keys()].filter((region) => choose(region));
    if (changes.length === 0) break;
  }
  return chosen;
}

const MOST_ROUNDS = 50;

function bestOf(choices: number, cost: (choice: number) => number): number {
  let best = 0;
  for (let choice = 1; choice < choices; choice++) if (cost(choice) < cost(best)) best = choice;
  return best;
}

/** By how many neighbours have chosen already, then by how many there are: as DSATUR colours a graph (Brélaz, 1979). */
function inOrder(borders: readonly Borders[]): number[] {
  const left = new Set(borders.keys());
  const done = new Array<number>(borders.length).fill(0);
  const order: number[] = [];
  while (left.size > 0) {
    let next = -1;
    for (const region of left) if (next < 0 || comesBefore(region, next)) next = region;
    left.delete(next);
    order.push(next);
    for (const other of borders[next]!.keys()) done[other]!++;
  }
  return order;

  function comesBefore(a: number, b: number): boolean {
    return done[a]! - done[b]! > 0 || (done[a] === done[b] && borders[a]!.size > borders[b]!.size);
  }
}
