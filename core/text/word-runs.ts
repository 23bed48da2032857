import { NOUNS } from "./penn-tags.ts";
import type { TaggedSentence, TaggedWord } from "./tagger.ts";
import type { Candidate, TextTools } from "./types.ts";

/** Longest keyword in words; of a longer run the heaviest part. */
const MOST_WORDS = 4;
/** Letters of the alphabet alone say nothing; in other scripts one character is a word. */
const SCRAP = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Greek}]$/u;

/**
 * Candidates for keywords in a language without a tagger: runs of nouns and adjectives between other words, with a noun among them, in
 * the order in which they first occur, each once.
 */
export function wordRuns(
  sentences: readonly TaggedSentence[],
  text: string,
  { lexicon, weights }: TextTools,
): Candidate[] {
  const weightOf = (word: TaggedWord) =>
    word.parts.reduce((sum, part) => {
      const { match } = lexicon.word(part.text);
      return sum + (match === undefined ? 1 : weights[match.term]!);
    }, 0);
  const found = new Map<string, Candidate>();
  let at = 0;
  for (const { words } of sentences) {
    for (const { first, end } of runsIn(words, text)) {
      const run = heaviest(words.slice(first, end), weightOf);
      const written = writtenAs(run, text);
      const known = found.get(written);
      if (known !== undefined) known.count++;
      else
        found.set(written, {
          text: written,
          words: run,
          first: at + words.indexOf(run[0]!),
          start: run[0]!.start,
          count: 1,
        });
    }
    at += words.length;
  }
  return [...found.values()];
}

interface Run {
  readonly first: number;
  readonly end: number;
}

function runsIn(words: readonly TaggedWord[], text: string): Run[] {
  const runs: Run[] = [];
  let first = 0;
  const close = (end: number) => {
    if (words.slice(first, end).some(({ tag }) => NOUNS.has(tag))) runs.push({ first, end });
  };
  words.forEach((word, i) => {
    const before = words[i - 1];
    const isApart = before !== undefined && /[^\s-]/.test(text.slice(before.end, word.start));
    const isAgain = words.slice(first, i).some(({ lemma }) => lemma === word.lemma);
    if (isApart || isAgain) {
      close(i);
      first = i;
    }
    if (isInside(word)) return;
    close(i);
    first = i + 1;
  });
  close(words.length);
  return runs;
}

const isInside = ({ tag, text }: TaggedWord) =>
  (NOUNS.has(tag) || tag === "JJ") && !SCRAP.test(text);

/** The part of a run of which the words weigh most together, of equals the first; none is without a noun. */
function heaviest(run: readonly TaggedWord[], weightOf: (word: TaggedWord) => number) {
  let best = run.slice(0, MOST_WORDS);
  let most = Number.NEGATIVE_INFINITY;
  for (let start = 0; start + MOST_WORDS <= run.length; start++) {
    const part = run.slice(start, start + MOST_WORDS);
    const weight = part.reduce((sum, word) => sum + weightOf(word), 0);
    if (weight <= most || !part.some(({ tag }) => NOUNS.has(tag))) continue;
    best = part;
    most = weight;
  }
  return best;
}

/** With spaces where the text has some between the words. */
const writtenAs = (run: readonly TaggedWord[], text: string) =>
  run
    .map((word, i) => {
      const before = run[i - 1];
      return before === undefined || text.slice(before.end, word.start) === ""
        ? word.text
        : ` ${word.text}`;
    })
    .join("");
