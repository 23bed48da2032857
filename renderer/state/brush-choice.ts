import { brush } from "./brush.ts";

interface Patch {
  readonly label: string;
  readonly positions: readonly number[];
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length > 0 && a.length === b.length && a.every((cell, at) => cell === b[at]);

/** Tells whether these cells, ascending, are the ones that are chosen on the map; no longer once the choice is dropped. */
export function useIsBrushed(): (cells: readonly number[]) => boolean {
  const chosen = brush.use();
  return (cells) => isSame(cells, chosen);
}

/** Label of the patch whose cells are chosen on the map; null for none. */
export function useBrushedPatch(patches: readonly Patch[]): string | null {
  const isBrushed = useIsBrushed();
  return patches.find(({ positions }) => isBrushed(positions))?.label ?? null;
}
