import { create } from "zustand";
import { Type } from "#typebox";
import type { Saved } from "../../../core/workspace/fit.ts";
import { defineSlice } from "../../state/slice.ts";

const schema = Type.Object({
  text: Type.String(),
  /** The language that the user set, as an ISO code; "" for the one found. */
  language: Type.String(),
});
/** What the text view works on. Everything that it shows follows from this and the map. */
export type TextBench = Saved<typeof schema>;

export const EMPTY_BENCH: TextBench = { text: "", language: "" };

/** Characters that are read at once. More stay in the box, unread; beyond this a text belongs into a file of texts. */
export const LONGEST_TEXT = 1_048_576;

export const textBench = defineSlice("text", {
  title: "the text",
  schema,
  initial: EMPTY_BENCH,
});

/** The language of another text is found anew. */
export function setText(label: string, text: string, gesture?: string): void {
  textBench.edit(
    label,
    (before) => (before.text === text ? before : { ...EMPTY_BENCH, text }),
    gesture === undefined ? {} : { gesture },
  );
}

/** How the view is looked at; neither undone nor saved. */
export const useTextLook = create<{
  readonly shows: "whole" | "slices";
  /** Index of the slice that stands out, or -1. */
  readonly slice: number;
  /** A keyword whose occurrences stand out, or "". */
  readonly keyword: string;
  /** The text whose reading the person cancelled, or null. */
  readonly unread: string | null;
}>(() => ({ shows: "whole", slice: -1, keyword: "", unread: null }));

/** Lets a slice stand out, or none where it does already. */
export const chooseSlice = (slice: number): void =>
  useTextLook.setState((before) => ({ slice: before.slice === slice ? -1 : slice }));
