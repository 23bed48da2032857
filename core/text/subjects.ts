import { NO_POSITIONS } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import type { Candidate } from "./keyword-candidates.ts";
import type { Occurrence } from "./read-terms.ts";
import { type Span, spansOf } from "./slices.ts";
import type { TaggedSentence } from "./tagger.ts";
import { bagFrom, type TextTools } from "./tools.ts";

/** Neighbouring slices with this cosine are on one subject: of one article they have 0.26 or more, of two 0.23 or less. */
const ONE_SUBJECT = 0.25;

/** Characters; less, a sentence or two, is no subject of its own. */
const SHORTEST = 150;

/** What a text says on one subject. */
export interface Subject {
  /** Characters. */
  readonly length: number;
  readonly positions: Positions;
  readonly candidates: readonly Candidate[];
}

/** What was read in a text, each list in the order of the text. */
export interface ReadText {
  readonly sentences: readonly TaggedSentence[];
  readonly occurrences: readonly Occurrence[];
  readonly candidates: readonly Candidate[];
}

/** The subjects of a text, in order: its slices, neighbours that are close on the map taken together. */
export function subjectsIn(
  text: string,
  { sentences, occurrences, candidates }: ReadText,
  tools: TextTools,
): Subject[] {
  const spans = spansOf(text, sentences, tools);
  const read = partAt(occurrences, spans);
  const offered = partAt(candidates, spans);
  const positions = read.map((slice) => positionsOf(slice, tools));
  const begins = beginnings(spans, (i) => areClose(positions[i - 1]!, positions[i]!));
  return spans.flatMap(({ start }, i) => {
    if (!begins[i]) return [];
    const next = begins.indexOf(true, i + 1);
    const end = next < 0 ? spans.length : next;
    return [
      {
        length: spans[end - 1]!.end - start,
        positions: end === i + 1 ? positions[i]! : positionsOf(read.slice(i, end).flat(), tools),
        candidates: offered.slice(i, end).flat(),
      },
    ];
  });
}

/** Whether a subject begins with each span. */
function beginnings(spans: readonly Span[], goesOn: (i: number) => boolean): boolean[] {
  let start = 0;
  return spans.map((span, i) => {
    const isLong = span.start - start >= SHORTEST && span.end - span.start >= SHORTEST;
    const begins = i === 0 || (isLong && !goesOn(i));
    if (begins) start = span.start;
    return begins;
  });
}

/** A list in the order of the text parted at the ends of spans. */
function partAt<T extends { readonly start: number }>(
  items: readonly T[],
  spans: readonly Span[],
): T[][] {
  let next = 0;
  return spans.map(({ end }) => {
    const from = next;
    while (next < items.length && items[next]!.start < end) next++;
    return items.slice(from, next);
  });
}

function positionsOf(occurrences: readonly Occurrence[], tools: TextTools): Positions {
  const bag = bagFrom(occurrences, tools);
  return bag.terms.length === 0 ? NO_POSITIONS : tools.composer.compose(bag);
}

function areClose(a: Positions, b: Positions): boolean {
  const cells = new Set(a);
  const shared = b.reduce((count, position) => count + Number(cells.has(position)), 0);
  return shared >= ONE_SUBJECT * Math.sqrt(a.length) * Math.sqrt(b.length);
}
