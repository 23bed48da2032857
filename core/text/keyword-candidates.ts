import { NOUNS } from "./penn-tags.ts";
import type { TaggedSentence, TaggedWord } from "./tagger.ts";

/** A noun phrase of a text that may be a keyword. */
export interface Candidate {
  /** Lower case, words parted by single spaces. */
  readonly text: string;
  readonly words: readonly TaggedWord[];
  /** Number of the word in the text at which it first occurs. */
  readonly first: number;
  /** Where that is, as an offset into the text. */
  readonly start: number;
  count: number;
}

/** Longest keyword in words; a longer phrase keeps its end. */
const MOST_WORDS = 5;
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
      const key = run.map(({ lemma }) => lemma).join(" ");
      const known = found.get(key);
      if (known === undefined)
        found.set(key, {
          text: run.map((word) => word.text.replaceAll("-", " ")).join(" "),
          words: run,
          first: at + words.indexOf(run[0]!),
          start: run[0]!.start,
          count: 1,
        });
      else known.count++;
    }
    at += words.length;
  }
  return [...found.values()];
}

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

const isInside = ({ tag }: TaggedWord) => NOUNS.has(tag) || tag === "JJ";

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
