import type { RetinaData } from "../../core/retina/retina-data.ts";

/** Positions term by term, as sets: the slow obvious index that fast ones are checked against. */
export function naiveIndex({ offsets, positions }: Pick<RetinaData, "offsets" | "positions">) {
  const terms = Array.from(
    { length: offsets.length - 1 },
    (_, id) => new Set(positions.subarray(offsets[id], offsets[id + 1])),
  );
  const overlaps = (query: Iterable<number>): number[] => {
    const list = [...query];
    return terms.map((held) => list.filter((position) => held.has(position)).length);
  };
  return {
    overlaps,
    /** Ids by falling overlap, then rising id, those without overlap left out. */
    rank(query: Iterable<number>, keep: (id: number) => boolean = () => true) {
      return overlaps(query)
        .map((count, id) => ({ id, count }))
        .filter(({ id, count }) => count > 0 && keep(id))
        .sort((a, b) => b.count - a.count || a.id - b.id);
    },
    termsAt: (position: number) => terms.flatMap((held, id) => (held.has(position) ? [id] : [])),
  };
}

/** Rows of `positions` end to end, with where each starts. */
export function joinRows(rows: readonly (readonly number[] | Uint16Array)[]) {
  const offsets = new Uint32Array(rows.length + 1);
  rows.forEach((row, i) => {
    offsets[i + 1] = offsets[i]! + row.length;
  });
  return { offsets, positions: Uint16Array.from(rows.flatMap((row) => [...row])) };
}
