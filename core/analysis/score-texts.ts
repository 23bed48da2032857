import type { Cancellation } from "../cancellation.ts";
import { ApiError, throwIfCancelled } from "../errors.ts";
import { cosine } from "../fingerprint/metrics.ts";
import { checkPositions } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import { keepShared } from "../kernel/overlap.ts";
import type { Model } from "./engine.ts";
import { languageOf } from "./languages.ts";

/** From this cosine on a text belongs, where a filter says nothing else: the usual guideline. */
export const DEFAULT_THRESHOLD = 0.3;

/** A filter as a caller saved it. */
export interface SavedFilter {
  readonly name: string;
  readonly positions: readonly number[];
  readonly threshold?: number;
}

/** How one text fits each filter. */
export interface ScoredText {
  readonly index: number;
  readonly scores: (number | null)[];
  readonly decisions: string[];
  readonly margin: number | null;
  /** Code of the language that it was read in, where that is another than the retina's. */
  readonly language?: string;
}

interface Filter {
  readonly name: string;
  readonly positions: Positions;
  readonly threshold: number;
}

/** One row per text, in order, as they become known. @param readers one for each text; `own` is the retina that is named @throws bad-position; cancelled between two texts */
export function* scoreTexts(
  readers: readonly Model[],
  {
    filters,
    texts,
    own,
  }: { filters: readonly SavedFilter[]; texts: readonly string[]; own: Model },
  signal: Cancellation,
): Generator<ScoredText> {
  const ready = filters.map((filter, i) => ({
    name: filter.name,
    positions: checkPositions(filter.positions, `filters[${i}].positions`),
    threshold: filter.threshold ?? DEFAULT_THRESHOLD,
  }));
  for (const [index, text] of texts.entries()) {
    throwIfCancelled(signal);
    const reader = readers[index]!;
    const language = reader.retina === own.retina ? undefined : languageOf(reader.retina);
    yield {
      ...scoreText(fingerprintOrNone(reader, text), ready, index),
      ...(language !== undefined && { language }),
    };
  }
}

function scoreText(
  positions: Positions | undefined,
  filters: readonly Filter[],
  index: number,
): ScoredText {
  if (positions === undefined)
    return { index, scores: filters.map(() => null), decisions: [], margin: null };
  const scores = filters.map((filter) => similarity(positions, filter.positions));
  const distances = filters.map((filter, i) => Math.abs(scores[i]! - filter.threshold));
  return {
    index,
    scores,
    decisions: filters
      .filter((filter, i) => scores[i]! >= filter.threshold)
      .map(({ name }) => name),
    margin: Math.min(...distances),
  };
}

/** Cosine of two fingerprints, 0..1; 0 when one is empty. */
export function similarity(left: Positions, right: Positions): number {
  return cosine(keepShared(left, right).length, left.length, right.length);
}

/** The fingerprint of a text, or `undefined` for one without a known word. */
export function fingerprintOrNone({ text: engine }: Model, text: string): Positions | undefined {
  try {
    return engine.fingerprint(text);
  } catch (cause) {
    if (
      cause instanceof ApiError &&
      (cause.code === "empty-text" || cause.code === "no-known-words")
    )
      return undefined;
    throw cause;
  }
}
