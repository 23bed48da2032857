import type { Preset, TrainOptions } from "../options.ts";
import { JOINED_WHITENING } from "../options.ts";
import type { TermRows } from "../term-rows.ts";
import type { TermVectors } from "../term-vectors.ts";
import type { Phase } from "../types.ts";
import { type GivenVectors, givenVectorsOf } from "../vectors/given-vectors.ts";
import { joinVectors } from "./join-vectors.ts";
import { type Readings, type Taught, teach } from "./teach.ts";
import type { Teacher } from "./teacher.ts";

/** Has the teacher read the sentences and the terms. */
export async function readWith(
  teacher: Teacher,
  { texts, terms }: { readonly texts: readonly string[]; readonly terms: TermRows },
  phase: Phase,
): Promise<Readings> {
  const sentences = await phase("teacher: sentences", (context) => teacher.read(texts, context));
  const alone = await phase("teacher: terms", (context) => teacher.read(terms.names, context));
  return { texts, sentences, terms: alone };
}

/** What a training goes on with: vectors, how to whiten them, and weights where they were learned. */
export interface Vectors {
  readonly vectors: TermVectors;
  readonly whitening: number;
  readonly weights?: Uint8Array;
}

/** A training with vectors of its own, about to be joined with what a teacher taught. */
export interface Lessons {
  readonly own: TermVectors;
  readonly readings: Readings | undefined;
  readonly given: GivenVectors | undefined;
  readonly terms: TermRows;
  readonly preset: Preset;
  readonly options: Pick<TrainOptions, "taught" | "dimensions">;
}

/** A teacher knows as many directions from a small corpus as from a large one. */
const USUAL_DIMENSIONS = 600;

/** The own vectors joined with the taught ones, each by its share; the own ones alone without readings. */
export async function joinTaught(
  { own, readings, given, terms, preset, options }: Lessons,
  phase: Phase,
): Promise<Vectors> {
  if (readings === undefined && given === undefined)
    return { vectors: own, whitening: preset.whitening };
  return phase("teaching", async (context) => {
    const taught: Partial<Taught> = readings ? await teach(readings, terms, context) : {};
    const other = taught.vectors ?? givenVectorsOf(terms, given ?? NOTHING_GIVEN);
    const dimensions = options.dimensions || USUAL_DIMENSIONS;
    const vectors = await joinVectors(
      { parts: partsOf(own, other, options.taught / 100), dimensions },
      { ...context, report: () => {} },
    );
    const { weights } = taught;
    return { vectors, whitening: JOINED_WHITENING, ...(weights && { weights }) };
  });
}

const NOTHING_GIVEN: GivenVectors = {
  words: [],
  dimensions: 1,
  values: new Float32Array(0),
  card: {},
};

/** Both parts have length 1, so their shares in a product of two terms are the squares of the factors. */
const partsOf = (own: TermVectors, vectors: TermVectors, share: number) => [
  { vectors: own, factor: Math.sqrt(1 - share) },
  { vectors, factor: Math.sqrt(share) },
];
