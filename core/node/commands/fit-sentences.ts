import path from "node:path";
import type { Cancellation } from "../../cancellation.ts";
import { SentenceSampler } from "../../train/teacher/sentence-sampler.ts";
import { programInfo } from "../config/program-info.ts";
import { DEFAULT_RECORDS, listCorpus, readRecords, SkipList } from "../training/train-records.ts";

/** The sentences that a reader learns from. */
export interface FitSentences {
  readonly sentences: string[];
  /** The files that they come from, in words. */
  readonly from: string;
}

/** How sentences are looked for. */
export interface SentenceSearch {
  readonly most: number;
  /** The field or column that holds a text. */
  readonly field?: string | undefined;
  readonly signal: Cancellation;
  /** Takes the share of the files that is read, 0..1. */
  readonly report: (done: number) => void;
}

/** What comes with the program: sentences on everything, and speeches, which have whole thoughts but few subjects. */
const EVERYTHING = "wordnet.csv.gz";
const SPEECHES = "state-of-the-union.csv.gz";
/** So many of the sentences are of the first. */
const SHARE_OF_EVERYTHING = 7 / 12;

/** Distinct sentences of some files, at most so many; which ones depends on the files alone, not on their order. @throws bad-corpus */
export async function sentencesIn(
  paths: readonly string[],
  { most, field = DEFAULT_RECORDS.field, signal, report }: SentenceSearch,
): Promise<FitSentences> {
  const sampler = new SentenceSampler(most);
  const options = { ...DEFAULT_RECORDS, field, column: field };
  const files = await listCorpus(paths);
  for await (const { records, done } of readRecords(files, options, new SkipList(), { signal })) {
    report(done);
    for (const { text } of records) sampler.add(text);
  }
  return { sentences: sampler.finish(), from: paths.map((each) => path.basename(each)).join(", ") };
}

/** Distinct sentences that come with the program, at most so many. */
export async function shippedSentences(search: SentenceSearch): Promise<FitSentences> {
  const find = (name: string, most: number) =>
    sentencesIn([path.join(programInfo().root, "retinas", "samples", name)], { ...search, most });
  const first = await find(EVERYTHING, Math.round(SHARE_OF_EVERYTHING * search.most));
  const rest = await find(SPEECHES, search.most - first.sentences.length);
  return {
    sentences: [...first.sentences, ...rest.sentences],
    from: `${first.from}, ${rest.from}`,
  };
}
