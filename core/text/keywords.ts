import { emptyText, noKnownWords } from "../errors.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { NOUNS } from "./penn-tags.ts";
import { type Occurrence, readTerms } from "./read-terms.ts";
import { cellsOf, type Span, spansOf } from "./slices.ts";
import type { TaggedSentence, TaggedWord } from "./tagger.ts";
import { bagOf, sharesOf } from "./term-bag.ts";
import type { Candidate, TextTools } from "./types.ts";
import { wordRuns } from "./word-runs.ts";

/** How slowly a keyword loses by standing late, in words. */
const EARLY = 40;
const LATENESS = 0.4;
/** Up to so many words a text is short, and says most things once ... */
const SHORT_TEXT = 150;
/** ... from so many on it is long: what it is about comes again, and often as a single word. */
const LONG_TEXT = 400;
/** What is added in a long text to the powers of lateness and of repetition. */
const MORE_LATENESS = 0.2;
const MORE_REPETITION = 1.5;
/** What a phrase that comes once and is no term loses in a long text. */
const ONCE = 0.5;
/** Candidates compared with the text on the map; the rest are too faint to be among the best. */
const MOST_COMPARED = 2_000;
/** What an unknown word weighs beside a rare known one. */
const UNKNOWN_WEIGHT = 0.9;

interface Scored {
  readonly candidate: Candidate;
  readonly faint: number;
}

/**
 * The noun phrases that best describe a text: of rare words, early or repeated, close on the map to what is written around
 * them. Where the text has several subjects, each has keywords in proportion to its length.
 * @throws empty-text, no-known-words
 */
export function findKeywords(text: string, limit: number, tools: TextTools): string[] {
  if (text.trim() === "") throw emptyText("text");
  const occurrences = readTerms(text, tools.lexicon);
  if (bagOf(occurrences, tools).terms.length === 0)
    throw noKnownWords(
      occurrences.map((occurrence) => occurrence.text),
      tools.retina.name,
    );
  const sentences = tools.tagger.sentences(text);
  const isEnglish = tools.lexicon.cut === undefined;
  const length = isEnglish ? lengthShare(sentences) : 0;
  const candidates = isEnglish
    ? withParts(keywordCandidates(sentences, text))
    : wordRuns(sentences, text, tools);
  const subjects = subjectsIn(text, { sentences, occurrences, candidates }, tools);
  const ranked = subjects.map((subject) => rankedIn(subject, length, tools));
  const best = inProportion(subjects, ranked, limit);
  return best.length > 0 ? best : heaviest(occurrences, tools).slice(0, limit);
}

/** How long a text is, 0 for a short one and 1 for a long one. */
function lengthShare(sentences: readonly TaggedSentence[]): number {
  const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  return Math.max(0, Math.min(1, (words - SHORT_TEXT) / (LONG_TEXT - SHORT_TEXT)));
}

/** The keywords of one subject, best first. */
function rankedIn({ candidates, positions }: Subject, length: number, tools: TextTools): string[] {
  const begin = candidates[0]?.first ?? 0;
  const whole = bitsOf(positions);
  const seenBy = new Uint32Array(CELLS);
  const faint = candidates
    .map((candidate) => ({ candidate, faint: prominence(candidate, { begin, length }, tools) }))
    .sort(byFaint)
    .slice(0, MOST_COMPARED);
  const scored = faint.map(({ candidate, faint: value }, i) => ({
    candidate,
    faint: value * closeness(candidate, { whole, seenBy, turn: i + 1 }, tools),
  }));
  return distinct(wholeOnes(scored.sort(byFaint)).map(({ candidate }) => candidate.text));
}

/** Those whose words are not all in a better one. */
function wholeOnes(scored: readonly Scored[]): Scored[] {
  const better = new Map<string, ReadonlySet<string>[]>();
  return scored.filter(({ candidate: { words } }) => {
    const own = new Set(words.map(({ lemma }) => lemma));
    const beside = better.get(words[0]!.lemma) ?? [];
    if (beside.some((other) => [...own].every((lemma) => other.has(lemma)))) return false;
    for (const lemma of own) better.set(lemma, [...(better.get(lemma) ?? []), own]);
    return true;
  });
}

