import { type ReactNode, useEffect, useState } from "react";
import { cellBox, type Layout } from "../../model/map/geometry.ts";
import { placeBeside } from "./float-place.ts";

const TIP_WIDTH = 248;
const CARD_WIDTH = 300;
const CARD_HEIGHT = 440;

interface FloatProps {
  readonly layout: Layout;
  /** -1 for none. */
  readonly cell: number;
  readonly children: ReactNode;
}

interface GridTooltipProps extends FloatProps {
  /** Milliseconds before the first appearance; then it follows at once. */
  readonly delay: number;
}

/** What is said of a cell in passing: beside it, never on it. Gone while the map moves. */
export function GridTooltip({ layout, cell, delay, children }: GridTooltipProps) {
  const isMoving = useMoving(layout);
  const isOn = useDelayed(cell >= 0 && !isMoving, delay);
  const isShown = cell >= 0 && !isMoving && isOn && Boolean(children);
  const isDismissed = useEscape(isShown, cell);
  if (!isShown || isDismissed) return null;
  return (
    <div className="grid-tooltip" role="tooltip" style={placeOf(layout, cell, TIP_WIDTH)}>
      {children}
    </div>
  );
}

/** What is known of a cell that was pinned: stays beside it, also while the map moves. */
export function GridCard({ layout, cell, children }: FloatProps) {
  if (cell < 0 || !children) return null;
  const place = placeOf(layout, cell, CARD_WIDTH);
  const maxHeight = Math.min(CARD_HEIGHT, place.maxHeight);
  return (
    <div className="grid-card" style={{ ...place, maxHeight }}>
      {children}
    </div>
  );
}

function placeOf(layout: Layout, cell: number, width: number) {
  return placeBeside(cellBox(layout, cell), layout.frame.side / layout.frame.ratio, width);
}

/** Escape sends the tip of this cell away; on the map it does nothing else, elsewhere it goes on. */
function useEscape(isShown: boolean, cell: number): boolean {
  const [dismissed, setDismissed] = useState(-1);
  const isActive = isShown && dismissed !== cell;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look at the same cell shows its tip again
  useEffect(() => () => setDismissed(-1), [cell]);
  useEffect(() => {
    if (!isActive) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setDismissed(cell);
      const { target } = event;
      const isOnMap = target === document.body || isInside(target, ".grid");
      if (isOnMap) event.stopPropagation();
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, [isActive, cell]);
  return dismissed === cell;
}

const isInside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

const SETTLE_MS = 150;

/** Is the map being panned or zoomed? It rests when nothing has moved for a moment. */
function useMoving(layout: Layout): boolean {
  const [settled, setSettled] = useState(layout);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(layout), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [layout]);
  return settled !== layout && settled.frame === layout.frame;
}

function useDelayed(isWanted: boolean, delay: number): boolean {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOn(isWanted), isWanted ? delay : 120);
    return () => clearTimeout(timer);
  }, [isWanted, delay]);
  return isOn;
}
