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
