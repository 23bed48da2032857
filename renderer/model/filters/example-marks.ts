import type { Example } from "../../../core/workspace/filters/filter-model.ts";
import type { ExampleReport, Skip } from "../../../core/workspace/filters/prepare-examples.ts";

export const MARKS = [
  "conflict",
  "near-conflict",
  "empty",
  "no-known-words",
  "duplicate",
  "near-duplicate",
  "other-language",
  "short",
  "cut",
] as const;
export type Mark = (typeof MARKS)[number];

/** In words, for one example. */
export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  conflict: "The same text is on both sides; it is left out until you decide.",
  "near-conflict": "Nearly the same text is on the other side.",
  empty: "No text.",
  "no-known-words": "None of its words is on this map.",
  duplicate: "Appears here twice; counted once.",
  "near-duplicate": "Nearly the same as another example.",
  "other-language": "Seems to be in a different language from the rest.",
  short: "Very short: fewer than four words.",
  cut: "Cut at 20,000 characters.",
};

/** Everything worth knowing about an example, the gravest first. */
export function marksOf(
  example: Example,
  skip: Skip | undefined,
  report: ExampleReport | undefined,
): Mark[] {
  const marks = new Set<Mark>();
  if (skip && skip !== "muted") marks.add(skip);
  if (example.isCut) marks.add("cut");
  for (const warning of report?.warnings ?? [])
    marks.add(warning === "conflict" ? "near-conflict" : warning);
  return MARKS.filter((mark) => marks.has(mark));
}
