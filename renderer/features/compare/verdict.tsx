import { formatCount, formatScore } from "../../model/format.ts";
import { comparison } from "./comparison-store.ts";
import { chanceSentence, type Metrics } from "./model/measures.ts";
import { ThresholdLine } from "./threshold-line.tsx";

interface VerdictProps {
  readonly metrics: Metrics;
  readonly chance: { readonly mean: number; readonly p999: number } | null;
}

/** The one number most people want, against their own line and against chance. */
export function Verdict({ metrics, chance }: VerdictProps) {
  const { threshold } = comparison.use();
  const { cosineSimilarity, overlappingAll } = metrics;
  const isClose = cosineSimilarity >= threshold;
  const size = Math.sqrt(metrics.sizeLeft * metrics.sizeRight);
  return (
    <section className="stack" aria-label="Verdict">
      <p className="verdict-number figures row on-baseline">
        <strong title={String(cosineSimilarity)}>{formatScore(cosineSimilarity)}</strong>
        <span className="muted">
          cosine, {formatCount(overlappingAll)} shared cells · {isClose ? "close" : "not close"} by
          your threshold
        </span>
      </p>
      <div className="verdict-bar">
        <div className="verdict-fill" style={{ width: `${100 * cosineSimilarity}%` }} />
        {chance && size > 0 && (
          <div
            className="verdict-chance"
            title={`Chance: 99.9% of random pairs stay below ${formatScore(chance.p999 / size)}`}
            style={{ width: `${Math.min(100, (100 * chance.p999) / size)}%` }}
          />
        )}
        <div className="verdict-line" style={{ left: `${100 * threshold}%` }} />
      </div>
      {chance && (
        <p className="muted">
          <span className="chance-mark" aria-hidden="true" />
          {chanceSentence(overlappingAll, chance)}
        </p>
      )}
      <ThresholdLine />
    </section>
  );
}
