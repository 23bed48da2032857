import type { Positions } from "../kernel/grid.ts";
import type { Composer } from "./compose.ts";
import type { Occurrence } from "./read-terms.ts";
import { type BagTools, bagOf, type Share, sharesOf, type TermBag } from "./term-bag.ts";
import type { BagTerm } from "./term-cells.ts";
import type { WordReport } from "./types.ts";

export interface ReportParts extends BagTools {
  readonly composer: Composer;
}

/**
 * What became of each word or phrase of a text, in order. The weights are each one's share of the given cells:
 * those of the used words add up to 1 when every cell comes from the text.
 */
export function reportWords(
  occurrences: readonly Occurrence[],
  cellsOf: (bag: TermBag) => Positions,
  parts: ReportParts,
): WordReport[] {
  const shares = occurrences.map((occurrence) => sharesOf(occurrence, parts.lexicon));
  const bag = bagOf(occurrences, parts);
  const cells = bag.terms.length === 0 ? new Uint16Array() : cellsOf(bag);
  const credits = parts.composer.credits(bag, cells);
  const perShare = creditPerShare(
    shares.flat(),
    new Map(bag.terms.map((t, i) => [t, credits[i]!])),
  );
  return occurrences.map((occurrence, i) => {
    const credit = shares[i]!.reduce(
      (sum, { term, amount }) => sum + amount * (perShare.get(term) ?? 0),
      0,
    );
    const isLeftOut = !shares[i]!.some(({ term }) => perShare.has(term));
    return reportOf(occurrence, isLeftOut, {
      term: occurrence.term < 0 ? null : parts.lexicon.retina.term(occurrence.term),
      near: nearOf(occurrence, parts),
      // A sum of shares may exceed the whole by a rounding.
      weight: cells.length === 0 ? 0 : Math.min(1, credit / cells.length),
    });
  });
}

/** A term's credit for one whole occurrence, by term; terms that were left out are missing. */
function creditPerShare(shares: readonly Share[], credits: ReadonlyMap<BagTerm, number>) {
  const totals = new Map<BagTerm, number>();
  for (const { term, amount } of shares) totals.set(term, (totals.get(term) ?? 0) + amount);
  return new Map([...credits].map(([term, credit]) => [term, credit / totals.get(term)!]));
}

/** The known words that a number or unknown word lies among. */
function nearOf({ term, key }: Occurrence, { cells }: ReportParts): string[] {
  return term < 0 ? cells.placed(key).near.map((id) => cells.retina.term(id)) : [];
}

function reportOf(
  { text, start, end, kind }: Occurrence,
  isLeftOut: boolean,
  { near, ...read }: Pick<WordReport, "term" | "near" | "weight">,
): WordReport {
  const place = { word: text, start, end };
  if (!isLeftOut) return { ...place, ...read, near, use: "used", reason: "" };
  return kind === "unknown" || kind === "number"
    ? { ...place, term: null, near: [], use: "unknown", reason: "not in the vocabulary", weight: 0 }
    : { ...place, ...read, near, use: "ignored", reason: "too frequent", weight: 0 };
}
