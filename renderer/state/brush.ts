import { Type } from "#typebox";
import { positionsSchema } from "../../core/workspace/cells.ts";
import { useNavigation } from "./navigation.ts";
import { defineSlice } from "./slice.ts";
import { asOneStep } from "./workspace.ts";

const cells = defineSlice("brush", {
  title: "the selected cells",
  schema: positionsSchema,
  initial: [],
});

/** Where they were selected; "" for everywhere. */
const place = defineSlice("brush view", {
  title: "the view of the selected cells",
  schema: Type.String(),
  initial: "",
});

const isHere = (made: string, view: string): boolean => made === "" || made === view;

const NONE: readonly number[] = [];

function useHere(): readonly number[] {
  const chosen = cells.use();
  const made = place.use();
  return useNavigation(({ view }) => isHere(made, view)) ? chosen : NONE;
}

/**
 * Cells chosen on the map, ascending; none chosen means that nothing is dimmed. What was chosen in one view says nothing about
 * what another shows: it is there again when the person comes back.
 */
export const brush = {
  read: (): readonly number[] =>
    isHere(place.read(), useNavigation.getState().view) ? cells.read() : NONE,
  use: useHere,
};

export function setBrush(label: string, chosen: readonly number[]): void {
  if (chosen.length === 0 && brush.read().length === 0) return;
  const { view } = useNavigation.getState();
  asOneStep(() => {
    place.edit(label, () => view);
    cells.edit(label, () => chosen);
  });
}

export const clearBrush = (): void => setBrush("Clear the selection", []);

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
