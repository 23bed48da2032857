import type { BenchContext } from "./bench-context.ts";
import type { KeyedText } from "./benchmark-data.ts";
import { mean } from "./correlation.ts";
import { type KeywordScores, keywordScores, stemmed } from "./keyword-scores.ts";
import { measureSpread } from "./measure-keyword-spread.ts";
import type { Measure } from "./measures.ts";
import { InverseFrequencies, plainWords } from "./tf-idf.ts";

const CUTOFF = 10;
const LONGEST = 3;
const STOP_WORDS = new Set(
  (
    "a an the of and or in on to for with by from at as is are was were be been being this that these those it its which " +
    "who whom whose we our us they their them he his she her i my you your not no nor can may might will would should could " +
    "must has have had do does did if then than so such into onto over under between both each other more most few some any " +
    "all also there here when where how what why while during after before about above below up down out off again further only own same too very"
  ).split(" "),
);

const WIRES = 300;
/** As long as articles of a paper; shorter wires are as long as abstracts. */
const FEWEST_WORDS = 300;

/** Keywords against those that people gave, stemmed, at 10; and how they are spread over texts of three subjects. */
export const measureKeywords = (context: BenchContext): Measure[] => [
  ...measureAgainst("inspec", context.data.keyed(), context),
  ...measureAgainst("headlines of wires", wiresByHeadline(context), context),
  ...measureSpread(context),
];

/** Wires, with what their headlines are made of as the keywords. */
function wiresByHeadline({ data }: BenchContext): KeyedText[] | undefined {
  return data
    .headed(WIRES, FEWEST_WORDS)
    ?.map(({ title, text }) => ({ text, keywords: headlineGroups(title, text) }))
    .filter(({ keywords }) => keywords.length > 0);
}

/** The longest runs of one to three words of a headline that the text has too, after stemming; none begins or ends with a stop word. */
export function headlineGroups(title: string, text: string): string[] {
  const said = ` ${stemmed(text)} `;
  const words = plainWords(title);
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    const group = wordGroupsAt(words, at)
      .filter((own) => said.includes(` ${stemmed(own)} `))
      .at(-1);
    if (group !== undefined) found.push(group);
    at += group?.split(" ").length ?? 1;
  }
  return found;
}

function measureAgainst(
  set: string,
  texts: readonly KeyedText[] | undefined,
  { engine }: BenchContext,
): Measure[] {
  if (texts === undefined) return [];
  const score = (find: (text: string, i: number) => readonly string[]) =>
    texts.map(({ text, keywords }, i) => keywordScores(find(text, i), keywords, CUTOFF));
  const ours = score((text) => engine.keywords(text, CUTOFF));
  const plain = score(tfIdfKeywords(texts));
  const names: readonly (keyof KeywordScores)[] = ["precision", "recall", "f1"];
  return names.map((name) => ({
    set,
    figure: `${name} at ${CUTOFF}`,
    value: mean(ours.map((scores) => scores[name])),
    baseline: mean(plain.map((scores) => scores[name])),
    baselineName: "TF-IDF keywords",
  }));
}

function tfIdfKeywords(texts: readonly KeyedText[]) {
  const grams = texts.map(({ text }) => wordGroups(plainWords(text)));
  const idf = new InverseFrequencies(grams);
  return (_: string, i: number) =>
    [...idf.vector(grams[i]!)]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, 2 * CUTOFF)
      .map(([phrase]) => phrase);
}

/** Runs of one to three words that neither begin nor end with a stop word. */
const wordGroups = (words: readonly string[]): string[] =>
  words.flatMap((_, at) => wordGroupsAt(words, at));

/** Those that begin at a place, shortest first. */
const wordGroupsAt = (words: readonly string[], at: number): string[] =>
  Array.from({ length: LONGEST }, (_, extra) => words.slice(at, at + extra + 1))
    .filter((group, extra) => group.length === extra + 1)
    .filter((group) => !STOP_WORDS.has(group[0]!) && !STOP_WORDS.has(group.at(-1)!))
    .map((group) => group.join(" "));
