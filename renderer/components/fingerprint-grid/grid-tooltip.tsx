import { type ReactNode, useEffect, useState } from "react";
import { cellBox, type Layout } from "./geometry.ts";

const WIDTH = 240;
const DISTANCE = 14;

interface GridTooltipProps {
  readonly layout: Layout;
  /** -1 for none. */
  readonly cell: number;
  /** Milliseconds before the first appearance; then it follows at once. */
  readonly delay: number;
  readonly children: ReactNode;
}

/** Stands beside the cell, never on it, and inside the map's height. */
export function GridTooltip({ layout, cell, delay, children }: GridTooltipProps) {
  const isOn = useDelayed(cell >= 0, delay);
  if (cell < 0 || !isOn || !children) return null;
  const side = layout.frame.side / layout.frame.ratio;
  const box = cellBox(layout, cell);
  const fitsRight = box.x + box.width + DISTANCE + WIDTH <= side;
  const isLow = box.y > side * 0.6;
  return (
    <div
      className="grid-tooltip"
      role="tooltip"
      style={{
        width: WIDTH,
        left: fitsRight ? box.x + box.width + DISTANCE : box.x - DISTANCE - WIDTH,
        ...(isLow ? { bottom: side - box.y - box.height } : { top: box.y }),
      }}
    >
      {children}
    </div>
  );
}

function useDelayed(isWanted: boolean, delay: number): boolean {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOn(isWanted), isWanted ? delay : 120);
    return () => clearTimeout(timer);
  }, [isWanted, delay]);
  return isOn;
}
