import { comparison, setThreshold } from "./comparison-store.ts";
import { USUAL_THRESHOLD } from "./model/comparison.ts";

/** From which cosine on two items count as close; the person's own, for the whole workspace. */
export function ThresholdLine() {
  const { threshold } = comparison.use();
  return (
    <>
      <label className="row muted">
        Threshold for close
        <input
          className="grow"
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
        <p className="muted">0.30 is only a starting point; choose your own.</p>
      )}
    </>
  );
}
