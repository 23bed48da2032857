import type { Output } from "../../../../core/api/client-types.ts";

type Terms = Output<"app.compare">["terms"];

/** The parts of an overlay of two, from the left. */
export const PARTS = ["left", "both", "right"] as const satisfies readonly (keyof Terms)[];

/** Terms of each part, each only where it has most cells: a term of both sides would fill all three lists. */
export function placedTerms(terms: Terms): Terms {
  const best = new Map<string, { readonly part: keyof Terms; readonly score: number }>();
  for (const part of ["both", "left", "right"] as const)
    for (const { term, score } of terms[part])
      if (score > (best.get(term)?.score ?? 0)) best.set(term, { part, score });
  const placed = PARTS.map((part) => [
    part,
    terms[part].filter(({ term }) => best.get(term)?.part === part),
  ]);
  return Object.fromEntries(placed) as Terms;
}
