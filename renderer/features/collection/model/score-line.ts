import type { Output } from "../../../../core/api/client-types.ts";

export type ScoreFigures = Output<"app.collectionScores">;

/**
 * The edge between bins at which most labelled rows are on the side that their label says: the best balance of precision
 * and recall (F1), the middle one of several. Null while no row is labelled as belonging.
 */
export function suggestedLine({
  edges,
  belongs,
  not,
}: Pick<ScoreFigures, "edges" | "belongs" | "not">): number | null {
  const all = sum(belongs);
  if (all === 0) return null;
  let [hits, alarms] = [0, 0];
  const scores = belongs.map(() => 0);
  for (let bin = belongs.length - 1; bin >= 0; bin--) {
    hits += belongs[bin]!;
    alarms += not[bin]!;
    scores[bin] = (2 * hits) / (hits + alarms + all);
  }
  const best = Math.max(...scores);
  const equal = scores.flatMap((score, bin) => (score === best ? [bin] : []));
  return edges[equal[Math.floor(equal.length / 2)] ?? 0] ?? null;
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
