import type { Cancellation } from "../cancellation.ts";
import type { RetinaData } from "../retina/retina-data.ts";
import type { RetinaCard } from "../retina/types.ts";
import { assembleRetina } from "./assemble-retina.ts";
import { neighbourLift } from "./codes/encode.ts";
import { partsOfSpeech, unknownParts } from "./corpus/parts-of-speech.ts";
import { findPhrases } from "./corpus/phrases.ts";
import { type ReadCorpus, type RecordSource, readCorpus } from "./corpus/read-corpus.ts";
import { type TermRows, termRows } from "./corpus/term-rows.ts";
import { buildVocabulary } from "./corpus/vocabulary.ts";
import { buildAssociations } from "./counting/association-matrix.ts";
import { type Pull, pullVectors, relativesOf } from "./lexicon/relatives.ts";
import type { Lexicon } from "./lexicon/wordnet.ts";
import { makeFingerprints } from "./make-fingerprints.ts";
import { anchorPool, passageVectors } from "./map/anchor-pool.ts";
import { namingBytes, shapersOf } from "./map/map-shares.ts";
import {
  JOINED_WHITENING,
  PHRASE_SHARE,
  type Preset,
  presetOf,
  rowWeight,
  type TrainOptions,
  USUAL_DIMENSIONS,
} from "./options.ts";
import { quiet, type Scratch, type TaskRunner } from "./run/context.ts";
import {
  type Phase,
  type PhaseName,
  ProgressMeter,
  phasesOf,
  type TrainProgress,
} from "./run/progress.ts";
import { learnWeights } from "./teacher/learn-weights.ts";
import { SentenceSampler, sampled } from "./teacher/sentence-sampler.ts";
import { type Readings, readWith, type Taught, teach } from "./teacher/teach.ts";
import type { Teacher } from "./teacher/teacher.ts";
import { withUnmetTerms } from "./unmet-terms.ts";
import { type GivenVectors, givenVectorsOf } from "./vectors/given-vectors.ts";
import { joinVectors } from "./vectors/join-vectors.ts";
import { poolFamilies } from "./vectors/pool-families.ts";
import { type TermVectors, termVectors, truncatedSvd } from "./vectors/term-vectors.ts";

/** Everything a training is given, apart from settings of the steps. */
export interface TrainInput {
  readonly records: RecordSource;
  readonly options: TrainOptions;
  readonly runner: TaskRunner;
  readonly scratch: Scratch;
  readonly signal: Cancellation;
  readonly onProgress: (progress: TrainProgress) => void;
  /** Seconds from any fixed moment, for the remaining time only: no result depends on it. */
  readonly now: () => number;
  /** Asked once reading has ended, since only then the reader knows. */
  readonly skippedRecords: () => number;
  /**
   * Read sentences of the corpus are what the vectors learn from besides the texts, from each teacher by its share in
   * `options.taught`; left out, the texts alone count.
   */
  readonly teachers?: readonly Teacher[];
  /** Word vectors made elsewhere, in place of teachers. */
  readonly given?: GivenVectors;
  /** Words that mean the same or are kinds of each other, which draws their vectors together; it brings terms of its own. */
  readonly lexicon?: TrainLexicon;
}

/** A lexicon with what the retina's card tells of it, by field. */
export interface TrainLexicon {
  readonly lexicon: Lexicon;
  readonly card: Readonly<Record<string, string>>;
}

/** What a training makes. */
export interface TrainedRetina {
  readonly data: RetinaData;
  /** Dense vectors of the terms in the order of `data.terms`. */
  readonly vectors: TermVectors;
  /** Seconds by phase. */
  readonly seconds: ReadonlyMap<PhaseName, number>;
}

