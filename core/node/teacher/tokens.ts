import path from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { badTeacher, reasonOf, type TeacherFiles } from "./teacher-files.ts";

/** How texts are cut into the tokens that an encoder's model reads. */
export interface Tokens {
  /** Stands between the end of a sentence and that of the longest one; some models know by it where a sentence ends. */
  readonly padding: number;
  /** The numbers of a text's tokens, as many as the model reads. */
  of(text: string): readonly number[];
  /** Whether each word of a text, as spaces part them, is one token. */
  areWhole(text: string): boolean;
}

/**
 * Opens the tokenizer of an encoder, which has to know the script of the sample, some texts that it will read. One with many
 * languages takes 150 MB. @throws bad-input
 */
export function openTokens(files: TeacherFiles, sample: readonly string[]): Tokens {
  const tokenizer = openTokenizer(files);
  const pieces = pieceCounter(tokenizer, files);
  checkScript(sample, pieces, files.folder);
  const { longest } = files;
  return {
    padding: paddingOf(tokenizer, files),
    of: (text) => cut(tokenizer.encode(text).ids, longest),
    areWhole: (text) => {
      const { all, unknown } = pieces(text);
      return unknown === 0 && all <= text.split(" ").length;
    },
  };
}

function openTokenizer({ folder, tokenizer, tokenizerConfig }: TeacherFiles): Tokenizer {
  try {
    return new Tokenizer(tokenizer, tokenizerConfig);
  } catch (cause) {
    const file = path.join(folder, "tokenizer.json");
    throw badTeacher(`${file} cannot be used: ${reasonOf(cause)}.`, file);
  }
}

function pieceCounter(tokenizer: Tokenizer, files: TeacherFiles): PieceCounter {
  const unknown = unknownId(tokenizer, files);
  return (text) => {
    const { ids } = tokenizer.encode(text, { add_special_tokens: false });
    return { all: ids.length, unknown: ids.filter((id: number) => id === unknown).length };
  };
}

/** The first tokens and the mark of the end. */
const cut = (ids: readonly number[], longest: number) =>
  ids.length <= longest ? ids : [...ids.slice(0, longest - 1), ids.at(-1)!];

function paddingOf(tokenizer: Tokenizer, files: TeacherFiles): number {
  const { padding } = files.tokenizer;
  const id = isRecord(padding) ? padding.pad_id : undefined;
  return typeof id === "number" ? id : (idOf(tokenizer, files.tokenizerConfig.pad_token) ?? 0);
}

function unknownId(tokenizer: Tokenizer, { tokenizer: { model } }: TeacherFiles): number {
  const { unk_token, unk_id } = isRecord(model) ? model : {};
  if (typeof unk_id === "number") return unk_id;
  return idOf(tokenizer, unk_token) ?? -1;
}

const idOf = (tokenizer: Tokenizer, token: unknown) => {
  const text = isRecord(token) ? token.content : token;
  return typeof text === "string" ? tokenizer.token_to_id(text) : undefined;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** From this share of unknown pieces on a tokenizer does not know a script. */
const MOST_UNKNOWN = 0.25;
/** An alphabet that a tokenizer knows no words of is cut into single letters; foreign words into halves at most. */
const MOST_PIECES_PER_LETTER = 0.62;
/** In these scripts a letter is a word or a syllable, and a piece of its own. */
const DENSE_LETTERS = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/gu;
const LETTERS = /\p{L}|\p{M}/gu;

/** Pieces that a text is cut into, without the marks of its ends, and how many of them mean "unknown". */
type PieceCounter = (text: string) => { readonly all: number; readonly unknown: number };

/** Refuses a teacher whose tokenizer does not know the letters of the texts. @throws bad-input */
function checkScript(sample: readonly string[], pieces: PieceCounter, folder: string): void {
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
