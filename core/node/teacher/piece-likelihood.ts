import { openTokenizer } from "./encoder.ts";
import { badTeacher, type TeacherFiles } from "./teacher-files.ts";

/** Of a piece that the tokenizer does not know: less likely than any that it does. */
const BEYOND = 10;

/**
 * How likely a tokenizer of pieces (Unigram) finds a text, as a logarithm: the sum of the logarithms of its pieces. It tells
 * how a word is usually written. @throws bad-input for a tokenizer of another kind
 */
export function pieceLikelihood(files: TeacherFiles): (text: string) => number {
  const scores = new Map(piecesOf(files));
  let unknown = 0;
  for (const score of scores.values()) unknown = Math.min(unknown, score - BEYOND);
  const tokenizer = openTokenizer(files);
  return (text) => {
    const pieces: readonly string[] = tokenizer.tokenize(text);
    return pieces.reduce((sum, piece) => sum + (scores.get(piece) ?? unknown), 0);
  };
}

function piecesOf({ tokenizer: { model }, folder }: TeacherFiles): [string, number][] {
  const vocab = typeof model === "object" && model !== null && "vocab" in model ? model.vocab : [];
  const pieces = Array.isArray(vocab) ? vocab.filter(isPiece) : [];
  if (pieces.length === 0)
    throw badTeacher(
      `The encoder ${folder} does not tell how likely the pieces of words are; one with a Unigram tokenizer is needed.`,
      folder,
    );
  return pieces;
}

const isPiece = (value: unknown): value is [string, number] =>
  Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "number";
