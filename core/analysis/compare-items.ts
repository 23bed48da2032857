import type { Cancellation } from "../cancellation.ts";
import { ApiError, badInput, throwIfCancelled, tooLarge } from "../errors.ts";
import { compare, type Metrics } from "../fingerprint/metrics.ts";
import type { Positions } from "../kernel/grid.ts";
import type { Model } from "./engine.ts";
import { somePositionsOf } from "./read-expression.ts";

const MOST_PAIRS = 1_000_000;

/** Which items to compare, by index: each pair once, the first with every other, or as listed. */
export type PairChoice = "all" | "one-to-many" | readonly (readonly number[])[];

/** One pair; `error` says why there are no metrics. */
export interface ComparedPair {
  readonly left: number;
  readonly right: number;
  readonly metrics: Metrics | null;
  readonly error: string | null;
}

/** How many pairs a choice means. @throws too-large, bad-input for an index beyond the items */
export function countPairs(items: number, pairs: PairChoice): number {
  const count =
    pairs === "all"
      ? (items * (items - 1)) / 2
      : pairs === "one-to-many"
        ? items - 1
        : pairs.length;
  if (count > MOST_PAIRS) throw tooLarge("The number of pairs", count, MOST_PAIRS);
  if (typeof pairs !== "string")
    pairs.forEach((pair, i) => {
      if (pair.some((index) => index >= items))
        throw badInput(`pairs.${i}`, `Pair ${i} names an item that is not there.`);
    });
  return count;
}

/** One row per pair, in order, as they become known; an item that fails spoils only its own pairs. */
export function* compareItems(
  model: Model,
  { items, pairs }: { items: readonly unknown[]; pairs: PairChoice },
  signal: Cancellation,
): Generator<ComparedPair> {
  countPairs(items.length, pairs);
  const known = new Map<number, Positions | string>();
  const lookUp = (index: number) => {
    const found = known.get(index) ?? positionsOrReason(model, items[index]);
    known.set(index, found);
    return found;
  };
  for (const [left, right] of pairsOf(items.length, pairs)) {
    throwIfCancelled(signal);
    yield comparePair({ left, right }, lookUp(left), lookUp(right));
  }
}

function* pairsOf(items: number, pairs: PairChoice): Generator<readonly [number, number]> {
  if (pairs === "all") {
    for (let left = 0; left < items; left++)
      for (let right = left + 1; right < items; right++) yield [left, right];
  } else if (pairs === "one-to-many") {
    for (let right = 1; right < items; right++) yield [0, right];
  } else for (const [left = 0, right = 0] of pairs) yield [left, right];
}

function comparePair(
  indices: { left: number; right: number },
  left: Positions | string,
  right: Positions | string,
): ComparedPair {
  if (typeof left === "string") return { ...indices, metrics: null, error: `Left: ${left}` };
  if (typeof right === "string") return { ...indices, metrics: null, error: `Right: ${right}` };
  return { ...indices, metrics: compare(left, right), error: null };
}

function positionsOrReason(model: Model, json: unknown): Positions | string {
  try {
    return somePositionsOf(model, json);
  } catch (cause) {
    if (cause instanceof ApiError) return cause.message;
    throw cause;
  }
}
