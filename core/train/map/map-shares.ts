import { FULL_NAMING } from "../../retina/term-weights.ts";
import type { TermRows } from "../corpus/term-rows.ts";
import { MAP_SAMPLES, type Shapers } from "./lay-out-map.ts";

/** From this share of capitals inside sentences on, a term is the name of a person, a place or a work ... */
const NAME_CAPITALS = 0.6;
/** ... and counts for so much where places of the map are named: they are called by what they are about. */
const NAME_SHARE = 0.25;

/** Share of each term's occurrences that counts where the map is laid out and named, 0..1; of a phrase, its words' mean. */
export function mapShares({ vocabulary, phrases }: Pick<TermRows, "vocabulary" | "phrases">) {
  const { mapCounts, counts } = vocabulary;
  const words = Float64Array.from(counts, (count, word) => mapCounts[word]! / Math.max(1, count));
  const parts = phrases.map(
    ({ words: own }) => own.reduce((sum, word) => sum + words[word]!, 0) / own.length,
  );
  return Float64Array.from([...words, ...parts]);
}

/** How much each term counts where places are named, in 255ths. */
export function namingBytes(terms: Pick<TermRows, "vocabulary" | "phrases">): Uint8Array {
  const { inner, innerCapitals } = terms.vocabulary;
  const capitals = [
    ...Array.from(inner, (count, word) => innerCapitals[word]! / Math.max(1, count)),
    ...terms.phrases.map((phrase) => phrase.capitals),
  ];
  return Uint8Array.from(mapShares(terms), (share, row) =>
    Math.round(FULL_NAMING * share * (capitals[row]! > NAME_CAPITALS ? NAME_SHARE : 1)),
  );
}

/** The terms that shape the map, each by the share of it that counts. */
export function shapersOf(
  terms: Pick<TermRows, "vocabulary" | "phrases">,
): Omit<Shapers, "vectors"> {
  const shares = mapShares(terms);
  const rows = mapRows(terms, MAP_SAMPLES).filter((row) => shares[row]! > 0);
  return { rows, weights: Float64Array.from(rows, (row) => shares[row]!) };
}

/**
 * The rows that shape the map, `most` of them at most: words by how often they occur as far as it counts, then phrases in
 * their own order.
 */
export function mapRows(
  terms: Pick<TermRows, "vocabulary" | "phrases">,
  most: number,
): Uint32Array {
  const { mapCounts } = terms.vocabulary;
  const words = Uint32Array.from(mapCounts.keys());
  words.sort((a, b) => mapCounts[b]! - mapCounts[a]! || a - b);
  const phrases = terms.phrases.map((_, i) => words.length + i);
  return Uint32Array.from([...words, ...phrases]).slice(0, most);
}
