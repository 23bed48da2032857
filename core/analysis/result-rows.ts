import type { PosType, Ranked, Retina } from "../retina/types.ts";

interface Order {
  readonly order: "score" | "shareOfTerm" | "term" | "df";
  readonly ascending: boolean;
}

/** Places in a ranking, which are by falling score: there are too many rows for an object each. */
type Places = Uint32Array;

interface Wanted {
  readonly pos_type?: PosType | undefined;
  /** The least number of cells that a term shares with the query. */
  readonly least: number;
}

/** The places of the rows that pass. */
export function passing(
  retina: Retina,
  { terms, scores }: Ranked,
  { pos_type, least }: Wanted,
): Places {
  const places = new Uint32Array(terms.length);
  let count = 0;
  for (let place = 0; place < terms.length && scores[place]! >= least; place++)
    if (pos_type === undefined || retina.posTypes(terms[place]!).includes(pos_type))
      places[count++] = place;
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
