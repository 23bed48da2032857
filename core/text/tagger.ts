import type { Retina } from "../retina/types.ts";
import { libraryOnDemand } from "./libraries.ts";
import { withoutNoise } from "./noise.ts";
import { compoundTag, type PennTag, pennTag } from "./penn-tags.ts";
import { AFTER_HYPHEN, type Token, tokens } from "./tokens.ts";

/** A word or hyphenated compound with its part of speech. */
export interface TaggedWord {
  /** Lower case, as in a vocabulary; the parts of a compound are joined by hyphens. */
  readonly text: string;
  /** Offsets into the text as given. */
  readonly start: number;
  readonly end: number;
  readonly tag: PennTag;
  /** Dictionary form. */
  readonly lemma: string;
  /** The tokens it is made of: one, unless it is a compound. */
  readonly parts: readonly Token[];
}

export interface TaggedSentence {
  readonly start: number;
  readonly end: number;
  readonly words: readonly TaggedWord[];
}

/** Splits English text into sentences of tagged words; about half a million words a second. */
export interface Tagger {
  sentences(text: string): TaggedSentence[];
}

/** What this file uses of the language library. */
interface RawDocument {
  tokens(): { out(): string[]; out(feature: unknown): string[] };
  sentences(): { each(visit: (sentence: RawSentence) => void): void };
}
interface RawSentence {
  tokens(): { length(): number };
}
interface Library {
  readDoc(text: string): RawDocument;
  readonly its: { readonly pos: unknown; readonly lemma: unknown };
}

let opened: Promise<Tagger> | undefined;

/** Made on first use and kept for the process; the library is loaded and its model read for the first text (about 0.2 s, 40 MB). */
export function openTagger(): Promise<Tagger> {
  opened ??= load();
  return opened;
}

async function load(): Promise<Tagger> {
  const [library, model] = await Promise.all([
    libraryOnDemand("wink-nlp"),
    libraryOnDemand("wink-eng-lite-web-model"),
  ]);
  // Most threads and commands never meet a text that they have to take apart.
  let made: Library | undefined;
  const nlp = () => {
    if (made === undefined) {
      const create = library().default as unknown as (model: unknown, pipe: string[]) => Library;
      made = create(model().default, ["sbd", "pos"]);
    }
    return made;
  };
  return {
    sentences: (text) => textPieces(withoutNoise(text)).flatMap((piece) => tagPiece(nlp(), piece)),
  };
}

interface Piece {
  readonly text: string;
  readonly start: number;
}

/** Longest piece handed to the library at once, in characters: bounds its memory. */
const LONGEST_PIECE = 20_000;

/** Paragraphs; those of more than 20,000 characters are parted at a space. */
export function textPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  // One expression for a whole paragraph would exhaust the stack on one of ten megabytes.
  for (const { index } of text.matchAll(/\n(?=[^\S\n]*\n)/g)) {
    cutUp(text, { start, end: index }, pieces);
    start = index + 1;
  }
  cutUp(text, { start, end: text.length }, pieces);
  return pieces;
}

function cutUp(
  text: string,
  { start, end }: { start: number; end: number },
  pieces: Piece[],
): void {
  for (let from = start; from < end; ) {
    const stop = pieceEnd(text, from, end);
    pieces.push({ text: text.slice(from, stop), start: from });
    from = stop;
  }
}

function pieceEnd(text: string, start: number, end: number): number {
  if (end - start <= LONGEST_PIECE) return end;
  const space = text.lastIndexOf(" ", start + LONGEST_PIECE);
  return space > start ? space : start + LONGEST_PIECE;
}

/** A token of the library, placed in the original text. */
interface Placed {
  readonly start: number;
  readonly end: number;
  readonly tag: PennTag;
  readonly lemma: string;
}

function tagPiece(nlp: Library, piece: Piece): TaggedSentence[] {
  const found = tokens(piece.text);
  const guarded = guardRuns(piece.text, found);
  const document = nlp.readDoc(guarded.text);
  const placed = place(nlp, document, guarded);
  const words = joinCompounds(found, placed);
  const sentences: TaggedSentence[] = [];
  let token = 0;
  let word = 0;
  document.sentences().each((sentence) => {
    const from = token;
    token += sentence.tokens().length();
    const start = placed[from]?.start ?? piece.text.length;
    const end = Math.max(start, placed[token - 1]?.end ?? piece.text.length);
    const first = word;
    while (word < words.length && words[word]!.start < end) word++;
    sentences.push({
      start: piece.start + start,
      end: piece.start + end,
      words: words.slice(first, word).map((w) => moved(w, piece.start)),
    });
  });
  return sentences;
}

