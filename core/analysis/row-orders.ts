import type { Ranked, Retina } from "../retina/types.ts";

interface Order {
  readonly order: "score" | "shareOfTerm" | "term" | "df";
  readonly ascending: boolean;
}

/** Places in a ranking, which are by falling score: there are too many rows for an object each. */
export type Places = Uint32Array;

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
