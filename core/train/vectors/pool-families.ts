import type { Vocabulary } from "../corpus/vocabulary.ts";
import { sharedFloats } from "../run/arrays.ts";
import { normalise, type TermVectors } from "./term-vectors.ts";

/** Words that only look related ("wing", "wed") have vectors further apart than this cosine. */
const LEAST_COSINE = 0.25;

/**
 * Moves the vector of each word towards those of its inflections, by `share` times their cosine, more towards
 * frequent ones: what one form lacks in evidence the other has. All moves start from the unmoved vectors.
 */
export function poolFamilies(
  vectors: TermVectors,
  { words, counts }: Pick<Vocabulary, "words" | "counts">,
  share: number,
): TermVectors {
  const { rows, dimensions, values } = vectors;
  const pooled = sharedFloats(values.length);
  pooled.set(values);
  const row = (of: Float32Array, id: number) => of.subarray(id * dimensions, (id + 1) * dimensions);
  wordFamilies(words).forEach((family, word) => {
    const own = row(values, word);
    const target = row(pooled, word);
    for (const relative of family) {
      const other = row(values, relative);
      const cosine = dot(own, other);
      if (cosine <= LEAST_COSINE) continue;
      const evidence = Math.sqrt(counts[relative]!);
      const weight = (share * cosine * evidence) / (evidence + Math.sqrt(counts[word]!));
      for (let i = 0; i < dimensions; i++) target[i]! += weight * other[i]!;
    }
    if (family.length > 0) normalise(target);
  });
  return { rows, dimensions, values: pooled };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** An ending of English words, and what the basic form has in its place. */
const ENDINGS: readonly (readonly [string, readonly string[]])[] = [
  ["ies", ["y"]],
  ["es", ["", "e"]],
  ["s", [""]],
  ["ied", ["y"]],
  ["ed", ["", "e"]],
  ["ing", ["", "e"]],
  ["ly", [""]],
  ["ily", ["y"]],
  ["ers", ["er"]],
  ["er", ["", "e"]],
  ["ness", [""]],
];
/** Endings before which a consonant may have been doubled: stopped, running. */
const DOUBLING = new Set(["ed", "ing"]);
const SHORTEST_STEM = 3;

/** Words that may be the basic form of an inflected word: "tried" may come from "try" or "tri". */
export function basicForms(word: string): Set<string> {
  const forms = new Set<string>();
  for (const [ending, replacements] of ENDINGS) {
    const stem = word.slice(0, word.length - ending.length);
    if (!word.endsWith(ending) || stem.length < SHORTEST_STEM) continue;
    for (const replacement of replacements) forms.add(stem + replacement);
    const isDoubled = stem.length > SHORTEST_STEM && stem.at(-1) === stem.at(-2);
    if (isDoubled && DOUBLING.has(ending)) forms.add(stem.slice(0, -1));
  }
  forms.delete(word);
  return forms;
}

/** For each word the numbers of the words that look like its basic form or like an inflection of it. */
export function wordFamilies(words: readonly string[]): number[][] {
  const ids = new Map(words.map((word, id) => [word, id]));
  const families: number[][] = words.map(() => []);
  words.forEach((word, id) => {
    for (const form of basicForms(word)) {
      const basic = ids.get(form);
      if (basic === undefined) continue;
      families[id]!.push(basic);
      families[basic]!.push(id);
    }
  });
  return families;
}
