import { byCodePoint } from "../../../collection/code-points.ts";
import type { CollectionInfo, LabelCount } from "../../../collection/store.ts";
import type { Entry } from "./catalogue.ts";
import { hasScore } from "./computed-score.ts";
import type { Dsl } from "./fields.ts";
import type { RowSearch } from "./row-search.ts";

/** Two terms for each filter that has labels. */
const MOST_LABEL_TERMS = 20_000;

interface Counted {
  readonly doc_count: number;
}
interface Reply {
  readonly empty: Counted;
  readonly labels: { readonly buckets: readonly (Counted & { readonly key: string })[] };
  readonly [score: string]: unknown;
}

/** What changes with the rows of a collection. */
export async function statisticsOf(
  search: RowSearch,
  { scores }: Entry,
): Promise<Pick<CollectionInfo, "rows" | "withoutCells" | "labels" | "scores">> {
  const kept = Object.entries(scores).sort(([a], [b]) => byCodePoint(a, b));
  const having = kept.map(([, score], i): [string, Dsl] => [
    `score-${i}`,
    { filter: hasScore(score) },
  ]);
  const rows = await search.count();
  const reply = await search.aggregate<Reply>({
    empty: { filter: { term: { size: 0 } } },
    labels: { terms: { field: "labels", size: MOST_LABEL_TERMS } },
    ...Object.fromEntries(having),
  });
  return {
    rows,
    withoutCells: reply.empty.doc_count,
    labels: labelCounts(reply.labels.buckets),
    scores: kept
      .filter((_, i) => (reply[`score-${i}`] as Counted).doc_count > 0)
      .map(([name]) => name),
  };
}

function labelCounts(buckets: Reply["labels"]["buckets"]): LabelCount[] {
  const counts = new Map<string, { belongs: number; not: number }>();
  for (const { key, doc_count } of buckets) {
    const filter = key.slice(1);
    const count = counts.get(filter) ?? { belongs: 0, not: 0 };
    counts.set(filter, { ...count, [key.startsWith("+") ? "belongs" : "not"]: doc_count });
  }
  return [...counts]
    .map(([filter, count]) => ({ filter, ...count }))
    .sort((a, b) => byCodePoint(a.filter, b.filter));
}
