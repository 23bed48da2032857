import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
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

/** What is said of a cell in passing: beside it, never on it. Each move of the map hides it for the delay again. */
export function GridTooltip({ layout, cell, delay, children }: GridTooltipProps) {
  const tip = useRef<HTMLDivElement>(null);
  const isThere = cell >= 0 && Boolean(children);
  const isDismissed = useEscape(tip, isThere, cell);
  if (!isThere || isDismissed) return null;
  const { cell: size, originX, originY } = layout;
  return (
    <div
      key={`${size} ${originX} ${originY}`}
      ref={tip}
      className="grid-tooltip"
      role="tooltip"
      style={{ ...placeOf(layout, cell, TIP_WIDTH), "--delay": `${delay}ms` } as CSSProperties}
    >
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
function useEscape(tip: RefObject<HTMLElement | null>, isThere: boolean, cell: number): boolean {
  const [dismissed, setDismissed] = useState(-1);
  const isActive = isThere && dismissed !== cell;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look at the same cell shows its tip again
  useEffect(() => () => setDismissed(-1), [cell]);
  // Before the tip is drawn: whoever sees it can send it away.
  useLayoutEffect(() => {
    if (!isActive) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !isSeen(tip.current)) return;
      setDismissed(cell);
      const { target } = event;
      const isOnMap = target === document.body || isInside(target, ".grid");
      if (isOnMap) event.stopPropagation();
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, [tip, isActive, cell]);
  return dismissed === cell;
}

/** What waits for its delay is there, but not seen. */
const isSeen = (tip: HTMLElement | null): boolean =>
  tip !== null && getComputedStyle(tip).visibility !== "hidden";

const isInside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;
