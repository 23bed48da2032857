import type { Cancellation } from "../cancellation.ts";
import type { RetinaData } from "../retina/retina-data.ts";
import type { RetinaCard } from "../retina/types.ts";
import { anchorPool, passageVectors } from "./anchor-pool.ts";
import { assembleRetina } from "./assemble-retina.ts";
import { buildAssociations } from "./association-matrix.ts";
import { makeFingerprints, quiet } from "./make-fingerprints.ts";
import { namingBytes, shapersOf } from "./map-shares.ts";
import { neighbourLift } from "./neighbour-lift.ts";
import { PHRASE_SHARE, type Preset, presetOf, rowWeight, type TrainOptions } from "./options.ts";
import { partsOfSpeech, unknownParts } from "./parts-of-speech.ts";
import { findPhrases } from "./phrases.ts";
import { poolFamilies } from "./pool-families.ts";
import { type PhaseName, ProgressMeter, phasesOf } from "./progress.ts";
import { type ReadCorpus, type RecordSource, readCorpus } from "./read-corpus.ts";
import { joinTaught, readWith } from "./teacher/add-teacher.ts";
import { SentenceSampler, sampled } from "./teacher/sentence-sampler.ts";
import type { Teacher } from "./teacher/teacher.ts";
import { type TermRows, termRows } from "./term-rows.ts";
import { type TermVectors, termVectors } from "./term-vectors.ts";
import { truncatedSvd } from "./truncated-svd.ts";
import type { Phase, Scratch, TaskRunner, TrainProgress } from "./types.ts";
import type { GivenVectors } from "./vectors/given-vectors.ts";
import { buildVocabulary } from "./vocabulary.ts";
import { learnWeights } from "./weights/learn-weights.ts";

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
  /** Read sentences of the corpus are what the vectors learn from besides the texts; left out, the texts alone count. */
  readonly teacher?: Teacher;
  /** Word vectors made elsewhere, in place of a teacher. */
  readonly given?: GivenVectors;
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
  const { teacher, given } = input;
  const mode = teacher ? "teacher" : given ? "vectors" : "texts";
  const meter = new ProgressMeter(input.onProgress, input.now, phasesOf(mode));
  const phase: Phase = (name, work) =>
    meter.phase(name, (report) => work({ runner, scratch, signal, report }));
  const sampler = new SentenceSampler(teacher === undefined ? 0 : options.sentences);
  const records = teacher === undefined ? input.records : sampled(input.records, sampler);
  const corpus = await phase("reading", (context) => readCorpus(records, context));
  const terms = await findTerms(corpus, options, phase);
  const posBits = await phase("parts of speech", (context) =>
    options.language === TAGGED_LANGUAGE
      ? partsOfSpeech(corpus.stream, terms, context)
      : unknownParts(terms),
  );
  const readings = teacher && (await readWith(teacher, { texts: sampler.finish(), terms }, phase));
  const sizes = { running: corpus.stream.words, words: terms.vocabulary.words.length };
  const preset = presetOf(options, { ...sizes, terms: terms.names.length });
  const training = { corpus, terms, preset, seed: options.seed, phase };
  const own = await denseVectors(training);
  const { stream } = corpus;
  const joined = await joinTaught({ own, readings, given, terms, preset, options }, phase);
  const { vectors } = joined;
  const weights =
    joined.weights ??
    (await phase("weights", (context) =>
      learnWeights({ stream, terms, vectors, seed: options.seed }, context),
    ));
  const learned = { ...joined, ...(weights && { weights }) };
  const { anchors, codes } = await makeFingerprints(
    {
      learned,
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
  const card = cardOf(input, training, quality);
  const naming = namingBytes(terms);
  const parts = { card, terms, codes, posBits, naming, anchors, ...learned };
  return { ...assembleRetina(parts), seconds: meter.seconds };
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

function cardOf(
  { options, skippedRecords, teacher, given }: TrainInput,
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
      ...(teacher && { ...teacher.card, sentences, taught }),
      ...(given && { ...given.card, taught }),
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
