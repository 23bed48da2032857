import { badInput, emptyText, noKnownWords } from "../errors.ts";
import { NO_POSITIONS } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import { readingOf } from "../language/reading.ts";
import type { Retina } from "../retina/types.ts";
import { composeFilter, divideAmongExamples, type FilterExample } from "./category-filter.ts";
import { createComposer } from "./compose.ts";
import { findKeywords } from "./keywords.ts";
import { createLanguageTagger } from "./language-tagger.ts";
import { createLexicon } from "./lexicon.ts";
import { type Occurrence, readTerms } from "./read-terms.ts";
import { reportWords } from "./report-words.ts";
import { SideLearner, type Unlabelled } from "./side-learner.ts";
import { sliceText } from "./slices.ts";
import { SyntheticNegatives } from "./synthetic-negatives.ts";
import { bagOf, effectiveTerms, type TermBag } from "./term-bag.ts";
import { TermCells } from "./term-cells.ts";
import { tokenize } from "./tokenize.ts";
import type {
  CategoryFilter,
  PreparedFilter,
  TextDependencies,
  TextEngine,
  TextTools,
} from "./types.ts";
import { termWeights } from "./weights.ts";

/** Keywords that are returned when no number is asked for. */
const USUAL_KEYWORDS = 10;

/** Reads texts for a retina. Making one takes a pass over the vocabulary, about 0.1 s for 100,000 terms. */
export function createTextEngine(retina: Retina, { tagger }: TextDependencies): TextEngine {
  const weights = termWeights(retina);
  const lexicon = createLexicon(retina);
  const cells = new TermCells(retina);
  const composer = createComposer(cells, weights);
  const reading = readingOf(retina.card);
  const tools: TextTools = {
    ...{ retina, lexicon, cells, weights, composer },
    tagger: reading === undefined ? tagger : createLanguageTagger(retina, lexicon, reading),
  };
  const syntheticNegatives = new SyntheticNegatives({ retina, weights, composer });
  return {
    fingerprint: (text) => composer.compose(knownBag(text, tools)),
    words: (text) => reportWords(readTerms(text, lexicon), composer.compose, tools),
    credits: (text, parts) => {
      const occurrences = readTerms(text, lexicon);
      return parts.map((cells) => reportWords(occurrences, () => cells, tools));
    },
    knownShare: (text) => knownShare(readTerms(text, lexicon)),
    keywords: (text, limit = USUAL_KEYWORDS) => findKeywords(text, limit, tools),
    tokenize: (text, tags) => tokenize(text, tools, tags),
    slices: (text) => sliceText(text, tools),
    createFilter: (name, positive, negative) => createFilter(name, { positive, negative }, tools),
    prepareFilter: (positive, negative, unlabelled) =>
      prepareFilter({ positive, negative, unlabelled }, tools),
    exampleCredits: (texts, cells) =>
      divideAmongExamples(
        texts.map((text) => bagOf(readTerms(text, lexicon), tools)),
        cells,
        composer,
      ),
    syntheticNegatives: (texts) => syntheticNegatives.ofLength(usualLength(texts, tools)),
    prepare: () => {
      cells.prepare();
      tools.tagger.sentences("Ready");
    },
  };
}

function knownShare(occurrences: readonly Occurrence[]): number {
  const words = occurrences.filter(({ kind }) => kind !== "number");
  const known = words.filter(({ kind }) => kind === "exact" || kind === "form");
  return words.length === 0 ? 0 : known.length / words.length;
}

/** @throws empty-text, no-known-words */
function knownBag(text: string, tools: TextTools): TermBag {
  const bag = bagOf(readTerms(text, tools.lexicon), tools);
  if (bag.terms.length === 0) throw nothingKnown([text], "text", tools);
  return bag;
}

function nothingKnown(texts: readonly string[], field: string, { lexicon, retina }: TextTools) {
  const words = texts.flatMap((text) => readTerms(text, lexicon)).map(({ text }) => text);
  return words.length === 0 && texts.every((text) => text.trim() === "")
    ? emptyText(field)
    : noKnownWords(words, retina.name);
}

interface ExampleTexts {
  readonly positive: readonly string[];
  readonly negative: readonly string[];
  readonly unlabelled?: Unlabelled | undefined;
}

function createFilter(name: string, examples: ExampleTexts, tools: TextTools): CategoryFilter {
  const positions = prepareFilter(examples, tools).without(new Set(), new Set());
  return { name, positions };
}

function prepareFilter(
  { positive, negative, unlabelled }: ExampleTexts,
  tools: TextTools,
): PreparedFilter {
  if (positive.length === 0)
    throw badInput("positiveExamples", "Give at least one text that belongs.");
  const wanted = readExamples(positive, tools);
  if (wanted.every(({ bag }) => bag.terms.length === 0))
    throw nothingKnown(positive, "positiveExamples", tools);
  const unwanted = readExamples(negative, tools);
  const learner = new SideLearner([...wanted, ...unwanted].filter(isKnown), unlabelled);
  const setting = { composer: tools.composer, learner };
  return {
    without(withoutPositive, withoutNegative) {
      const kept = keptOf(wanted, withoutPositive);
      if (kept.length === 0) return NO_POSITIONS;
      return composeFilter(kept, keptOf(unwanted, withoutNegative), setting);
    },
  };
}

interface ReadExample extends FilterExample {
  readonly text: string;
}

const readExamples = (texts: readonly string[], tools: TextTools): ReadExample[] =>
  texts.map((text) => {
    const bag = bagOf(readTerms(text, tools.lexicon), tools);
    let cells: Positions | undefined;
    return {
      text: text.trim(),
      bag,
      cells() {
        cells ??= tools.composer.compose(bag);
        return cells;
      },
    };
  });

const isKnown = ({ bag }: ReadExample): boolean => bag.terms.length > 0;

/** The examples with known words; one that is repeated counts once. */
function keptOf(examples: readonly ReadExample[], left: ReadonlySet<number>): FilterExample[] {
  const kept = new Map<string, FilterExample>();
  examples.forEach((example, place) => {
    const { text } = example;
    if (!left.has(place) && isKnown(example) && !kept.has(text)) kept.set(text, example);
  });
  return [...kept.values()];
}

/** The effective terms of the middle one. */
function usualLength(texts: readonly string[], tools: TextTools): number {
  const lengths = texts
    .map((text) => effectiveTerms(bagOf(readTerms(text, tools.lexicon), tools)))
    .sort((a, b) => a - b);
  return lengths[lengths.length >> 1] ?? 1;
}
