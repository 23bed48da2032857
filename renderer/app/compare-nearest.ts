/** A term that is in only one of two lists, with its place there. */
export interface NearestChange {
  readonly term: string;
  /** From 1. */
  readonly rank: number;
}

/** Two ranked lists of terms: which stay, which come in, which go out; each in its own order. */
export function compareNearest(before: readonly string[], after: readonly string[]) {
  const old = new Set(before);
  const now = new Set(after);
  const ranked = (terms: readonly string[], isWanted: (term: string) => boolean) =>
    terms.flatMap((term, index) => (isWanted(term) ? [{ term, rank: index + 1 }] : []));
  return {
    stayed: after.filter((term) => old.has(term)),
    entered: ranked(after, (term) => !old.has(term)),
    gone: ranked(before, (term) => !now.has(term)),
  };
}
