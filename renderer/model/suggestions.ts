/** One line of the list under a term input. */
export interface Suggestion {
  readonly term: string;
  readonly kind:
    | "exact"
    | "prefix"
    | "word"
    | "spelling"
    | "recent"
    | "text"
    | "saved"
    | "region"
    | "cells"
    | "filter"
    | "part"
    | "retina";
  /** Code of the language of a word of another one, and how it is written in an expression. */
  readonly language?: string;
  readonly written?: string;
  /** Share of the corpus's documents; absent for texts and recent terms. */
  readonly df?: number;
  readonly posTypes?: readonly string[];
  /** Another retina that knows the term, and how to change to it. */
  readonly retina?: { readonly name: string; readonly choose: () => void };
  /** Asks how many senses it has; only for terms. */
  readonly countSenses?: () => Promise<number>;
}

/** Whether what was typed is no term here, as far as is known: at best something like it. */
export const isUnknown = (suggestions: readonly Suggestion[]): boolean =>
  suggestions.length > 0 && suggestions.every(({ kind }) => BESIDE.has(kind));

const BESIDE: ReadonlySet<Suggestion["kind"]> = new Set(["spelling", "part", "retina", "text"]);

/** Words of the retina's own language that are listed where there are others. */
const MOST_OWN = 7;

/** What is exactly the word comes first, in whatever language; then words of the retina's own. */
export function withOtherLanguages(
  own: readonly Suggestion[],
  others: readonly Suggestion[],
): readonly Suggestion[] {
  if (others.length === 0) return own;
  const isExact = ({ kind }: Suggestion) => kind === "exact";
  const listed = isUnknown(own) ? own : own.slice(0, MOST_OWN);
  const first = [...listed.filter(isExact), ...others.filter(isExact)];
  const rest = isUnknown(own) ? [...others, ...listed] : [...listed, ...others];
  return [...first, ...rest.filter((each) => !isExact(each))];
}

/** What is offered besides what was found. */
export interface SuggestionSource {
  readonly recent?: readonly string[];
  readonly onText?: (text: string) => void;
}

/** Recent terms for the empty box; else what was found, and "use as text" last. */
export function suggestionsFor(
  typed: string,
  found: readonly Suggestion[],
  { recent = [], onText }: SuggestionSource,
): readonly Suggestion[] {
  if (typed === "") return recent.map((term) => ({ term, kind: "recent" }));
  return onText ? [...found, { term: typed, kind: "text" }] : found;
}

/** Non-empty lines of a pasted text, trimmed. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Splits a term into parts that match what was typed and parts that do not; plain string search, any case. */
export function markMatch(term: string, typed: string): { text: string; isMatch: boolean }[] {
  const needle = typed.toLowerCase();
  const at = needle === "" ? -1 : term.toLowerCase().indexOf(needle);
  if (at < 0) return [{ text: term, isMatch: false }];
  const end = at + needle.length;
  return [
    { text: term.slice(0, at), isMatch: false },
    { text: term.slice(at, end), isMatch: true },
    { text: term.slice(end), isMatch: false },
  ].filter((part) => part.text !== "");
}