/** Takes one keyword after the other from the subject that has the fewest for its length, the first of equals. */
function inProportion(
  subjects: readonly Subject[],
  ranked: readonly (readonly string[])[],
  limit: number,
): string[] {
  const taken = subjects.map(() => 0);
  const chosen = new Set<string>();
  while (chosen.size < limit) {
    let next = -1;
    let highest = 0;
    subjects.forEach(({ length }, i) => {
      const claim = length / (2 * taken[i]! + 1);
      if (taken[i]! >= ranked[i]!.length || claim <= highest) return;
      highest = claim;
      next = i;
    });
    if (next < 0) break;
    chosen.add(ranked[next]![taken[next]!++]!);
  }
  return [...chosen];
}

const byFaint = (a: Scored, b: Scored) =>
  b.faint - a.faint || a.candidate.first - b.candidate.first;
const distinct = (texts: readonly string[]) => [...new Set(texts)];

/**
 * What a phrase's words weigh, raised by repetition, lowered by standing late. In a long text words count in the mean, not in
 * the sum, and a phrase has to come again or be a term.
 */
function prominence(
  { text, words, count, first }: Candidate,
  { begin, length }: { readonly begin: number; readonly length: number },
  tools: TextTools,
): number {
  const parts = partsOf(words);
  const weight = parts.reduce((sum, word) => sum + weightOf(word, tools), 0);
  const isLoose = words.length > 1 && count === 1 && tools.retina.idOf(text) < 0;
  return (
    ((isLoose ? ONCE ** length : 1) *
      (weight / parts.length ** length) *
      (1 + Math.log(count)) ** (1 + MORE_REPETITION * length)) /
    (EARLY + first - begin) ** (LATENESS + MORE_LATENESS * length)
  );
}

function weightOf(word: string, { lexicon, weights }: TextTools): number {
  const { match } = lexicon.word(word);
  return match === undefined ? UNKNOWN_WEIGHT : weights[match.term]!;
}

/** The cells of a subject, and by cell the number of the candidate that had it last. */
interface Compared {
  readonly whole: Uint8Array;
  readonly seenBy: Uint32Array;
  readonly turn: number;
}

/** How many of the phrase's positions, and of its words' positions, the whole text has too. */
function closeness(
  { text }: Candidate,
  { whole, seenBy, turn }: Compared,
  { lexicon, cells }: TextTools,
): number {
  let shared = 0;
  const shares = readTerms(text, lexicon).flatMap((found) => sharesOf(found, lexicon));
  for (const { term } of shares) {
    for (const position of cells.positions(term)) {
      if (seenBy[position] !== turn) shared += whole[position]!;
      seenBy[position] = turn;
    }
  }
  return shared;
}

const partsOf = (words: Candidate["words"]) =>
  words.flatMap(({ parts }) => parts.map(({ text }) => text));

function bitsOf(positions: Positions): Uint8Array {
  const bits = new Uint8Array(CELLS);
  for (const position of positions) bits[position] = 1;
  return bits;
}

/** For a text without nouns: its known terms, rarest first. */
function heaviest(occurrences: readonly Occurrence[], { weights }: TextTools): string[] {
  const known = occurrences.filter(({ term }) => term >= 0);
  known.sort((a, b) => weights[b.term]! - weights[a.term]! || a.start - b.start);
  return distinct(known.map(({ text }) => text));
}

/** Longest keyword in words, a compound being one; a longer phrase keeps its end. */
const MOST_WORDS = 3;
/** Words that open noun phrases without telling their subject. */
const GENERIC = new Set(
  (
    "other such same different various many several new more most first second third last certain recent due able own " +
    "existing conventional proposed simple single corresponding current additional complex efficient particular " +
    "specific possible important main general typical usual common similar further previous present available " +
    "significant good better best great large small major key basic original entire whole next few full final early late " +
    "using based used given called following including making"
  ).split(" "),
);