function place(
  nlp: Library,
  document: RawDocument,
  { text, cuts }: { text: string; cuts: readonly number[] },
): Placed[] {
  const values = document.tokens().out();
  const universal = document.tokens().out(nlp.its.pos);
  const lemmas = document.tokens().out(nlp.its.lemma);
  let at = 0;
  let cut = 0;
  return values.map((value, i) => {
    const found = text.indexOf(value, at);
    const start = found < 0 || found > at + LONGEST_GAP ? at : found;
    at = Math.min(text.length, start + value.length);
    while (cut < cuts.length && cuts[cut]! < start) cut++;
    const lemma = lemmas[i] ?? value;
    const tag = pennTag({ universal: universal[i] ?? "X", word: value.toLowerCase(), lemma });
    return { start: start - cut, end: at - cut, tag, lemma };
  });
}

/** The library keeps every token as written, so the next one is near unless it was rewritten. */
const LONGEST_GAP = 1_000;
/** More parts than this are read as separate words. */
const MOST_PARTS = 6;

function joinCompounds(found: readonly Token[], placed: readonly Placed[]): TaggedWord[] {
  const words: TaggedWord[] = [];
  let next = 0;
  for (let i = 0; i < found.length; ) {
    let end = i + 1;
    while (end < found.length && end - i < MOST_PARTS && isJoined(found[end]!)) end++;
    const parts = found.slice(i, end);
    const marks = parts.map((part) => {
      while (next < placed.length && placed[next]!.end <= part.start) next++;
      return placed[next];
    });
    words.push(compound(parts, marks));
    i = end;
  }
  return words;
}

const isJoined = (token: Token) => (token.flags & AFTER_HYPHEN) !== 0;

function compound(parts: readonly Token[], marks: readonly (Placed | undefined)[]): TaggedWord {
  const tags = marks.map((mark) => mark?.tag ?? "FW");
  const single = parts.length === 1;
  const text = parts.map((part) => part.text).join("-");
  return {
    text,
    start: parts[0]!.start,
    end: parts.at(-1)!.end,
    tag: single ? tags[0]! : compoundTag(tags),
    lemma: single ? (marks[0]?.lemma ?? text) : text,
    parts,
  };
}

const moved = (word: TaggedWord, by: number): TaggedWord => ({
  ...word,
  start: word.start + by,
  end: word.end + by,
  parts: word.parts.map((part) => ({ ...part, start: part.start + by, end: part.end + by })),
});

/** Longest run without a space that a tagger is shown; its cost grows faster than the run. */
const LONGEST_RUN = 100;

/** A text made safe for the tagger, with the way back to offsets of the original. */
export interface GuardedText {
  readonly text: string;
  /** Offsets in `text` of the spaces that were put in, ascending. */
  readonly cuts: readonly number[];
}

/**
 * Puts a space after every 100 characters of a run without spaces, and before each word of a tag such as `#ClimateChange`.
 * Cost is linear in the text.
 */
export function guardRuns(text: string, found: readonly Token[] = []): GuardedText {
  const pieces: string[] = [];
  const cuts: number[] = [];
  let written = 0;
  let copied = 0;
  for (const at of placesToCut(text, found)) {
    pieces.push(text.slice(copied, at), " ");
    written += at - copied + 1;
    cuts.push(written - 1);
    copied = at;
  }
  pieces.push(text.slice(copied));
  return { text: pieces.join(""), cuts };
}

function placesToCut(text: string, found: readonly Token[]): number[] {
  const inTags = found.filter(
    ({ start }, i) => start === found[i - 1]?.end || text[start - 1] === "#",
  );
  const places = inTags.map(({ start }) => start);
  for (const match of text.matchAll(/\S{101,}/g)) {
    const end = match.index + match[0].length;
    for (let at = safeCut(text, match.index); at < end; at = safeCut(text, at)) places.push(at);
  }
  return [...new Set(places)].sort((a, b) => a - b);
}

/** The next place to cut that does not part a surrogate pair. */
function safeCut(text: string, from: number): number {
  const at = from + LONGEST_RUN;
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

/** Terms this frequent in an English corpus are taken for English words; rarer ones are often names. */
const MOST_FREQUENT = 15_000;

/** Tells common English words by an English retina; for retinas of other languages nothing is. */
export function englishWords(retina: Retina): (word: string) => boolean {
  if (retina.card.language !== "English") return () => false;
  return (word) => {
    const term = retina.idOf(word);
    return term >= 0 && term < MOST_FREQUENT;
  };
}
