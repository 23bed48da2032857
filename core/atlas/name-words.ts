import type { Retina } from "../retina/types.ts";
import { WORD_BREAK } from "./types.ts";

/** What joins the words of a name and says nothing by itself. */
const BETWEEN = new Set("a an and as at by for from in of on or the to with".split(" "));

/** The words of a name in small letters, but for those that join them. */
export const wordsOf = (label: string): string[] => runsOf(label).flat();

/** The terms that a name consists of, by id: phrases that the retina knows before their words; what it does not know is left out. */
export function termsOf(retina: Pick<Retina, "idOf">, label: string): number[] {
  return label.split(WORD_BREAK).flatMap((part) => {
    const whole = retina.idOf(part);
    return whole >= 0 ? [whole] : runsOf(part).flatMap((words) => longestTerms(retina, words));
  });
}

/** Words that follow each other without one that joins. */
function runsOf(label: string): string[][] {
  const runs: string[][] = [[]];
  for (const word of label.toLowerCase().split(/[ ,]+/)) {
    if (BETWEEN.has(word)) runs.push([]);
    else if (word !== "") runs[runs.length - 1]?.push(word);
  }
  return runs;
}

function longestTerms(retina: Pick<Retina, "idOf">, words: readonly string[]): number[] {
  const [, ...after] = words;
  for (let length = words.length; length > 0; length--) {
    const term = retina.idOf(words.slice(0, length).join(" "));
    if (term >= 0) return [term, ...longestTerms(retina, words.slice(length))];
  }
  return words.length === 0 ? [] : longestTerms(retina, after);
}

/** Whether two names are, or hold, forms of one word: they begin alike. */
export function isKin(a: string, b: string): boolean {
  return a.split(" ").some((left) => b.split(" ").some((right) => beginAlike(left, right)));
}

function beginAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST_STEM) return ENDINGS.some((ending) => short + ending === long);
  const length = Math.max(SHORTEST_STEM, short.length - ENDING);
  return short.slice(0, length) === long.slice(0, length);
}
const SHORTEST_STEM = 4;
const ENDING = 2;
/** Of words that are too short to be told by how they begin. */
const ENDINGS = ["", "s", "es"];
