import type { Output } from "../../../core/api/client-types.ts";
import { CLASSES, type OverlapClass } from "./comparison.ts";

type Terms = Output<"app.compare">["terms"];

/** Terms of each part, each only where it has most cells: a term of both sides would fill all three lists. */
export function placedTerms(terms: Terms): Terms {
  const best = new Map<string, { readonly part: OverlapClass; readonly score: number }>();
  for (const part of ["both", "left", "right"] as const)
    for (const { term, score } of terms[part])
      if (score > (best.get(term)?.score ?? 0)) best.set(term, { part, score });
  const placed = CLASSES.map((part) => [
    part,
    terms[part].filter(({ term }) => best.get(term)?.part === part),
  ]);
  return Object.fromEntries(placed) as Terms;
}
