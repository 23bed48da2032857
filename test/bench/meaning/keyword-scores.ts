import stem from "wink-porter2-stemmer";

export interface KeywordScores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** A phrase as a row of word stems, so that "neural networks" equals "Neural Network". */
export function stemmed(phrase: string): string {
  return (phrase.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem).join(" ");
}

/** Exact matches, after stemming, of the first `cutoff` keywords with the ones people gave. */
export function keywordScores(
  found: readonly string[],
  wanted: readonly string[],
  cutoff: number,
): KeywordScores {
  const truth = distinctStems(wanted);
  const answer = [...distinctStems(found)].slice(0, cutoff);
  const hits = answer.filter((phrase) => truth.has(phrase)).length;
  const precision = answer.length === 0 ? 0 : hits / answer.length;
  const recall = truth.size === 0 ? 0 : hits / truth.size;
  const f1 = hits === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
}

const distinctStems = (phrases: readonly string[]) =>
  new Set(phrases.map(stemmed).filter((phrase) => phrase !== ""));
