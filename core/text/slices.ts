import type { Positions } from "../retina/types.ts";
import { readTerms } from "./read-terms.ts";
import { segment } from "./segment.ts";
import { bagFrom, type TextTools } from "./tools.ts";
import { topicVectors } from "./topic-vectors.ts";
import type { Slice } from "./types.ts";

/** Measured on glued documents; see `npm run bench:meaning`. */
const PRICE = 0.8;
const DOUBT = 1.1;
/** Sentences. Longer stretches on one subject are cut, which keeps the cost in proportion to the text. */
const LONGEST = 80;

/** A text cut where its subject changes, in order; empty for a text without words. */
export function sliceText(text: string, tools: TextTools): Slice[] {
  const sentences = tools.tagger.sentences(text).filter(({ words }) => words.length > 0);
  const vectors = topicVectors(
    sentences.map(({ start, end }) => text.slice(start, end)),
    tools,
  );
  const cuts = [0, ...segment(vectors, { price: PRICE, doubt: DOUBT, longest: LONGEST })];
  const starts = cuts.map((cut, i) => (i === 0 ? 0 : (sentences[cut]?.start ?? text.length)));
  return sentences.length === 0
    ? []
    : starts.map((start, i) => sliceOf(text, { start, end: starts[i + 1] ?? text.length }, tools));
}

function sliceOf(
  text: string,
  { start, end }: { start: number; end: number },
  tools: TextTools,
): Slice {
  const piece = text.slice(start, end);
  const bag = bagFrom(readTerms(piece, tools.lexicon), tools);
  const positions: Positions =
    bag.terms.length === 0 ? new Uint16Array() : tools.composer.compose(bag);
  const from = start + piece.length - piece.trimStart().length;
  return {
    text: piece.replace(/\s+/g, " ").trim(),
    start: from,
    end: from + piece.trim().length,
    positions,
  };
}