/** Nouns that name the text rather than its subject. */
const ABOUT_TEXT = new Set(
  "paper author article result example case use way number kind type part thing lot mr mrs ms".split(
    " ",
  ),
);

/** Noun phrases in the order in which they first occur, each once; inflections of one phrase count together. */
export function keywordCandidates(sentences: readonly TaggedSentence[], text: string): Candidate[] {
  const found = new Map<string, Candidate>();
  let at = 0;
  for (const { words } of sentences) {
    for (const run of nounPhrases(words, text)) {
      const key = keyOf(run);
      const known = found.get(key);
      if (known === undefined) found.set(key, candidateOf(run, at + words.indexOf(run[0]!)));
      else known.count++;
    }
    at += words.length;
  }
  return [...found.values()];
}

/**
 * The phrases and, in their order, the parts of them that stand elsewhere too: "cocoa" where both "bahia cocoa zone" and "cocoa
 * crop" are met. What is met in one phrase only is no keyword beside it.
 */
function withParts(phrases: readonly Candidate[]): Candidate[] {
  const found = new Map(phrases.map((phrase) => [keyOf(phrase.words), { ...phrase }]));
  const inOne = new Map<string, number>();
  for (const { words, count, first } of phrases) {
    for (const [from, part] of partsWithin(words)) {
      const key = keyOf(part);
      const known = found.get(key);
      inOne.set(key, Math.max(inOne.get(key) ?? 0, count));
      if (known === undefined) found.set(key, { ...candidateOf(part, first + from), count });
      else known.count += count;
    }
  }
  const whole = new Set(phrases.map(({ words }) => keyOf(words)));
  return [...found]
    .filter(([key, { count }]) => whole.has(key) || count > (inOne.get(key) ?? 0))
    .map(([, candidate]) => candidate)
    .sort((a, b) => a.start - b.start);
}

/** The shorter runs within a phrase that may be one themselves, with their places. */
function* partsWithin(words: Candidate["words"]): Generator<[number, Candidate["words"]]> {
  for (let from = 0; from < words.length; from++)
    for (let end = from + 1; end <= words.length; end++) {
      const part = words.slice(from, end);
      if (part.length < words.length && isPhrase(part)) yield [from, part];
    }
}

const isPhrase = (words: Candidate["words"]) =>
  endsPhrase(words.at(-1)!) &&
  !GENERIC.has(words[0]!.text) &&
  !(words.length === 1 && ABOUT_TEXT.has(words[0]!.lemma));

const keyOf = (words: Candidate["words"]) => words.map(({ lemma }) => lemma).join(" ");

const candidateOf = (words: Candidate["words"], first: number): Candidate => ({
  text: words.map((word) => word.text.replaceAll("-", " ")).join(" "),
  words,
  first,
  start: words[0]!.start,
  count: 1,
});

/**
 * Runs of adjectives and nouns that end in a noun, with nothing but spaces between. An owner (`nation's`) ends a run; a name after
 * a common noun begins one, and so does a word that is in the run already.
 */
