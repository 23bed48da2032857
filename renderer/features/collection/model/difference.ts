import type { Output } from "../../../../core/api/client-types.ts";

export type DifferenceAnswer = Output<"app.collectionDifference">;
type Figures = Pick<
  DifferenceAnswer["words"][number],
  "inA" | "inB" | "effect" | "low" | "high" | "q"
>;

/** Chance of a false find among those that are listed. */
const MOST_CHANCE = 0.05;

/** Those that are more frequent in A and those in B, the surest first; what may be chance is left out. */
export function sidesOf<T extends Figures>(
  found: readonly T[],
): { readonly a: readonly T[]; readonly b: readonly T[] } {
  const sure = found.filter(({ q }) => q <= MOST_CHANCE);
  // Sure is how far the nearer end of the interval is from no difference.
  return {
    a: sure.filter(({ effect }) => effect > 0).toSorted((x, y) => y.low - x.low),
    b: sure.filter(({ effect }) => effect < 0).toSorted((x, y) => x.high - y.high),
  };
}

const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

/** "4.2× (3.1–5.7)": how many times the odds, with the interval of 95%. */
export function ratioText({ effect, low, high }: Figures): string {
  const [ratio, from, to] = effect >= 0 ? [effect, low, high] : [-effect, -high, -low];
  return `${times(ratio)}× (${times(from)}–${times(to)})`;
}

const times = (logarithm: number): string => short.format(Math.exp(logarithm));
