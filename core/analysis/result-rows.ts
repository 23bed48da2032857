import { readingOf } from "../language/reading.ts";
import type { Context, PosType, Ranked, Retina } from "../retina/types.ts";
import { wordForms } from "../text/word-forms.ts";

/** What a person may ask of the rows of a table of terms. */
interface FilterInput {
  readonly pos_type?: PosType;
  /** Limits of the document frequency. */
  readonly minDf?: number;
  readonly maxDf?: number;
  readonly kind?: "single" | "phrase";
  readonly exclude?: readonly string[];
  readonly startsWith?: string;
  /** Leaves out these words and their inflections and spellings. */
  readonly withoutForms?: readonly string[];
}

interface Filter {
  /** The field it came from. */
  readonly name: string;
  passes(term: number): boolean;
}
/** All have to let a term pass. */
export type Filters = readonly Filter[];

/** The filters that are set, in the order of the form. */
export function makeFilters(retina: Retina, input: FilterInput): Filters {
  const { pos_type, minDf, maxDf, kind, exclude, startsWith, withoutForms } = input;
  const filters: Filter[] = [];
  const add = (name: string, passes: (term: number) => boolean) => filters.push({ name, passes });
  if (pos_type !== undefined) add("pos_type", (term) => retina.posTypes(term).includes(pos_type));
  if (minDf !== undefined) add("minDf", (term) => retina.documentFrequency(term) >= minDf);
  if (maxDf !== undefined) add("maxDf", (term) => retina.documentFrequency(term) <= maxDf);
  if (kind !== undefined)
    add("kind", (term) => retina.term(term).includes(" ") === (kind === "phrase"));
  if (exclude !== undefined && exclude.length > 0) {
    const ids = new Set(exclude.map((term) => retina.idOf(term)));
    add("exclude", (term) => !ids.has(term));
  }
  if (startsWith !== undefined && startsWith !== "") {
    const start = startsWith.toLowerCase();
    add("startsWith", (term) => retina.term(term).toLowerCase().startsWith(start));
  }
  if (withoutForms !== undefined && withoutForms.length > 0) {
    // Endings are known of English words only.
    const isForm =
      readingOf(retina.card) === undefined ? formTest(withoutForms) : sameTest(withoutForms);
    add("withoutForms", (term) => !isForm(retina.term(term).toLowerCase()));
  }
  return filters;
}

/** For each row the filters that do not let it pass: bit `i` for filter `i`. Each filter is asked once per row. */
export function failures({ terms }: Ranked, filters: Filters): Uint8Array {
  const failed = new Uint8Array(terms.length);
  filters.forEach((filter, bit) => {
    for (let place = 0; place < terms.length; place++)
      if (!filter.passes(terms[place]!)) failed[place]! |= 1 << bit;
  });
  return failed;
}

/** The words themselves and what they may be inflected or spelled as. */
function formsOf(words: readonly string[]): ReadonlySet<string> {
  const lower = words.map((word) => word.toLowerCase());
  return new Set(lower.flatMap((word) => [word, ...wordForms(word)]));
}

/** `jaguars` is a form of `jaguar`, whichever of the two was asked for. */
function formTest(words: readonly string[]): (term: string) => boolean {
  const hidden = formsOf(words);
  const initials = new Set([...hidden].map((form) => form.charAt(0)));
  return (term) =>
    hidden.has(term) ||
    (mayShareForms(term, initials) && wordForms(term).some((form) => hidden.has(form)));
}

function sameTest(words: readonly string[]): (term: string) => boolean {
  const hidden = new Set(words.map((word) => word.toLowerCase()));
  return (term) => hidden.has(term);
}

/** Only accents, points and the shortest words may begin otherwise than their forms do. */
const mayShareForms = (term: string, initials: ReadonlySet<string>) =>
  !term.includes(" ") &&
  (term.length < SHORT || initials.has(term.charAt(0)) || !/^[a-z]/.test(term));
const SHORT = 5;

interface Order {
  readonly order: "score" | "shareOfTerm" | "term" | "df";
  readonly ascending: boolean;
}

/** Places in a ranking, which are by falling score: there are too many rows for an object each. */
type Places = Uint32Array;

/** The places of the rows that fail none of `filters`, as bits; see `failures`. */
export function placesOf(failed: Uint8Array, filters: number): Places {
  const places = new Uint32Array(failed.length);
  let count = 0;
  for (let place = 0; place < failed.length; place++)
    if ((failed[place]! & filters) === 0) places[count++] = place;
  return places.subarray(0, count);
}

/** The places as asked for; they come by falling score, which decides among equals. */
export function inOrder(
  retina: Retina,
  ranked: Ranked,
  { places, order, ascending }: Order & { readonly places: Places },
): Places {
  if (order === "score") return ascending ? places.toReversed() : places;
  const keyAt = keyOf(retina, ranked, order);
  const direction = ascending ? 1 : -1;
  const keys = new Float64Array(ranked.terms.length);
  for (const place of places) keys[place] = direction * keyAt(place);
  // Arrays of numbers are sorted in half the time of typed ones, and equal rows stay as they are.
  return Uint32Array.from(Array.from(places).sort((a, b) => keys[a]! - keys[b]!));
}

