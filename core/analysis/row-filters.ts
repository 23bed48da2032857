import type { PosType, Ranked, Retina } from "../retina/types.ts";
import { wordForms } from "../text/word-forms.ts";

/** What a person may ask of the rows of a table of terms. */
export interface FilterInput {
  readonly pos_type?: PosType;
  /** Limits of the document frequency. */
  readonly minDf?: number;
  readonly maxDf?: number;
  readonly kind?: "single" | "phrase";
  readonly exclude?: readonly string[];
  readonly startsWith?: string;
  /** Leaves out these words and their inflections and spellings. */
  readonly withoutForms?: readonly string[];
}

interface Filter {
  /** The field it came from. */
  readonly name: string;
  passes(term: number): boolean;
}
/** All have to let a term pass. */
export type Filters = readonly Filter[];

/** The filters that are set, in the order of the form. */
export function makeFilters(retina: Retina, input: FilterInput): Filters {
  const { pos_type, minDf, maxDf, kind, exclude, startsWith, withoutForms } = input;
  const filters: Filter[] = [];
  const add = (name: string, passes: (term: number) => boolean) => filters.push({ name, passes });
  if (pos_type !== undefined) add("pos_type", (term) => retina.posTypes(term).includes(pos_type));
  if (minDf !== undefined) add("minDf", (term) => retina.documentFrequency(term) >= minDf);
  if (maxDf !== undefined) add("maxDf", (term) => retina.documentFrequency(term) <= maxDf);
  if (kind !== undefined)
    add("kind", (term) => retina.term(term).includes(" ") === (kind === "phrase"));
  if (exclude !== undefined && exclude.length > 0) {
    const ids = new Set(exclude.map((term) => retina.idOf(term)));
    add("exclude", (term) => !ids.has(term));
  }
  if (startsWith !== undefined && startsWith !== "") {
    const start = startsWith.toLowerCase();
    add("startsWith", (term) => retina.term(term).toLowerCase().startsWith(start));
  }
  if (withoutForms !== undefined && withoutForms.length > 0) {
    const isForm = formTest(withoutForms);
    add("withoutForms", (term) => !isForm(retina.term(term).toLowerCase()));
  }
  return filters;
}

/** For each row the filters that do not let it pass: bit `i` for filter `i`. Each filter is asked once per row. */
export function failures({ terms }: Ranked, filters: Filters): Uint8Array {
  const failed = new Uint8Array(terms.length);
  filters.forEach((filter, bit) => {
    for (let place = 0; place < terms.length; place++)
      if (!filter.passes(terms[place]!)) failed[place]! |= 1 << bit;
  });
  return failed;
}

/** The words themselves and what they may be inflected or spelled as. */
function formsOf(words: readonly string[]): ReadonlySet<string> {
  const lower = words.map((word) => word.toLowerCase());
  return new Set(lower.flatMap((word) => [word, ...wordForms(word)]));
}

/** `jaguars` is a form of `jaguar`, whichever of the two was asked for. */
function formTest(words: readonly string[]): (term: string) => boolean {
  const hidden = formsOf(words);
  const initials = new Set([...hidden].map((form) => form.charAt(0)));
  return (term) =>
    hidden.has(term) ||
    (mayShareForms(term, initials) && wordForms(term).some((form) => hidden.has(form)));
}

/** Only accents, points and the shortest words may begin otherwise than their forms do. */
const mayShareForms = (term: string, initials: ReadonlySet<string>) =>
  !term.includes(" ") &&
  (term.length < SHORT || initials.has(term.charAt(0)) || !/^[a-z]/.test(term));
const SHORT = 5;
