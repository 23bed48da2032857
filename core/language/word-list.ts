import { badInput } from "../errors.ts";
import { characterMap } from "./characters.ts";

/** A word of a language and its share of running words. */
export interface ListedWord {
  readonly word: string;
  readonly share: number;
}

/** Letters and their marks, with apostrophes inside; numbers, smileys and scraps of addresses are no words. */
const WORD = /^\p{L}[\p{L}\p{M}]*(?:'\p{L}[\p{L}\p{M}]*)*$/u;
const LONGEST = 64;
const APOSTROPHES = /[’ʼ＇]/g;

/**
 * The most frequent words of a list with a line for each, `WORD<TAB>SHARE`, in falling order of share, with other forms of
 * `characters` replaced; of doubles the more frequent one. @throws bad-input naming the line that cannot be read
 */
export function readWordList(text: string, most: number, characters = ""): ListedWord[] {
  const readAs = characterMap(characters);
  const shares = new Map<string, number>();
  text.split(/\r?\n/).forEach((line, i) => {
    if (line === "") return;
    const [written = "", number = "", ...more] = line.split("\t");
    const share = Number(number);
    if (number.trim() === "" || more.length > 0 || !(share > 0 && share <= 1))
      throw badInput(
        "words",
        `Line ${i + 1} of the list of words is “${line.slice(0, 60)}”; each line has a word, a tab and its share of running words, above 0 and up to 1.`,
      );
    const plain = written.replace(APOSTROPHES, "'").normalize("NFC");
    const word =
      readAs.size === 0 ? plain : Array.from(plain, (char) => readAs.get(char) ?? char).join("");
    if (!WORD.test(word) || word.length > LONGEST) return;
    shares.set(word, Math.max(share, shares.get(word) ?? 0));
  });
  if (shares.size === 0) throw badInput("words", "The list of words has no words.");
  return [...shares]
    .map(([word, share]) => ({ word, share }))
    .sort((a, b) => b.share - a.share || (a.word < b.word ? -1 : 1))
    .slice(0, most);
}