/** What the row at a place is ordered by. */
function keyOf(
  retina: Retina,
  { terms, scores }: Ranked,
  order: Exclude<Order["order"], "score">,
): (place: number) => number {
  switch (order) {
    case "term":
      return (place) => retina.alphabeticalRank(terms[place]!);
    case "df":
      return (place) => retina.documentFrequency(terms[place]!);
    default:
      return (place) => scores[place]! / retina.size(terms[place]!);
  }
}

/** Classes a decade of the histogram of frequencies. */
const CLASSES = 4;
const RAREST_DECADE = -6;
const CLASS_COUNT = -RAREST_DECADE * CLASSES;

/** How many terms are how frequent: classes of equal ratio from a millionth of the documents to all of them. */
export function frequenciesOf(retina: Retina, { terms }: Ranked, places: Places) {
  const classes = classesOf(retina);
  const counts = new Array<number>(CLASS_COUNT).fill(0);
  for (let i = 0; i < places.length; i++) counts[classes[terms[places[i]!]!]!]!++;
  return counts.map((count, place) => ({
    from: place === 0 ? 0 : 10 ** (RAREST_DECADE + place / CLASSES),
    count,
  }));
}

const known = new WeakMap<Retina, Uint8Array>();

/** The class of each term: a logarithm each would be most of the work, so they are kept. */
function classesOf(retina: Retina): Uint8Array {
  const classes = known.get(retina) ?? makeClasses(retina);
  known.set(retina, classes);
  return classes;
}

function makeClasses(retina: Retina): Uint8Array {
  return Uint8Array.from({ length: retina.termCount }, (_, term) => {
    const decades = Math.log10(retina.documentFrequency(term)) - RAREST_DECADE;
    return Math.min(CLASS_COUNT - 1, Math.max(0, Math.floor(decades * CLASSES)));
  });
}

/** Steps from purely nearest to the senses taking turns. */
export const MOST_SPREAD = 4;

interface Spread {
  /** The sense at a place of the ranking; `senses` for none. */
  readonly senseAt: (place: number) => number;
  readonly senses: number;
  /** 0 to `MOST_SPREAD`. */
  readonly spread: number;
  /** So many rows are wanted. */
  readonly count: number;
}

/**
 * The first places of a ranking drawn towards the senses taking turns. Each row has two places, the one it has among all
 * and the one it would have if every sense named its next best in turn, rows of no sense after them; rows are ordered by a mean of
 * the two, weighted by `spread` quarters. It is the geometric mean, since what matters is how many times farther down a row is.
 * As whole powers it is the same on every machine.
 */
export function spreadOver(places: Places, { senseAt, senses, spread, count }: Spread): Places {
  const ranks = ranksBySense(places, senseAt, senses);
  const turns = ranks.slice(0, senses).filter((own) => own.length > 0);
  const queues = [...turns, ranks[senses]!];
  const heads = queues.map(() => 0);
  const keyOf = (queue: number): number => {
    const rank = queues[queue]![heads[queue]!];
    if (rank === undefined) return Number.POSITIVE_INFINITY;
    const inTurn = placeInTurn(turns, queue, heads[queue]!);
    return (rank + 1) ** (MOST_SPREAD - spread) * (inTurn + 1) ** spread;
  };
  // Keys rise within a sense, so the next row is always one of the first that are left.
  return Uint32Array.from({ length: Math.min(count, places.length) }, () => {
    const next = lowest(queues.map((_, queue) => keyOf(queue)));
    const head = heads[next]!;
    heads[next] = head + 1;
    return places[queues[next]![head]!]!;
  });
}

type Ranks = readonly (readonly number[])[];

/** How many rows come before a sense's row `round` when the senses take turns; before one of no sense, all of theirs do. */
function placeInTurn(turns: Ranks, sense: number, round: number): number {
  let before = sense < turns.length ? 0 : round;
  for (const [other, { length }] of turns.entries()) {
    const named = sense < turns.length ? round + (other < sense ? 1 : 0) : length;
    before += Math.min(length, named);
  }
  return before;
}

/** The ranks of each sense's rows; those of no sense last. */
function ranksBySense(places: Places, senseAt: Spread["senseAt"], senses: number): Ranks {
  const ranks = Array.from({ length: senses + 1 }, (): number[] => []);
  places.forEach((place, rank) => {
    ranks[senseAt(place)]!.push(rank);
  });
  return ranks;
}

const lowest = (keys: readonly number[]): number => keys.indexOf(Math.min(...keys));

/**
 * For each place of a ranking the sense that holds the largest part of what the term shares with the query, the first of equals;
 * the number of senses for those that are in none.
 */
export function sensesAt(
  retina: Retina,
  ranked: Ranked,
  contexts: readonly Context[],
): (place: number) => number {
  const most = new Uint16Array(retina.termCount);
  const senses = new Uint16Array(retina.termCount).fill(contexts.length);
  contexts.forEach(({ positions }, sense) => {
    const { terms, scores } = retina.ranked(positions, { offset: 0, limit: retina.termCount });
    terms.forEach((term, place) => {
      if (scores[place]! <= most[term]!) return;
      most[term] = scores[place]!;
      senses[term] = sense;
    });
  });
  return (place) => senses[ranked.terms[place]!]!;
}
