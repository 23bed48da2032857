/** How a word may be written, and how much that spelling counts; the amounts of a word add up to 1. */
export interface Spelling {
  readonly text: string;
  readonly amount: number;
}

/** The logarithm of how likely a text is written so; any scale that spellings of one word share. */
export type Likelihood = (text: string) => number;

/** A spelling that is less likely than this beside the likeliest is not read. */
const LEAST = 0.05;
/** Each “ss” of a German word may stand for “ß”; longer words have no more. */
const MOST_DOUBLE_S = 3;

/** A word as it stands in a pack and as an encoder reads it. */
export interface Spelt {
  /** The word of the list, and in German also with “ß” where that is likelier. */
  readonly forms: readonly string[];
  readonly spellings: readonly Spelling[];
}

/**
 * What an encoder is to read for a word. Lists of words are in lower case, but encoders know “Hund” better than “hund” in
 * German, and lists of German words have “ss” for “ß”.
 */
export function spell(word: string, language: string, likelihood: Likelihood): Spelt {
  const written = likeliest(doubleS(word, language), (text) =>
    Math.max(...cases(text, language).map(likelihood)),
  );
  const scored = cases(written, language).map((text) => ({ text, score: likelihood(text) }));
  const best = Math.max(...scored.map(({ score }) => score));
  const likely = scored
    .map(({ text, score }) => ({ text, amount: Math.exp(score - best) }))
    .filter(({ amount }) => amount >= LEAST);
  const sum = likely.reduce((all, { amount }) => all + amount, 0);
  return {
    forms: written === word ? [word] : [word, written],
    spellings: likely.map(({ text, amount }) => ({ text, amount: amount / sum })),
  };
}

/** In lower case and with a capital, where a script has both. */
function cases(word: string, language: string): string[] {
  const [first = ""] = word;
  const capital = language === "tr" && first === "i" ? "İ" : first.toUpperCase();
  return capital === first ? [word] : [word, capital + word.slice(first.length)];
}

function doubleS(word: string, language: string): string[] {
  if (language !== "de") return [word];
  const parts = word.split("ss");
  if (parts.length === 1 || parts.length > MOST_DOUBLE_S + 1) return [word];
  return parts
    .slice(1)
    .reduce<string[]>(
      (heads, part) => heads.flatMap((head) => [`${head}ss${part}`, `${head}ß${part}`]),
      [parts[0] ?? ""],
    );
}

function likeliest(texts: readonly string[], score: Likelihood): string {
  let best = texts[0] ?? "";
  if (texts.length === 1) return best;
  let highest = score(best);
  for (const text of texts.slice(1)) {
    const own = score(text);
    if (own > highest) [best, highest] = [text, own];
  }
  return best;
}
