import { badInput } from "../errors.ts";

/**
 * The characters of a list with a line for each, `FROM<TAB>TO`, as a pack holds them: each with the one that it is read as, run
 * together, in order of code units. @throws bad-input naming the line that cannot be read
 */
export function readCharacterList(text: string): string {
  const pairs = new Map<string, string>();
  text.split(/\r?\n/).forEach((line, i) => {
    if (line === "") return;
    const [from = "", to = "", ...more] = line.split("\t");
    if (!CHARACTER.test(from) || !CHARACTER.test(to) || more.length > 0 || pairs.has(from))
      throw badInput(
        "characters",
        `Line ${i + 1} of the list of characters is “${line.slice(0, 60)}”; each line has a character that no other line begins with, a tab and the one it is read as.`,
      );
    pairs.set(from, to);
  });
  return [...pairs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flat()
    .join("");
}

const CHARACTER = /^\p{L}$/u;
const PAIRS = /^(?:\p{L}\p{L})*$/u;

/** Whether a text can be the characters of a pack. */
export const areCharacterPairs = (text: string): boolean => PAIRS.test(text);

/** By character, the one that it is read as. */
export function characterMap(pairs: string): ReadonlyMap<string, string> {
  const characters = [...pairs];
  const map = new Map<string, string>();
  for (let at = 0; at + 1 < characters.length; at += 2)
    map.set(characters[at]!, characters[at + 1]!);
  return map;
}
