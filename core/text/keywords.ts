import { emptyText, noKnownWords } from "../errors.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { type Candidate, keywordCandidates } from "./keyword-candidates.ts";
import { type Occurrence, readTerms } from "./read-terms.ts";
import { type Subject, subjectsIn } from "./subjects.ts";
import { sharesOf } from "./term-bag.ts";
import { bagFrom, type TextTools } from "./tools.ts";

/** How slowly a keyword loses by standing late, in words. */
const EARLY = 40;
const LATENESS = 0.4;
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
  if (bagFrom(occurrences, tools).terms.length === 0)
    throw noKnownWords(
      occurrences.map((occurrence) => occurrence.text),
      tools.retina.name,
    );
  const sentences = tools.tagger.sentences(text);
  const candidates = keywordCandidates(sentences, text);
  const subjects = subjectsIn(text, { sentences, occurrences, candidates }, tools);
  const ranked = subjects.map((subject) => rankedIn(subject, tools));
  const best = inProportion(subjects, ranked, limit);
  return best.length > 0 ? best : heaviest(occurrences, tools).slice(0, limit);
}

/** The keywords of one subject, best first. */
function rankedIn({ candidates, positions }: Subject, tools: TextTools): string[] {
  const begin = candidates[0]?.first ?? 0;
  const whole = bitsOf(positions);
  const seenBy = new Uint32Array(CELLS);
  const faint = candidates
    .map((candidate) => ({ candidate, faint: prominence(candidate, begin, tools) }))
    .sort(byFaint)
    .slice(0, MOST_COMPARED);
  const scored = faint.map(({ candidate, faint: value }, i) => ({
    candidate,
    faint: value * closeness(candidate, { whole, seenBy, turn: i + 1 }, tools),
  }));
  return distinct(scored.sort(byFaint).map(({ candidate }) => candidate.text));
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

/** What a phrase's words weigh, raised by repetition, lowered by standing late. */
function prominence({ words, count, first }: Candidate, begin: number, tools: TextTools): number {
  const weight = partsOf(words).reduce((sum, word) => sum + weightOf(word, tools), 0);
  return (weight * (1 + Math.log(count))) / (EARLY + first - begin) ** LATENESS;
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
