import { FULL_NAMING } from "../../retina/term-weights.ts";
import { frequencyWeight } from "../../text/weights.ts";
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
  const names = nameRows(terms);
  return Uint8Array.from(mapShares(terms), (share, row) =>
    Math.round(FULL_NAMING * share * (names[row] === 1 ? NAME_SHARE : 1)),
  );
}

/** 1 for each term that is nearly always written with a capital inside sentences. */
function nameRows({ vocabulary, phrases }: Pick<TermRows, "vocabulary" | "phrases">): Uint8Array {
  const { inner, innerCapitals } = vocabulary;
  const capitals = [
    ...Array.from(inner, (count, word) => innerCapitals[word]! / Math.max(1, count)),
    ...phrases.map((phrase) => phrase.capitals),
  ];
  return Uint8Array.from(capitals, (share) => Number(share > NAME_CAPITALS));
}

/** Of the occurrences of a name so many count where the map is laid out; with fewer, words and their inflections fill whole districts. */
const NAME_USE = 0.4;

/**
 * How much each term is used in texts: its occurrences as far as they count in the map, times what its rarity leaves of them in a
 * text; of names four tenths.
 */
export function mapUses(terms: Pick<TermRows, "vocabulary" | "phrases" | "counts">): Float64Array {
  const names = nameRows(terms);
  const total = Math.max(1, terms.vocabulary.total);
  return mapShares(terms).map((share, row) => {
    const count = terms.counts[row]!;
    return share * count * frequencyWeight(count / total) * (names[row] === 1 ? NAME_USE : 1);
  });
}

/** The terms that shape the map, each by the root of its use. */
export function shapersOf(
  terms: Pick<TermRows, "vocabulary" | "phrases" | "counts">,
): Omit<Shapers, "vectors"> {
  const uses = mapUses(terms);
  const rows = mapRows(terms, MAP_SAMPLES).filter((row) => uses[row]! > 0);
  return { rows, weights: Float64Array.from(rows, (row) => Math.sqrt(uses[row]!)) };
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
