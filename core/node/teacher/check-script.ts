import { badTeacher } from "./teacher-files.ts";

/** From this share of unknown pieces on a tokenizer does not know a script. */
const MOST_UNKNOWN = 0.25;
/** An alphabet that a tokenizer knows no words of is cut into single letters; foreign words into halves at most. */
const MOST_PIECES_PER_LETTER = 0.62;
/** In these scripts a letter is a word or a syllable, and a piece of its own. */
const DENSE_LETTERS = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/gu;
const LETTERS = /\p{L}|\p{M}/gu;

/** Pieces that a text is cut into, without the marks of its ends, and how many of them mean "unknown". */
export type PieceCounter = (text: string) => { readonly all: number; readonly unknown: number };

/** Refuses a teacher whose tokenizer does not know the letters of the texts. @throws bad-input */
export function checkScript(sample: readonly string[], pieces: PieceCounter, folder: string): void {
  const text = sample.join("\n");
  const letters = text.match(LETTERS)?.length ?? 0;
  const isDense = 2 * (text.match(DENSE_LETTERS)?.length ?? 0) > letters;
  const counts = sample.map(pieces);
  const all = counts.reduce((sum, count) => sum + count.all, 0);
  const unknown = counts.reduce((sum, count) => sum + count.unknown, 0);
  const isCutToLetters = !isDense && all > MOST_PIECES_PER_LETTER * letters;
  if (letters === 0 || (unknown <= MOST_UNKNOWN * all && !isCutToLetters)) return;
  throw badTeacher(
    `The tokenizer of ${folder} does not know the script of these texts, such as “${exampleOf(sample)}”; take an encoder made for their language.`,
    folder,
  );
}

const exampleOf = (sample: readonly string[]) => (sample[0] ?? "").slice(0, 40);
