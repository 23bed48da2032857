import { listAt, type NounTable } from "./noun-table.ts";

/**
 * For each sense of a word as a noun the words that stand for it: synonyms, what it is a kind, an example or a part of and what
 * is one of it, the subject, and words of its definition; none for a word without such senses.
 */
export function senseWords(table: NounTable, word: string): string[][] {
  const place = table.placeOf(word);
  if (place < 0) return [];
  return Array.from(listAt(table.senses, place), (synset) => {
    const near = [synset, ...LINKS.flatMap((link) => [...listAt(table[link], synset)])];
    const found = new Set(near.flatMap((each) => [...listAt(table.wordsOf, each)]));
    for (const other of listAt(table.gloss, synset)) found.add(other);
    return Array.from(found, (each) => table.words[each]!);
  });
}

const LINKS = [
  "hypernyms",
  "hyponyms",
  "instanceOf",
  "examples",
  "topics",
  "wholes",
  "parts",
] as const;
