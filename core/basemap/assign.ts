/** Neighbours of one region, with the length of the border to each. */
export type Borders = ReadonlyMap<number, number>;

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
