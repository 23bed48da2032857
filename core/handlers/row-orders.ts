import type { Input } from "../api/client-types.ts";
import type { Match, Retina } from "../retina/types.ts";

type Order = Pick<Input<"app.explore">, "order" | "ascending">;

/** Rows as asked for; `matches` come by falling score, which decides among equals. */
export function inOrder(
  retina: Retina,
  matches: readonly Match[],
  { order, ascending }: Order,
): readonly Match[] {
  if (order === "score") return ascending ? matches.toReversed() : matches;
  if (order === "term") {
    const names = matches.map((match) => ({ match, name: retina.term(match.term) }));
    const sorted = names.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ match }) => match);
    return ascending ? sorted : sorted.reverse();
  }
  const keyOf =
    order === "df"
      ? ({ term }: Match) => retina.documentFrequency(term)
      : ({ term, score }: Match) => score / retina.size(term);
  const direction = ascending ? 1 : -1;
  return matches
    .map((match) => ({ match, key: keyOf(match) }))
    .sort((a, b) => direction * (a.key - b.key))
    .map(({ match }) => match);
}

/** Classes a decade of the histogram of frequencies. */
const CLASSES = 4;
const RAREST_DECADE = -6;

/** How many terms are how frequent: classes of equal ratio from a millionth of the documents to all of them. */
export function frequenciesOf(retina: Retina, matches: readonly Match[]) {
  const counts = new Array<number>(-RAREST_DECADE * CLASSES).fill(0);
  for (const { term } of matches) {
    const place = Math.floor(
      (Math.log10(retina.documentFrequency(term)) - RAREST_DECADE) * CLASSES,
    );
    counts[Math.min(counts.length - 1, Math.max(0, place))]!++;
  }
  return counts.map((count, place) => ({
    from: place === 0 ? 0 : 10 ** (RAREST_DECADE + place / CLASSES),
    count,
  }));
}
