import { formatShare } from "../../model/format.ts";
import { asymmetrySentence, type Metrics } from "./model/measures.ts";

interface ContainmentProps {
  readonly metrics: Metrics;
  readonly names: { readonly left: string; readonly right: string };
}

/** How much of each lies in the other, where that differs; else the score says it all. */
export function Containment({ metrics, names }: ContainmentProps) {
  const sentence = asymmetrySentence(metrics, names);
  if (sentence === "") return null;
  const rows = [
    ["left", names.left, names.right, metrics.overlappingLeftRight],
    ["right", names.right, names.left, metrics.overlappingRightLeft],
  ] as const;
  return (
    <section className="stack" aria-label="Containment">
      <h3>How much of one is in the other</h3>
      {rows.map(([side, inner, outer, share]) => (
        <div key={side} className="stack gap-1" data-side={side}>
          <span dir="auto">
            <strong className="figures" title={String(share)}>
              {formatShare(share)}
            </strong>{" "}
            of {inner} is in {outer}
          </span>
          <div className="containment-bar" aria-hidden="true">
            <div style={{ width: `${100 * share}%` }} />
          </div>
        </div>
      ))}
      <p className="muted">{sentence}</p>
    </section>
  );
}