/** Corpus to retina. Same records, options and seed: same data, whatever the runner's number of threads. */
export async function trainRetina(input: TrainInput): Promise<TrainedRetina> {
  const { runner, scratch, signal, options } = input;
  const { teachers = [], given } = input;
  const isTaught = teachers.length > 0;
  const mode = isTaught ? "teacher" : given ? "vectors" : "texts";
  const meter = new ProgressMeter(
    input.onProgress,
    input.now,
    phasesOf(mode, input.lexicon !== undefined),
  );
  const phase: Phase = (name, work) =>
    meter.phase(name, (report) => work({ runner, scratch, signal, report }));
  const sampler = new SentenceSampler(isTaught ? options.sentences : 0);
  const records = isTaught ? sampled(input.records, sampler) : input.records;
  const corpus = await phase("reading", (context) => readCorpus(records, context));
  const terms = await findTerms(corpus, options, phase);
  const posBits = await phase("parts of speech", (context) =>
    options.language === TAGGED_LANGUAGE
      ? partsOfSpeech(corpus.stream, terms, context)
      : unknownParts(terms),
  );
  const readings = await readWith(teachers, { texts: sampler.finish(), terms }, phase);
  const sizes = { running: corpus.stream.words, words: terms.vocabulary.words.length };
  const preset = presetOf(options, { ...sizes, terms: terms.names.length });
  const training = { corpus, terms, preset, seed: options.seed, phase };
  const own = await denseVectors(training);
  const { stream } = corpus;
  const taught = await joinTaught({ own, readings, given, terms, options }, phase);
  const { lexicon } = input.lexicon ?? {};
  const vectors = await pulled(
    taught?.vectors ?? own,
    { lexicon, terms, pull: preset.pull },
    phase,
  );
  const weights =
    taught?.weights ??
    (await phase("term weights", (context) =>
      learnWeights({ stream, terms, vectors, seed: options.seed }, context),
    ));
  const { anchors, codes } = await makeFingerprints(
    {
      vectors,
      whitening: taught ? JOINED_WHITENING : preset.whitening,
      counts: terms.counts,
      preset,
      seed: options.seed,
      shapers: shapersOf(terms),
      anchors: () =>
        anchorPool(terms, vectors, (wanted) => passageVectors(terms, vectors, corpus, wanted)),
    },
    phase,
  );
  const quality = await phase("measuring", () => ({
    "neighbour lift": rounded(neighbourLift(codes)),
  }));
  const naming = namingBytes(terms);
  const parts = {
    terms,
    codes,
    posBits,
    naming,
    anchors,
    vectors,
    ...(weights && { weights }),
  };
  const all = lexicon ? withUnmetTerms(parts, { lexicon, pull: preset.pull }) : parts;
  const card = cardOf(input, { ...training, terms: all.terms }, quality);
  return { ...assembleRetina({ ...all, card }), seconds: meter.seconds };
}

/** The vectors drawn towards those of their relatives, where there is a lexicon. */
export async function pulled(
  vectors: TermVectors,
  { lexicon, terms, pull }: PullInput,
  phase: Phase,
): Promise<TermVectors> {
  if (lexicon === undefined) return vectors;
  const known = new Map(terms.names.map((name, row) => [name, row]));
  return phase("lexicon", () =>
    pullVectors(vectors, relativesOf(terms.names, { lexicon, known, pull })),
  );
}

interface PullInput {
  readonly lexicon: Lexicon | undefined;
  readonly terms: Pick<TermRows, "names">;
  readonly pull: Pull;
}

/** The language that a tagger is at hand for. */
export const TAGGED_LANGUAGE = "English";
const rounded = (value: number) => Math.round(value * 100) / 100;

/** What all steps after the terms share. */
interface Training {
  readonly corpus: ReadCorpus;
  readonly terms: TermRows;
  readonly preset: Preset;
  readonly seed: number;
  readonly phase: Phase;
}

async function findTerms(
  corpus: ReadCorpus,
  options: TrainOptions,
  phase: Phase,
): Promise<TermRows> {
  const mostWords = Math.ceil(options.terms * (1 - PHRASE_SHARE));
  const limits = { minCount: options.minCount, most: mostWords };
  const vocabulary = await phase("vocabulary", () => buildVocabulary(corpus, limits));
  const most = options.terms - Math.min(mostWords, vocabulary.words.length);
  const phrases = await phase("phrases", ({ report }) =>
    findPhrases(corpus, vocabulary, { most, report }),
  );
  return termRows(vocabulary, phrases);
}

