import { create } from "zustand";
import { isListOf, isRecord, isText } from "../../model/guards.ts";
import { defineSlice } from "../slice.ts";

/** What the text view works on. Everything that it shows follows from this and the retina. */
export interface TextBench {
  readonly text: string;
  /** Words that a person left out, in lower case. */
  readonly leftOut: readonly string[];
  /** Leave out words with a digit. */
  readonly withoutNumbers: boolean;
  /** Leave out words that cause less than half a percent of the fingerprint. */
  readonly withoutFaint: boolean;
  /** Where slices begin after the first, set by hand; null follows the engine. */
  readonly cuts: readonly number[] | null;
  /** The language as a person knows it, as an ISO code; "" for the one found. */
  readonly language: string;
  /** Languages that are never given as an answer. */
  readonly excluded: readonly string[];
}

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

const isTexts = isListOf(isText);
const isOffset = (value: unknown): value is number => Number.isInteger(value);

export const textBench = defineSlice<TextBench>(
  "text",
  EMPTY_BENCH,
  (value): value is TextBench =>
    isRecord(value) &&
    isText(value.text) &&
    isTexts(value.leftOut) &&
    typeof value.withoutNumbers === "boolean" &&
    typeof value.withoutFaint === "boolean" &&
    (value.cuts === null || isListOf(isOffset)(value.cuts)) &&
    isText(value.language) &&
    isTexts(value.excluded),
);

/** Another text begins with every word used and the engine's own slices. */
export function setText(label: string, text: string, merge?: string): void {
  textBench.edit(
    label,
    (before) =>
      before.text === text
        ? before
        : { ...EMPTY_BENCH, excluded: before.excluded, text, ...keptOptions(before) },
    merge === undefined ? {} : { merge },
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
  readonly showsTrail: boolean;
  /** The text whose reading the person cancelled, or null. */
  readonly unread: string | null;
}>(() => ({ shows: "whole", slice: -1, keyword: "", showsTrail: true, unread: null }));
