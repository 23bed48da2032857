import type { Input } from "../api/client-types.ts";
import type { Retina } from "../retina/types.ts";
import { wordForms } from "../text/word-forms.ts";

/** What a person may ask of the rows of a table of terms. */
export type FilterInput = NonNullable<Input<"app.explore">["filters"]>;

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
    const hidden = formsOf(withoutForms);
    add("withoutForms", (term) => !isFormOf(retina.term(term).toLowerCase(), hidden));
  }
  return filters;
}

/** The words themselves and what they may be inflected or spelled as. */
function formsOf(words: readonly string[]): ReadonlySet<string> {
  const lower = words.map((word) => word.toLowerCase());
  return new Set(lower.flatMap((word) => [word, ...wordForms(word)]));
}

/** `jaguars` is a form of `jaguar`, whichever of the two was asked for. */
const isFormOf = (term: string, hidden: ReadonlySet<string>) =>
  hidden.has(term) || (!term.includes(" ") && wordForms(term).some((form) => hidden.has(form)));
