import type { Retina } from "../retina/types.ts";

/** Share of running words at which a word counts half as much as a rare one. */
const HALF_WAY = 2e-4;
/** Words of a usual document: turns a share of documents into a share of words where a file lacks the latter. */
const USUAL_DOCUMENT = 1_400;

/**
 * What each term of a retina counts for in a text: near 1 for rare terms, falling with frequency, so
 * that "the" weighs less than a hundredth of "guitar"; times the weight that the retina has learned. One pass over the vocabulary.
 */
export function termWeights(retina: Retina): Float64Array {
  return Float64Array.from(
    { length: retina.termCount },
    (_, id) => frequencyWeight(termFrequency(retina, id)) * retina.weight(id),
  );
}

/** The weight of a term with this share of running words. */
export function frequencyWeight(frequency: number): number {
  return HALF_WAY / (HALF_WAY + frequency);
}

/** Share of running words; estimated from the share of documents when the file does not give it. */
export function termFrequency(retina: Retina, id: number): number {
  const frequency = retina.frequency(id);
  if (frequency > 0) return frequency;
  const documents = Math.min(retina.documentFrequency(id), 1 - 1e-9);
  return -Math.log(1 - documents) / USUAL_DOCUMENT;
}
