import type { Handler, Output } from "../api/client-types.ts";
import type { CollectionAnalyses } from "../collection/analyses/analyses.ts";
import { LabelAnalyses } from "../collection/analyses/labels.ts";
import { checkQuery } from "../collection/port/check-query.ts";
import { checkPositions, toNumbers } from "../fingerprint/positions.ts";

/** Labels, scores, and what shows how good they are. */
export function labelHandlers(analyses: CollectionAnalyses) {
  const labels = new LabelAnalyses(analyses);
  const label: Handler<"app.collectionLabel"> = async ({ name, filter, marks }) => ({
    rows: await analyses.store.open(name).label(filter, marks),
  });
  const classify: Handler<"app.collectionClassify"> = async (
    { name, filter, positions },
    signal,
  ) => ({
    rows: await analyses.classify(
      name,
      { name: filter, positions: checkPositions(positions) },
      signal,
    ),
  });
  const learn: Handler<"app.collectionLearn"> = async ({ name, filter, share }) => {
    const { positions, ...counts } = await labels.learn(name, filter, share);
    return { positions: toNumbers(positions), ...counts };
  };
  const nameScore: Handler<"app.collectionScoreName"> = async ({ name, score, to }) => ({
    scores: [...(await labels.nameScore(name, score, to ?? undefined))],
  });
  const queue: Handler<"app.collectionLabelQueue"> = async ({
    name,
    query = {},
    limit,
    seed,
    ...target
  }) => {
    const found = await labels.queue(name, checkQuery(query), target, { limit, seed });
    // The type of the reply differs only in what may be written to.
    return found as unknown as Output<"app.collectionLabelQueue">;
  };
  const audit: Handler<"app.collectionAudit"> = async ({
    name,
    query = {},
    rows,
    seed,
    limit,
    ...target
  }) => {
    const found = await labels.audit(name, checkQuery(query), target, { rows, seed, limit });
    return found as unknown as Output<"app.collectionAudit">;
  };
  const scores: Handler<"app.collectionScores"> = async ({ name, query = {}, bins, ...target }) => {
    const found = await labels.scores(name, checkQuery(query), target, bins);
    return found as unknown as Output<"app.collectionScores">;
  };
  return {
    "app.collectionLabel": label,
    "app.collectionLearn": learn,
    "app.collectionClassify": classify,
    "app.collectionScoreName": nameScore,
    "app.collectionLabelQueue": queue,
    "app.collectionAudit": audit,
    "app.collectionScores": scores,
  };
}
