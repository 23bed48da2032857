import type { Output } from "../../../../core/api/client-types.ts";
import type { ExportTable } from "../../../model/export-source.ts";

export type DifferenceAnswer = Output<"app.collectionDifference">;
type Figures = Pick<
  DifferenceAnswer["words"][number],
  "inA" | "inB" | "effect" | "low" | "high" | "q"
>;

/** Chance of a false find among those that are listed. */
const MOST_CHANCE = 0.05;

export const isSure = ({ q }: Pick<Figures, "q">): boolean => q <= MOST_CHANCE;

/** Those that are more frequent in A and those in B, the surest first; what may be chance is left out. */
export function sidesOf<T extends Figures>(
  found: readonly T[],
): { readonly a: readonly T[]; readonly b: readonly T[] } {
  const sure = found.filter(isSure);
  // Sure is how far the nearer end of the interval is from no difference.
  return {
    a: sure.filter(({ effect }) => effect > 0).toSorted((x, y) => y.low - x.low),
    b: sure.filter(({ effect }) => effect < 0).toSorted((x, y) => x.high - y.high),
  };
}

const MOST_WORDS = 20;
const MOST_REGIONS = 8;

/** What is listed of a difference: of each side its words and regions. */
export function shownOf({ words, regions }: Pick<DifferenceAnswer, "words" | "regions">) {
  const [ofWords, ofRegions] = [sidesOf(words), sidesOf(regions)];
  const side = (name: "a" | "b") => ({
    words: ofWords[name].slice(0, MOST_WORDS),
    regions: ofRegions[name].slice(0, MOST_REGIONS),
  });
  return { a: side("a"), b: side("b") };
}

/** What is listed, as a table: the words of both sides, then the regions. */
export function differenceTable(data: DifferenceAnswer): ExportTable {
  const { a, b } = shownOf(data);
  const line = (side: "A" | "B", kind: string, name: string, of: Figures) => {
    const { inA, inB, effect, low, high } = of;
    const [times, from, to] = effect >= 0 ? [effect, low, high] : [-effect, -high, -low];
    return [name, kind, side, inA, inB, ratioText(of), ...[times, from, to].map(rounded)];
  };
  return {
    columns: [
      "name",
      "kind",
      "more in",
      "rows of A",
      "rows of B",
      "odds ratio",
      "times",
      "from",
      "to",
    ],
    forPrograms: 3,
    rows: [
      ...a.words.map((each) => line("A", "word", each.word, each)),
      ...b.words.map((each) => line("B", "word", each.word, each)),
      ...a.regions.map((each) => line("A", "region", each.place, each)),
      ...b.regions.map((each) => line("B", "region", each.place, each)),
    ],
  };
}

/** The odds with three digits: more are not sure. */
const rounded = (logarithm: number): number => Number(Math.exp(logarithm).toPrecision(3));

const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

/** "4.2× (3.1–5.7)": how many times the odds, with the interval of 95%. */
export function ratioText({ effect, low, high }: Figures): string {
  const [ratio, from, to] = effect >= 0 ? [effect, low, high] : [-effect, -high, -low];
  return `${times(ratio)}× (${times(from)}–${times(to)})`;
}

const times = (logarithm: number): string => short.format(Math.exp(logarithm));

/** How many times the odds, in either direction. */
export const timesText = (effect: number): string => times(Math.abs(effect));
