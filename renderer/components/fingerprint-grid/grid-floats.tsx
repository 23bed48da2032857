import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type Box, cellBox, type Layout } from "../../model/map/geometry.ts";
import type { Parts } from "./grid-props.ts";

/** What floats on the map: what is known of a cell. */
export function GridFloats({
  parts: { props, layout, selection, cursor },
}: {
  readonly parts: Parts;
}) {
  if (!layout) return null;
  const named = props.hovered >= 0 ? props.hovered : cursor;
  const shown = selection.stroke || named === props.pinned ? -1 : named;
  return (
    <>
      <GridTooltip layout={layout} cell={shown} delay={props.tooltipDelay}>
        {props.tooltip}
      </GridTooltip>
      <GridCard layout={layout} cell={props.pinned}>
        {props.card}
      </GridCard>
    </>
  );
}

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
function GridTooltip({ layout, cell, delay, children }: GridTooltipProps) {
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
function GridCard({ layout, cell, children }: FloatProps) {
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

/** CSS pixels between a cell and what is said of it. */
const DISTANCE = 14;

/** Below this height a list can hardly be read, so the other side is taken. */
const LEAST_HEIGHT = 120;

/** Where something stands beside a cell, in CSS pixels from the frame's corner; exactly one of top and bottom. */
interface FloatPlace {
  readonly left: number;
  readonly width: number;
  readonly top?: number;
  readonly bottom?: number;
  readonly maxHeight: number;
}

/**
 * A place for something `wanted` pixels wide beside a cell of a frame `side` pixels wide: right of it, else left
 * of it, else above or below. It never covers the cell and stays within the frame's height.
 */
export function placeBeside(cell: Box, side: number, wanted: number): FloatPlace {
  const box = intoFrame(cell, side);
  const width = Math.min(wanted, side);
  const right = box.x + box.width + DISTANCE;
  const left = box.x - DISTANCE - width;
  if (right + width <= side) return { left: right, width, ...levelWith(box, side) };
  if (left >= 0) return { left, width, ...levelWith(box, side) };
  const centred = Math.min(side - width, Math.max(0, box.x + box.width / 2 - width / 2));
  return { left: centred, width, ...clearOf(box, side) };
}

/** A cell that is out of sight counts as lying at the nearest edge. */
function intoFrame({ x, y, width, height }: Box, side: number): Box {
  const left = Math.min(side, Math.max(0, x));
  const top = Math.min(side, Math.max(0, y));
  return {
    x: left,
    y: top,
    width: Math.max(0, Math.min(side, x + width) - left),
    height: Math.max(0, Math.min(side, y + height) - top),
  };
}

/** Beside the cell, growing to where there is more room. */
function levelWith({ y, height }: Box, side: number) {
  const below = side - y;
  const above = y + height;
  return above > below && above >= LEAST_HEIGHT
    ? { bottom: side - above, maxHeight: above }
    : { top: y, maxHeight: Math.max(below, LEAST_HEIGHT) };
}

/** Over or under the cell. */
function clearOf({ y, height }: Box, side: number) {
  const below = side - y - height - DISTANCE;
  const above = y - DISTANCE;
  return above > below
    ? { bottom: side - above, maxHeight: above }
    : { top: y + height + DISTANCE, maxHeight: Math.max(below, LEAST_HEIGHT) };
}
