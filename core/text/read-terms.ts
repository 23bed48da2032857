import type { Lexicon, MatchKind, WordEntry } from "./lexicon.ts";
import { withoutNoise } from "./noise.ts";
import { numberKey } from "./numbers.ts";
import { isNameAt, NUMERIC, PHRASE_BARRIER, scanTokens, tokenText } from "./tokens.ts";

/** A stretch of a text read as one term of the retina, or as nothing it knows. */
export interface Occurrence {
  /** Term id; -1 when unknown. */
  readonly term: number;
  /** Of a number or word that the retina does not know, what it is drawn by; "" for a known one. */
  readonly key: string;
  readonly kind: MatchKind | "number" | "unknown";
  /** As a vocabulary writes it: lower case, the words of a phrase parted by a space. */
  readonly text: string;
  /** Number of words. */
  readonly words: number;
  /** Offsets into the text as given. */
  readonly start: number;
  readonly end: number;
}

interface Word {
  readonly known: WordEntry;
  readonly start: number;
  readonly end: number;
  readonly flags: number;
}

/** Reads a text as terms, in order, taking the longest phrase at each place. Cost is linear in the text. */
export function readTerms(given: string, lexicon: Lexicon): Occurrence[] {
  const text = withoutNoise(given);
  const words: Word[] = [];
  scanTokens(text, (start, end, flags) => {
    if (lexicon.cut === undefined)
      words.push({ known: lexicon.word(tokenText(text, start, end)), start, end, flags });
    else
      for (const part of lexicon.cut(text.slice(start, end), flags))
        words.push({ ...part, start: start + part.start, end: start + part.end });
  });
  const found: Occurrence[] = [];
  for (let i = 0; i < words.length; ) {
    const read = phraseAt(words, i) ?? wordAt(words[i]!, text);
    found.push(read);
    i += read.words;
  }
  return found;
}

function phraseAt(words: readonly Word[], at: number): Occurrence | undefined {
  let step = words[at]!.known.phrases;
  let term = -1;
  let count = 1;
  for (let i = at + 1; step?.next !== undefined && i < words.length; i++) {
    const { known, flags } = words[i]!;
    if ((flags & PHRASE_BARRIER) !== 0) break;
    step = step.next.get(known.text);
    if (step === undefined || step.term < 0) continue;
    term = step.term;
    count = i + 1 - at;
  }
  if (term < 0) return undefined;
  const parts = words.slice(at, at + count);
  return {
    term,
    key: "",
    kind: "exact",
    text: parts.map(({ known }) => known.text).join(" "),
    words: count,
    start: parts[0]!.start,
    end: parts[count - 1]!.end,
  };
}

function wordAt({ known, start, end, flags }: Word, text: string): Occurrence {
  const isName = isNameAt(flags);
  const match = isName ? known.match : known.corrected;
  if (match === undefined) return unknownAt({ known, start, end, flags }, text);
  return { term: match.term, key: "", kind: match.kind, text: known.text, words: 1, start, end };
}

/** Characters around a number that show its kind. */
const AROUND = 2;

function unknownAt({ known, start, end, flags }: Word, text: string): Occurrence {
  const common = { term: -1, text: known.text, words: 1, start, end };
  if ((flags & NUMERIC) === 0) return { ...common, key: known.text, kind: "unknown" };
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  return { ...common, key: numberKey(known.text, { before, after }), kind: "number" };
}
