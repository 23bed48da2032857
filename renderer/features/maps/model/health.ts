/** How the terms of a retina spread over its cells. */
export interface Health {
  /** Cells that no term uses. */
  readonly unused: readonly number[];
  /** Cells that more than `limit` terms use. */
  readonly crowded: readonly number[];
  /** More terms than this are many: four times the median of the cells in use. */
  readonly limit: number;
  readonly median: number;
  readonly most: number;
  /** Cells by the number of terms that use them, in growing steps; the first bin holds cells without any. */
  readonly bins: readonly Bin[];
}

export interface Bin {
  /** Fewest and most terms per cell of this bin has. */
  readonly from: number;
  readonly to: number;
  readonly cells: number;
}

const CROWDED = 4;

const MOST_BINS = 12;

/** @param load terms that use each cell */
export function healthOf(load: readonly number[]): Health {
  const used = load.filter((terms) => terms > 0).sort((a, b) => a - b);
  const median = used[Math.floor(used.length / 2)] ?? 0;
  const most = used.at(-1) ?? 0;
  const limit = CROWDED * median;
  const where = (isMeant: (terms: number) => boolean) =>
    load.flatMap((terms, cell) => (isMeant(terms) ? [cell] : []));
  return {
    unused: where((terms) => terms === 0),
    crowded: where((terms) => terms > limit),
    limit,
    median,
    most,
    bins: binsOf(load, most),
  };
}

/** Few cells have very many terms, so the steps grow: 1, 2, 5, 10, 20, 50 and so on, of which the highest are taken. */
function binsOf(load: readonly number[], most: number): Bin[] {
  const edges = [0, 1, ...edgesUpTo(most).slice(-(MOST_BINS - 2))];
  const bins = edges.map((from, index) => ({
    from,
    to: (edges[index + 1] ?? most + 1) - 1,
    cells: 0,
  }));
  for (const terms of load) bins.findLast(({ from }) => terms >= from)!.cells++;
  return bins.filter(({ from, to }) => from <= to);
}

function edgesUpTo(most: number): number[] {
  const edges: number[] = [];
  for (let power = 1; power <= most; power *= 10)
    for (const digit of [1, 2, 5])
      if (digit * power > 1 && digit * power <= most) edges.push(digit * power);
  return edges;
}

/** What a figure says, by the name under which a card keeps it. */
const EXPLAINED: Readonly<Record<string, string>> = {
  "neighbour lift": "times as many set neighbours per cell as by chance; 8 or more is good",
};

/** What was measured of a retina, as rows of name and value. */
export function measured(quality: unknown): (readonly [name: string, value: string])[] {
  if (typeof quality !== "object" || quality === null) return [];
  return Object.entries(quality).map(([name, value]) => {
    const explained = EXPLAINED[name];
    return [capital(name), explained ? `${String(value)} ${explained}` : String(value)] as const;
  });
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
