import { isRecord, isText } from "../../model/guards.ts";
import { defineSlice } from "../slice.ts";

/** What the analyst noted on a result, by view and title of the map; saved with the workspace. */
export const reportNotes = defineSlice<Readonly<Record<string, string>>>(
  "reportNotes",
  {},
  (value): value is Readonly<Record<string, string>> =>
    isRecord(value) && Object.values(value).every(isText),
  { join: (saved, own) => ({ ...saved, ...own }) },
);

/** Kept with every letter; the letters of one note are one step of undo. */
export function noteOn(result: string, text: string): void {
  reportNotes.edit(
    "Note in a report",
    (before) => {
      if ((before[result] ?? "") === text) return before;
      const { [result]: _, ...others } = before;
      return text === "" ? others : { ...others, [result]: text };
    },
    { merge: `report notes ${result}` },
  );
}
