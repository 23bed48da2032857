import { badInput, emptyText, noKnownWords } from "../errors.ts";
import type { Positions, Retina } from "../retina/types.ts";
import { composeFilter } from "./category-filter.ts";
import { createComposer } from "./compose.ts";
import { findKeywords } from "./keywords.ts";
import { createLexicon } from "./lexicon.ts";
import { readTerms } from "./read-terms.ts";
import { reportWords } from "./report-words.ts";
import { sliceText } from "./slices.ts";
import type { TermBag } from "./term-bag.ts";
import { tokenize } from "./tokenize.ts";
import { bagFrom, type TextDependencies, type TextTools } from "./tools.ts";
import type { CategoryFilter, TextEngine } from "./types.ts";
import { termWeights } from "./weights.ts";

/** Keywords that are returned when no number is asked for. */
const USUAL_KEYWORDS = 10;

/** Reads texts for a retina. Making one takes a pass over the vocabulary, about 0.1 s for 100,000 terms. */
export function createTextEngine(retina: Retina, { tagger }: TextDependencies): TextEngine {
  const weights = termWeights(retina);
  const lexicon = createLexicon(retina);
  const composer = createComposer(retina, weights);
  const tools: TextTools = { retina, tagger, lexicon, weights, composer };
  const report = (text: string, cellsOf: (bag: TermBag) => Positions) =>
    reportWords(readTerms(text, lexicon), cellsOf, tools);
  return {
    fingerprint: (text) => composer.compose(knownBag(text, tools)),
    words: (text) => report(text, composer.compose),
    credits: (text, cells) => report(text, () => cells),
    keywords: (text, limit = USUAL_KEYWORDS) => findKeywords(text, limit, tools),
    tokenize: (text, tags) => tokenize(text, tools, tags),
    slices: (text) => sliceText(text, tools),
    createFilter: (name, positive, negative) => createFilter(name, { positive, negative }, tools),
  };
}

/** @throws empty-text, no-known-words */
function knownBag(text: string, tools: TextTools): TermBag {
  const bag = bagFrom(readTerms(text, tools.lexicon), tools);
  if (bag.terms.length === 0) throw nothingKnown([text], "text", tools);
  return bag;
}

function nothingKnown(texts: readonly string[], field: string, { lexicon, retina }: TextTools) {
  const words = texts.flatMap((text) => readTerms(text, lexicon)).map(({ text }) => text);
  return words.length === 0 && texts.every((text) => text.trim() === "")
    ? emptyText(field)
    : noKnownWords(words, retina.name);
}

function createFilter(
  name: string,
  examples: { positive: readonly string[]; negative: readonly string[] },
  tools: TextTools,
): CategoryFilter {
  if (examples.positive.length === 0)
    throw badInput("positiveExamples", "Give at least one text that belongs.");
  const positive = knownBags(examples.positive, tools);
  if (positive.length === 0) throw nothingKnown(examples.positive, "positiveExamples", tools);
  const negative = knownBags(examples.negative, tools);
  return { name, positions: composeFilter(positive, negative, tools.composer) };
}

/** The examples that say something; one that is repeated counts once. */
function knownBags(texts: readonly string[], tools: TextTools): TermBag[] {
  return [...new Set(texts.map((text) => text.trim()))]
    .map((text) => bagFrom(readTerms(text, tools.lexicon), tools))
    .filter((bag) => bag.terms.length > 0);
}
