import { areaPath } from "./model/time-shares.ts";
import "./share-area.css";

interface ShareAreaProps {
  readonly label: string;
  readonly shares: readonly (number | null)[];
  /** The share at the upper edge. */
  readonly most: number;
  /** Chosen steps as edges. */
  readonly range: readonly [number, number];
}

/** How a share changes over the steps of time, on the axis of the strip above it. */
export function ShareArea({ label, shares, most, range: [low, high] }: ShareAreaProps) {
  const isAll = low === 0 && high === shares.length;
  return (
    <svg
      className="share-area"
      viewBox={`0 0 ${Math.max(1, shares.length)} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {!isAll && <rect className="share-area-range" x={low} y={0} width={high - low} height={1} />}
      <path d={areaPath(shares, most)} />
    </svg>
  );
}
