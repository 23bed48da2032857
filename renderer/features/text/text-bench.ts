import { create } from "zustand";
import { Type } from "#typebox";
import { orNull, type Saved } from "../../../core/workspace/fit.ts";
import { defineSlice } from "../../state/slice.ts";

const texts = Type.Array(Type.String());
const schema = Type.Object({
  text: Type.String(),
  /** Words that a person left out, in lower case. */
  leftOut: texts,
  /** Leave out words with a digit. */
  withoutNumbers: Type.Boolean(),
  /** Leave out words that cause less than half a percent of the fingerprint. */
  withoutFaint: Type.Boolean(),
  /** Where slices begin after the first, set by hand; null follows the engine. */
  cuts: orNull(Type.Array(Type.Integer({ minimum: 0 }))),
  /** The language as a person knows it, as an ISO code; "" for the one found. */
  language: Type.String(),
  /** Languages that are never given as an answer. */
  excluded: texts,
});
/** What the text view works on. Everything that it shows follows from this and the retina. */
export type TextBench = Saved<typeof schema>;

export const EMPTY_BENCH: TextBench = {
  text: "",
  leftOut: [],
  withoutNumbers: false,
  withoutFaint: false,
  cuts: null,
  language: "",
  excluded: [],
};

/** Characters that are read at once. More stay in the box, unread; beyond this a text belongs into a file of texts. */
export const LONGEST_TEXT = 1_048_576;

export const textBench = defineSlice("text", {
  title: "the text",
  schema,
  initial: EMPTY_BENCH,
});

/** Another text begins with every word used and the engine's own slices. */
export function setText(label: string, text: string, gesture?: string): void {
  textBench.edit(
    label,
    (before) =>
      before.text === text
        ? before
        : { ...EMPTY_BENCH, excluded: before.excluded, text, ...keptOptions(before) },
    gesture === undefined ? {} : { gesture },
  );
}

const keptOptions = ({ withoutNumbers, withoutFaint }: TextBench) => ({
  withoutNumbers,
  withoutFaint,
});

/** How the view is looked at; neither undone nor saved. */
export const useTextLook = create<{
  readonly shows: "whole" | "slices";
  /** Index of the slice that stands out, or -1. */
  readonly slice: number;
  /** A keyword whose occurrences stand out, or "". */
  readonly keyword: string;
  /** Draw the line that joins the slices' places? */
  /** The text whose reading the person cancelled, or null. */
  readonly unread: string | null;
}>(() => ({ shows: "whole", slice: -1, keyword: "", unread: null }));
