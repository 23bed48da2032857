import { Type } from "#typebox";
import { recordOf } from "../../../core/workspace/fit.ts";
import { defineSlice } from "../../state/slice.ts";

/** What the analyst noted on a result, by view and title of the map; saved with the workspace. */
export const reportNotes = defineSlice("reportNotes", {
  title: "notes in reports",
  schema: recordOf(Type.String()),
  initial: {},
});

/** Kept with every letter; the letters of one note are one step of undo. */
export function noteOn(result: string, text: string): void {
  reportNotes.edit(
    "Note in a report",
    (before) => {
      if ((before[result] ?? "") === text) return before;
      const { [result]: _, ...others } = before;
      return text === "" ? others : { ...others, [result]: text };
    },
    { gesture: `report notes ${result}` },
  );
}
