import { type Filter, textsOf } from "./filter-model.ts";
import { honestScore, type Prepared, type Report } from "./prepare-examples.ts";
import { type Scored, suggestFor } from "./threshold-goals.ts";

const keys = new WeakMap<Prepared, string>();

/** Texts and what is known of other texts as one string; made once, for it can be long. */
export function preparedKeyOf(prepared: Prepared): string {
  const known = keys.get(prepared);
  if (known !== undefined) return known;
  const { positive, negative, population } = prepared;
  const key = JSON.stringify([
    textsOf(positive),
    textsOf(negative),
    population && [population.backdrop?.key, population.share],
  ]);
  keys.set(prepared, key);
  return key;
}

/** Each usable example with its score from a filter made without it, or with it where there is no other. */
export const scoredOf = (report: Report, prepared: Prepared): Scored[] =>
  report.examples.flatMap((each): Scored[] => {
    const { side, index } = each;
    const example = prepared[side][index];
    const score = honestScore(each);
    return example && score !== null
      ? [{ id: example.id, score, belongs: side === "positive" }]
      : [];
  });

/**
 * The cosine in force: the person's own, else the suggestion for the goal, else the engine's.
 * @param isEncoded whether a reader has read the texts: the person's own is about scores by words
 */
export function thresholdOf(
  filter: Filter,
  scored: readonly Scored[],
  report: Report,
  isEncoded = false,
): number {
  const { suggested } = report.threshold;
  const own = isEncoded ? null : filter.threshold;
  return own ?? suggestFor(filter.goal, scored, suggested) ?? suggested;
}

export type Predicted = NonNullable<Report["predicted"]>;

export type Expected = Predicted["lines"][number];

/** What the filter is expected to do on other texts at a line: the suggested one, or one near it; null with too few examples. */
export function expectedAt({ predicted, threshold }: Report, line: number): Expected | null {
  if (!predicted || line === threshold.suggested) return predicted;
  return predicted.lines.reduce<Expected>(
    (best, each) =>
      Math.abs(each.threshold - line) < Math.abs(best.threshold - line) ? each : best,
    predicted,
  );
}
