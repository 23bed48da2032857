import { formatCount, formatScore } from "../../components/format.ts";
import { comparison, setThreshold, USUAL_THRESHOLD } from "./comparison.ts";
import { chanceSentence, type Metrics } from "./measures.ts";

interface VerdictProps {
  readonly metrics: Metrics;
  readonly chance: { readonly mean: number; readonly p999: number } | null;
}

/** The one number most people want, against their own line and against chance. */
export function Verdict({ metrics, chance }: VerdictProps) {
  const { threshold } = comparison.use();
  const { cosineSimilarity, overlappingAll } = metrics;
  const isClose = cosineSimilarity >= threshold;
  return (
    <section className="verdict" aria-label="Verdict">
      <p className="verdict-number figures">
        <strong title={String(cosineSimilarity)}>{formatScore(cosineSimilarity)}</strong>
        <span className="muted">
          cosine, {formatCount(overlappingAll)} shared cells · {isClose ? "close" : "not close"} by
          your line
        </span>
      </p>
      <div className="verdict-bar">
        <div className="verdict-fill" style={{ width: `${100 * cosineSimilarity}%` }} />
        <div className="verdict-line" style={{ left: `${100 * threshold}%` }} />
      </div>
      <label className="verdict-threshold">
        Line for close
        <input
          type="range"
          min={0.05}
          max={0.95}
          step={0.01}
          value={threshold}
          onChange={({ currentTarget }) => setThreshold(Number(currentTarget.value))}
        />
        <output className="figures">{threshold.toFixed(2)}</output>
      </label>
      {threshold === USUAL_THRESHOLD && (
        <p className="muted">0.30 is only a vendor’s guideline; set your own.</p>
      )}
      {chance && <p className="muted">{chanceSentence(overlappingAll, chance)}</p>}
    </section>
  );
}