function nounPhrases(words: readonly TaggedWord[], text: string): TaggedWord[][] {
  const phrases: TaggedWord[][] = [];
  let run: TaggedWord[] = [];
  const close = () => {
    const phrase = trimmed(run);
    if (phrase.length > 0) phrases.push(phrase);
    run = [];
  };
  words.forEach((word, i) => {
    const before = words[i - 1];
    if (before !== undefined && /\S/.test(text.slice(before.end, word.start))) close();
    if (startsName(word, before) || run.some(({ lemma }) => lemma === word.lemma)) close();
    if (isInside(word) || (run.length === 0 && opens(word, before))) run.push(word);
    else close();
    if (/['’]s?$/i.test(text.slice(word.start, word.end))) close();
  });
  close();
  return phrases;
}

const isInside = ({ tag, text }: TaggedWord) =>
  (NOUNS.has(tag) || tag === "JJ") && !NUMBER.test(text);
/** "528,000-plus", "£100m", "12-month", "20th"; not "3g", "mp3" or "4x4". */
const NUMBER = /^\p{Sc}?\d[\d.,]*(%|m|bn|th|st|nd|rd|-.*)?$/u;

/** A name after a common noun is a phrase of its own: "crane maker" and then "Huisman". */
const startsName = ({ tag }: TaggedWord, before: TaggedWord | undefined) =>
  NAMES.has(tag) && before !== undefined && COMMON.has(before.tag);
const NAMES = new Set<string>(["NNP", "NNPS"]);
const COMMON = new Set<string>(["NN", "NNS"]);

/** A participle may open a phrase: "distributed computing"; after "to" or "by" it is more likely a verb. */
function opens({ tag, text }: TaggedWord, before: TaggedWord | undefined): boolean {
  return tag === "VB" && /(ed|ing)$/.test(text) && before !== undefined && before.tag !== "P";
}

function trimmed(run: readonly TaggedWord[]): TaggedWord[] {
  let start = 0;
  let end = run.length;
  while (end > start && !endsPhrase(run[end - 1]!)) end--;
  start = Math.max(start, end - MOST_WORDS);
  while (start < end && (GENERIC.has(run[start]!.text) || run[start]!.text.length < 2)) start++;
  const phrase = run.slice(start, end);
  return phrase.length === 1 && ABOUT_TEXT.has(phrase[0]!.lemma) ? [] : phrase;
}

const endsPhrase = ({ tag, text }: TaggedWord) => NOUNS.has(tag) && text.length > 1;

/** Neighbouring slices with this cosine are on one subject: of one article they have 0.26 or more, of two 0.23 or less. */
const ONE_SUBJECT = 0.25;

/** Characters; less, a sentence or two, is no subject of its own. */
const SHORTEST = 150;

/** What a text says on one subject. */
export interface Subject {
  /** Characters. */
  readonly length: number;
  readonly positions: Positions;
  readonly candidates: readonly Candidate[];
}

/** What was read in a text, each list in the order of the text. */
export interface ReadText {
  readonly sentences: readonly TaggedSentence[];
  readonly occurrences: readonly Occurrence[];
  readonly candidates: readonly Candidate[];
}

/** The subjects of a text, in order: its slices, neighbours that are close on the map taken together. */
export function subjectsIn(
  text: string,
  { sentences, occurrences, candidates }: ReadText,
  tools: TextTools,
): Subject[] {
  const spans = spansOf(text, sentences, tools);
  const read = partAt(occurrences, spans);
  const offered = partAt(candidates, spans);
  const positions = read.map((slice) => cellsOf(slice, tools));
  const begins = beginnings(spans, (i) => areClose(positions[i - 1]!, positions[i]!));
  return spans.flatMap(({ start }, i) => {
    if (!begins[i]) return [];
    const next = begins.indexOf(true, i + 1);
    const end = next < 0 ? spans.length : next;
    return [
      {
        length: spans[end - 1]!.end - start,
        positions: end === i + 1 ? positions[i]! : cellsOf(read.slice(i, end).flat(), tools),
        candidates: offered.slice(i, end).flat(),
      },
    ];
  });
}

/** Whether a subject begins with each span. */
function beginnings(spans: readonly Span[], goesOn: (i: number) => boolean): boolean[] {
  let start = 0;
  return spans.map((span, i) => {
    const isLong = span.start - start >= SHORTEST && span.end - span.start >= SHORTEST;
    const begins = i === 0 || (isLong && !goesOn(i));
    if (begins) start = span.start;
    return begins;
  });
}

/** A list in the order of the text parted at the ends of spans. */
function partAt<T extends { readonly start: number }>(
  items: readonly T[],
  spans: readonly Span[],
): T[][] {
  let next = 0;
  return spans.map(({ end }) => {
    const from = next;
    while (next < items.length && items[next]!.start < end) next++;
    return items.slice(from, next);
  });
}

function areClose(a: Positions, b: Positions): boolean {
  const cells = new Set(a);
  const shared = b.reduce((count, position) => count + Number(cells.has(position)), 0);
  return shared >= ONE_SUBJECT * Math.sqrt(a.length) * Math.sqrt(b.length);
}
