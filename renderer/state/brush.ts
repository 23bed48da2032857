import { positionsSchema } from "../model/fingerprint.ts";
import { defineSlice } from "./slice.ts";

/** Cells chosen on the map, ascending; none chosen means that nothing is dimmed. */
export const brush = defineSlice("brush", {
  title: "the selected cells",
  schema: positionsSchema,
  initial: [],
});

export function setBrush(label: string, cells: readonly number[], merge?: string): void {
  brush.edit(label, () => cells, merge === undefined ? {} : { merge });
}

export const clearBrush = (): void => setBrush("Clear the selection", []);
