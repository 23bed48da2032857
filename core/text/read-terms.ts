import type { Lexicon, MatchKind } from "./lexicon.ts";
import { AFTER_SENTENCE, CAPITALISED, PHRASE_BARRIER, scanTokens, tokenText } from "./tokens.ts";

/** A stretch of a text read as one term of the retina, or as nothing it knows. */
export interface Occurrence {
  /** Term id; -1 when unknown. */
  readonly term: number;
  readonly kind: MatchKind | "unknown";
  /** As a vocabulary writes it: lower case, the words of a phrase parted by a space. */
  readonly text: string;
  /** Number of words. */
  readonly words: number;
  /** Offsets into the text as given. */
  readonly start: number;
  readonly end: number;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly flags: number;
}

/** Reads a text as terms, in order, taking the longest phrase at each place. Cost is linear in the text. */
export function readTerms(text: string, lexicon: Lexicon): Occurrence[] {
  const words: Word[] = [];
  scanTokens(text, (start, end, flags) => {
    words.push({ text: tokenText(text, start, end), start, end, flags });
  });
  const found: Occurrence[] = [];
  for (let i = 0; i < words.length; ) {
    const read = phraseAt(words, i, lexicon) ?? wordAt(words[i]!, lexicon);
    found.push(read);
    i += read.words;
  }
  return found;
}

function phraseAt(words: readonly Word[], at: number, lexicon: Lexicon): Occurrence | undefined {
  const first = words[at]!;
  const reach = Math.min(lexicon.longestPhraseFrom(first.text), words.length - at);
  if (reach < 2) return undefined;
  let phrase = first.text;
  let best: Occurrence | undefined;
  for (let count = 2; count <= reach; count++) {
    const word = words[at + count - 1]!;
    if ((word.flags & PHRASE_BARRIER) !== 0) break;
    phrase += ` ${word.text}`;
    const term = lexicon.phrase(phrase);
    if (term >= 0)
      best = {
        term,
        kind: "exact",
        text: phrase,
        words: count,
        start: first.start,
        end: word.end,
      };
  }
  return best;
}

function wordAt({ text, start, end, flags }: Word, lexicon: Lexicon): Occurrence {
  const isName = (flags & CAPITALISED) !== 0 && (flags & AFTER_SENTENCE) === 0;
  const match = isName ? lexicon.find(text) : lexicon.findOrCorrect(text);
  return { term: match?.term ?? -1, kind: match?.kind ?? "unknown", text, words: 1, start, end };
}
