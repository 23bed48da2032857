/** The nearest terms of one result, nearest first, and what they are near to. */
export interface TermList {
  readonly label: string;
  readonly terms: readonly string[];
}

/** A term that came into the list or went out of it. */
export interface Change {
  readonly term: string;
  /** Rank in the list where it stands among the first, counted from 1. */
  readonly rank: number;
  /** Its rank in the other list, further down; null where it is not on it. */
  readonly otherRank: number | null;
}

export interface MeaningDiff {
  readonly entered: readonly Change[];
  readonly left: readonly Change[];
}

/** So many of the nearest terms count as what the result means. */
const FIRST = 20;

/** What came in and went out among the first terms; null where nothing did, or all did and it is another subject. */
export function meaningDiff(before: TermList, after: TermList): MeaningDiff | null {
  const entered = changes(after.terms, before.terms);
  const left = changes(before.terms, after.terms);
  if (entered.length === 0 && left.length === 0) return null;
  const isOther = entered.length === Math.min(FIRST, after.terms.length);
  return isOther && entered.every(({ otherRank }) => otherRank === null) ? null : { entered, left };
}

function changes(here: readonly string[], there: readonly string[]): Change[] {
  const first = new Set(there.slice(0, FIRST));
  return here.slice(0, FIRST).flatMap((term, index) => {
    if (first.has(term)) return [];
    const other = there.indexOf(term);
    return [{ term, rank: index + 1, otherRank: other < 0 ? null : other + 1 }];
  });
}
