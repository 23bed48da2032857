import type { Reading } from "../language/reading.ts";
import type { Retina } from "../retina/types.ts";
import type { Lexicon } from "./lexicon.ts";
import { withoutNoise } from "./noise.ts";
import type { PennTag } from "./penn-tags.ts";
import { type TaggedSentence, type TaggedWord, type Tagger, textPieces } from "./tagger.ts";
import { CAPITALISED, NUMERIC, scanTokens, type Token, tokenText } from "./tokens.ts";
import type { CutWord } from "./word-cuts.ts";

/** Share of running words from which on a word is taken for one that joins others: about two hundred of any language. */
const FUNCTION_SHARE = 5e-4;

/**
 * Sentences and words of a language of which only the retina knows anything: parts of speech are those of the English terms that a word
 * means, and a word that is very frequent is a function word.
 */
export function createLanguageTagger(
  retina: Retina,
  lexicon: Lexicon,
  { language, cut }: Reading,
): Tagger {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  // A compound is one word to its readers.
  const wordsOf = cut.includes("pieces") ? asOne : cut.includes("clitics") ? withoutAnd : apart;
  return {
    sentences: (given) => {
      const text = withoutNoise(given);
      const isWritten = language === "de" && capitalisesNouns(text);
      const mayBeNoun = (flags: number) => !isWritten || (flags & CAPITALISED) !== 0;
      const tag = ({ text, flags }: Token) => tagOf(text, flags, { retina, mayBeNoun });
      const words: TaggedWord[] = [];
      scanTokens(text, (start, end, flags) => {
        const token = { written: text.slice(start, end), start, flags };
        const parts = lexicon.cut?.(token.written, flags) ?? [];
        for (const tokens of wordsOf(parts, token, retina)) words.push(wordOf(tokens, tag));
      });
      const sentences = textPieces(text).flatMap((piece) =>
        sentencesIn(piece.text, segmenter).map(({ start, end }) => ({
          start: piece.start + start,
          end: piece.start + end,
        })),
      );
      return parted(sentences, words);
    },
  };
}

/** What opens a sentence though the segmenter leaves it at the end of the one before: 「 after 。 */
const OPENING = /[\p{Ps}\p{Pi}]\s*$/u;

function sentencesIn(text: string, segmenter: Intl.Segmenter) {
  let from = 0;
  return Array.from(segmenter.segment(text), ({ segment, index }) => {
    const whole = index + segment.length;
    const opening = whole < text.length ? (OPENING.exec(segment)?.[0].length ?? 0) : 0;
    const start = from;
    from = whole - opening;
    return { start, end: start + text.slice(start, from).trimEnd().length };
  });
}

/** The parts of one word, and what it reads as a whole. */
interface Written {
  readonly text: string;
  readonly parts: readonly Token[];
}

interface Placed {
  readonly written: string;
  readonly start: number;
  readonly flags: number;
}

const tokensOf = (
  parts: readonly CutWord<{ readonly text: string }>[],
  from: number,
  capital: number,
) =>
  parts.map(({ known, start, end, flags }) => ({
    text: known.text,
    start: from + start,
    end: from + end,
    flags: flags | capital,
  }));

function apart(parts: Parameters<typeof tokensOf>[0], { start, flags }: Placed): Written[] {
  return tokensOf(parts, start, flags & CAPITALISED).map((token) => ({
    text: token.text,
    parts: [token],
  }));
}

/** What Arabic writes before the word that it joins to those before, as one with it. */
const AND = "و";
/** Shorter rests are words by chance. */
const SHORTEST_REST = 4;

/** Words that are rarer than what "and" leaves of them are that: a keyword neither begins with it nor goes on over it. */
function withoutAnd(parts: Parameters<typeof apart>[0], placed: Placed, retina: Retina) {
  const shareOf = (text: string) => {
    const id = retina.idOf(text);
    return id < 0 ? 0 : retina.frequency(id);
  };
  return apart(parts, placed).map((written): Written => {
    const { text, parts: tokens } = written;
    const rest = text.slice(AND.length);
    const isJoined = text.startsWith(AND) && rest.length >= SHORTEST_REST;
    if (!isJoined || shareOf(rest) <= shareOf(text)) return written;
    return {
      text: rest,
      parts: tokens.map((token) => ({ ...token, text: rest, start: token.start + AND.length })),
    };
  });
}

function asOne(parts: Parameters<typeof tokensOf>[0], { written, start, flags }: Placed) {
  const tokens = tokensOf(parts, start, flags & CAPITALISED);
  if (tokens.length < 2) return apart(parts, { written, start, flags });
  return [
    { text: tokenText(written, 0, written.length), parts: tokens, end: start + written.length },
  ];
}

function wordOf(
  { text, parts, ...place }: Written & { readonly end?: number },
  tag: (token: Token) => PennTag,
): TaggedWord {
  // Of a compound the last part says what it is.
  const last = parts.at(-1)!;
  const end = place.end ?? last.end;
  return { text, start: parts[0]!.start, end, tag: tag(last), lemma: text, parts };
}

/** A capital within a sentence. */
const INNER_CAPITAL = /(?<=\p{L}[,;:]? )\p{Lu}/gu;
/** Share of words with one, at least, in texts whose nouns all have them. */
const CAPITALS = 0.1;

/** Whether a German text is written as German is, not all in small letters. */
function capitalisesNouns(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  return (text.match(INNER_CAPITAL)?.length ?? 0) >= Math.max(1, CAPITALS * words);
}

interface Tagging {
  readonly retina: Retina;
  readonly mayBeNoun: (flags: number) => boolean;
}

function tagOf(text: string, flags: number, { retina, mayBeNoun }: Tagging): PennTag {
  if ((flags & NUMERIC) !== 0) return "CD";
  const id = retina.idOf(text);
  if (id < 0 && mayBeNoun(flags)) return (flags & CAPITALISED) === 0 ? "NN" : "NNP";
  if (id < 0) return "RB";
  if (retina.frequency(id) >= FUNCTION_SHARE) return "P";
  const types = retina.posTypes(id);
  if (types.includes("NOUN") && mayBeNoun(flags)) return "NN";
  if (types.includes("ADJECTIVE")) return "JJ";
  return types.includes("VERB") ? "VB" : "RB";
}

/** Words by sentence; both are in order. */
function parted(
  sentences: readonly { readonly start: number; readonly end: number }[],
  words: readonly TaggedWord[],
): TaggedSentence[] {
  let next = 0;
  return sentences.map(({ start, end }) => {
    const from = next;
    while (next < words.length && words[next]!.start < end) next++;
    return { start, end, words: words.slice(from, next) };
  });
}
