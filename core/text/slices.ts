import { NO_POSITIONS } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import { readTerms } from "./read-terms.ts";
import { segment } from "./segment.ts";
import type { TaggedSentence } from "./tagger.ts";
import { bagFrom, type TextTools } from "./tools.ts";
import { topicVectors } from "./topic-vectors.ts";
import type { Slice } from "./types.ts";

/**
 * Measured on glued documents; see `npm run bench:meaning`. The price was chosen on every other document (Pk 0.086 for 0.088 with 0.8),
 * the rest then have 0.071 for 0.074.
 */
const PRICE = 0.85;
const DOUBT = 1.1;
/** Sentences. Longer stretches on one subject are cut, which keeps the cost in proportion to the text. */
const LONGEST = 80;
/** A subject rarely changes within a paragraph: what a cut costs at a blank line, and elsewhere in a text that has some. */
const AT_BREAK = 0.9;
const WITHIN_PARAGRAPH = 1.5;

/** Offsets into a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text cut where its subject changes, in order; empty for a text without words. */
export const sliceText = (text: string, tools: TextTools): Slice[] =>
  spansOf(text, tools.tagger.sentences(text), tools).map((span) => sliceOf(text, span, tools));

/** The stretches of a text that are on one subject each, given its sentences; together the text, unless it has no words. */
export function spansOf(text: string, all: readonly TaggedSentence[], tools: TextTools): Span[] {
  const sentences = all.filter(({ words }) => words.length > 0);
  if (sentences.length === 0) return [];
  const vectors = topicVectors(
    sentences.map(({ start, end }) => text.slice(start, end)),
    tools,
  );
  const prices = pricesOf(text, sentences);
  const cuts = [0, ...segment(vectors, { price: PRICE, doubt: DOUBT, longest: LONGEST, prices })];
  const starts = cuts.map((cut, i) => (i === 0 ? 0 : (sentences[cut]?.start ?? text.length)));
  return starts.map((start, i) => ({ start, end: starts[i + 1] ?? text.length }));
}

/** What a slice costs that starts at a sentence; undefined where paragraphs show nothing: one alone, or one a sentence. */
function pricesOf(text: string, sentences: readonly Span[]): number[] | undefined {
  const isBreak = sentences.map(({ end }, i) =>
    /^\s*?\n[^\S\n]*\n/.test(text.slice(sentences[i - 1]?.end ?? end, end)),
  );
  const breaks = isBreak.filter(Boolean).length;
  if (breaks === 0 || breaks === sentences.length - 1) return undefined;
  return isBreak.map((is) => (is ? AT_BREAK : WITHIN_PARAGRAPH));
}

function sliceOf(text: string, { start, end }: Span, tools: TextTools): Slice {
  const piece = text.slice(start, end);
  let positions: Positions | undefined;
  const from = start + piece.length - piece.trimStart().length;
  return {
    text: piece.replace(/\s+/g, " ").trim(),
    start: from,
    end: from + piece.trim().length,
    /** Composed when it is asked for: of a long text's slices most are not on the page that is answered. */
    get positions() {
      positions ??= positionsOf(piece, tools);
      return positions;
    },
  };
}

function positionsOf(piece: string, tools: TextTools): Positions {
  const bag = bagFrom(readTerms(piece, tools.lexicon), tools);
  return bag.terms.length === 0 ? NO_POSITIONS : tools.composer.compose(bag);
}