async function denseVectors({
  corpus,
  terms,
  preset,
  seed,
  phase,
}: Training): Promise<TermVectors> {
  const words = terms.vocabulary.words.length;
  const matrix = await phase("counting", (context) =>
    buildAssociations(corpus, { terms, shapes: preset.associations }, context),
  );
  return phase("vectors", async (context) => {
    const { dimensions, dropped, fullWeightCount } = preset;
    const rowWeights = Float32Array.from(terms.counts, (count, row) =>
      rowWeight(count, fullWeightCount, row >= words),
    );
    const svd = await truncatedSvd(matrix, { dimensions, dropped, rowWeights, seed }, context);
    const shape = { matrix, words, power: preset.spectrum };
    const vectors = await termVectors(svd, shape, quiet(context));
    return poolFamilies(vectors, terms.vocabulary, preset.pooling);
  });
}

/** A training with vectors of its own, about to be joined with what a teacher or given vectors know. */
interface Lessons {
  readonly own: TermVectors;
  readonly readings: readonly Readings[];
  readonly given: GivenVectors | undefined;
  readonly terms: TermRows;
  readonly options: Pick<TrainOptions, "taught" | "dimensions">;
}

/** The own vectors joined with the others, each by its share, and learned weights; nothing where the texts alone count. */
async function joinTaught(
  { own, readings, given, terms, options }: Lessons,
  phase: Phase,
): Promise<{ readonly vectors: TermVectors; readonly weights?: Uint8Array } | undefined> {
  if (readings.length === 0 && given === undefined) return undefined;
  return phase("teaching", async (context) => {
    const taught: Taught[] = [];
    for (const read of readings) taught.push(await teach(read, { terms, own }, context));
    const others = given ? [givenVectorsOf(terms, given)] : taught.map(({ vectors }) => vectors);
    // All have length 1, so their shares in a product of two terms are the squares of the factors.
    const shares = options.taught.map((percent) => percent / 100);
    const rest = 1 - shares.reduce((sum, share) => sum + share, 0);
    const parts = [own, ...others].map((vectors, i) => ({
      vectors,
      factor: Math.sqrt(i === 0 ? rest : shares[i - 1]!),
    }));
    const dimensions = options.dimensions || USUAL_DIMENSIONS;
    const vectors = await joinVectors({ parts, dimensions }, quiet(context));
    // What a word counts in a text is the first teacher's alone: weights of several were not measured.
    const [first] = taught;
    return { vectors, ...(first && { weights: first.weights }) };
  });
}

/** Fields of the card about the second of several begin with the name and end in 2: teacher2, taught2. */
const numbered = (fields: Readonly<Record<string, string | number>>, i: number) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [i === 0 ? name : `${name}${i + 1}`, value]),
  );

function cardOf(
  { options, skippedRecords, teachers = [], given, lexicon }: TrainInput,
  { corpus: { stream, sources }, terms, preset }: Training,
  quality: Readonly<Record<string, number>>,
): RetinaCard {
  const { name, description, language, corpus, licence, seed, ...settings } = options;
  const { sentences, taught, mapShare, title, ...rest } = settings;
  const { associations, dimensions } = preset;
  const window = associations[0]?.window ?? 0;
  return {
    name,
    description,
    language,
    corpus,
    licence,
    created: "",
    options: {
      ...rest,
      window,
      dimensions,
      ...(title !== "" && { title }),
      ...(mapShare !== "" && { mapShare }),
      ...Object.assign(
        {},
        ...teachers.map(({ card }, i) => numbered({ ...card, taught: taught[i]! }, i)),
      ),
      ...(teachers.length > 0 && { sentences }),
      ...(given && { ...given.card, taught: taught[0]! }),
      ...(lexicon && {
        ...lexicon.card,
        unmetTerms: terms.counts.filter((count) => count === 0).length,
      }),
    },
    seed,
    counts: {
      terms: terms.names.length,
      phrases: terms.phrases.length,
      words: stream.words,
      documents: sources.length,
      skippedRecords: skippedRecords(),
    },
    quality,
  };
}
