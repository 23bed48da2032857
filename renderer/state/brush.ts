import { isPositions } from "../model/fingerprint.ts";
import { defineSlice } from "./slice.ts";

/** Cells chosen on the map, ascending; none chosen means that nothing is dimmed. */
export const brush = defineSlice<readonly number[]>("brush", [], isPositions);

export function setBrush(label: string, cells: readonly number[], merge?: string): void {
  brush.edit(label, () => cells, merge === undefined ? {} : { merge });
}

export const clearBrush = (): void => setBrush("Clear the selection", []);
