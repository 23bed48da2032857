import type { RetinaCard } from "../retina/types.ts";
import { assembleRetina } from "./assemble-retina.ts";
import { neighbourLift } from "./codes/encode.ts";
import { unknownParts } from "./corpus/parts-of-speech.ts";
import { makeFingerprints } from "./make-fingerprints.ts";
import { anchorPool } from "./map/anchor-pool.ts";
import { shapersOf } from "./map/map-shares.ts";
import { PRESETS, USUAL_DIMENSIONS } from "./options.ts";
import { quiet } from "./run/context.ts";
import { type Phase, ProgressMeter, phasesOf } from "./run/progress.ts";
import { pulled, TAGGED_LANGUAGE, type TrainedRetina, type TrainInput } from "./train-retina.ts";
import { withUnmetTerms } from "./unmet-terms.ts";
import {
  ESTIMATED_DOCUMENTS,
  ESTIMATED_WORDS,
  type GivenVectors,
  givenTerms,
  givenVectorsOf,
  partsOfGiven,
} from "./vectors/given-vectors.ts";
import { joinVectors } from "./vectors/join-vectors.ts";
import { normalise, type TermVectors } from "./vectors/term-vectors.ts";

/** A training without texts. */
type VectorInput = Omit<TrainInput, "records" | "teacher" | "given" | "skippedRecords">;

/** Word vectors alone to a retina. Same vectors, options and seed: same data, whatever the number of threads. */
export async function trainFromVectors(
  given: GivenVectors,
  { options, runner, scratch, signal, onProgress, now, lexicon: book }: VectorInput,
): Promise<TrainedRetina> {
  const meter = new ProgressMeter(onProgress, now, phasesOf("vectors alone", book !== undefined));
  const phase: Phase = (name, work) =>
    meter.phase(name, (report) => work({ runner, scratch, signal, report }));
  const terms = await phase("vocabulary", () => givenTerms(given, options.terms));
  const posBits = await phase("parts of speech", (context) =>
    options.language === TAGGED_LANGUAGE ? partsOfGiven(terms, context) : unknownParts(terms),
  );
  const preset = PRESETS[options.preset];
  const { pull } = preset;
  const lexicon = book?.lexicon;
  const own = await phase("vectors", (context) => {
    const parts = [{ vectors: givenVectorsOf(terms, given), factor: 1 }];
    const dimensions = options.dimensions || USUAL_DIMENSIONS;
    return joinVectors({ parts, dimensions }, quiet(context));
  });
  const vectors = await pulled(own, { lexicon, terms, pull }, phase);
  const { anchors, codes } = await makeFingerprints(
    {
      vectors,
      whitening: preset.whitening,
      // What an order says of counts says nothing of evidence.
      counts: terms.counts.map((count) => Math.max(count, preset.fullEvidence)),
      preset,
      seed: options.seed,
      shapers: shapersOf(terms),
      anchors: () => anchorPool(terms, vectors, (wanted) => midpoints(vectors, wanted)),
    },
    phase,
  );
  const lift = await phase("measuring", () => Math.round(neighbourLift(codes) * 100) / 100);
  const rows = { terms, codes, posBits, anchors, vectors };
  const all = lexicon ? withUnmetTerms(rows, { lexicon, pull }) : rows;
  const card = cardOf({ ...given.card, ...book?.card }, options, all.terms);
  return {
    ...assembleRetina({ ...all, card: { ...card, quality: { "neighbour lift": lift } } }),
    seconds: meter.seconds,
  };
}

/** Others that each word is compared with. */
const COMPARED = 20;

/** Places between two words that have something in common, where there are fewer words than cells. */
function midpoints({ rows, dimensions, values }: TermVectors, wanted: number): Float32Array[] {
  const row = (at: number) => values.subarray(at * dimensions, (at + 1) * dimensions);
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  return Array.from({ length: wanted }, (_, i) => {
    const own = row(i % rows);
    const round = Math.floor(i / rows);
    let best = own;
    for (let k = 1; k <= COMPARED; k++) {
      const other = row((i + k * (7 + 2 * round)) % rows);
      if (best === own || dot(own, other) > dot(own, best)) best = other;
    }
    const sum = own.map((x, d) => x + best[d]!);
    normalise(sum);
    return sum;
  });
}

function cardOf(
  sources: Readonly<Record<string, string | number>>,
  options: TrainInput["options"],
  { names, phrases }: { readonly names: readonly string[]; readonly phrases: readonly unknown[] },
): RetinaCard {
  const { name, title, description, language, corpus, licence, seed, preset, terms } = options;
  return {
    name,
    description,
    language,
    corpus,
    licence,
    created: "",
    options: {
      preset,
      terms,
      ...(title !== "" && { title }),
      ...sources,
      counts: "estimated from the order of the words",
    },
    seed,
    counts: {
      terms: names.length,
      phrases: phrases.length,
      words: ESTIMATED_WORDS,
      documents: ESTIMATED_DOCUMENTS,
      skippedRecords: 0,
    },
    quality: {},
  };
}
