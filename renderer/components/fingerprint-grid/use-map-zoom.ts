import { type D3ZoomEvent, select, type ZoomBehavior, zoom, zoomIdentity } from "d3";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import {
  type Frame,
  type Layout,
  LONGEST_ZOOM,
  layoutGrid,
  type Point,
  pointInFrame,
  type ZoomState,
  zoomOf,
} from "../../model/map/geometry.ts";

export interface MapZoom {
  readonly layout: Layout | null;
  /** Glides there; jumps with reduced motion. */
  zoomTo(target: ZoomState): void;
  /** Without gliding. */
  jumpTo(target: ZoomState): void;
  zoomBy(factor: number): void;
}

interface Wishes {
  /** Does the wheel zoom without a modifier? */
  readonly wheelZooms: boolean;
  /** Does dragging with the main button move the map, rather than select? */
  readonly dragPans: boolean;
}

const START: ZoomState = { k: 1, x: 0, y: 0 };

/** What the zoom is, and the point on the screen that must not move. */
interface Zoomed {
  readonly zoom: ZoomState;
  readonly anchor: Point | null;
}

/**
 * d3-zoom on the overlay. What is drawn is snapped to whole pixels a cell; at rest both agree exactly.
 */
export function useMapZoom(
  target: RefObject<SVGSVGElement | null>,
  frame: Frame | null,
  wishes: Wishes,
): MapZoom {
  const [zoomed, setZoomed] = useState<Zoomed>({ zoom: START, anchor: null });
  const layout = useMemo(() => frame && snapped(frame, zoomed), [frame, zoomed]);
  const now = useRef({ wishes, layout });
  now.current = { wishes, layout };
  const zooming = useRef<Zooming | null>(null);
  const asked = useRef<((zooming: Zooming) => void) | null>(null);
  const lastFrame = useRef<Frame | null>(null);

  useEffect(() => {
    const element = target.current;
    if (!element || !frame) return;
    const own = startZooming(element, frame, () => now.current, setZoomed);
    zooming.current = own;
    const from = lastFrame.current ?? frame;
    lastFrame.current = frame;
    // Shares of the map survive a resize: the same cells stay in view.
    setZoomed(({ zoom: before }) => {
      const next = rescaled(before, from, frame);
      own.rest(next);
      return { zoom: next, anchor: null };
    });
    asked.current?.(own);
    asked.current = null;
    return own.end;
  }, [target, frame]);

  const methods = useMemo(() => {
    const act = (what: (zooming: Zooming) => void) => {
      if (zooming.current) what(zooming.current);
      else asked.current = what;
    };
    return {
      zoomTo: (state: ZoomState) => act((own) => own.zoomTo(state)),
      jumpTo: (state: ZoomState) => act((own) => own.jumpTo(state)),
      zoomBy: (factor: number) => act((own) => own.zoomBy(factor)),
    };
  }, []);
  return { ...methods, layout };
}

/** What is drawn: whole pixels a cell. */
function snapped(frame: Frame, { zoom: own, anchor }: Zoomed): Layout {
  const middle = frame.side / frame.ratio / 2;
  return layoutGrid(frame, own, anchor ?? { x: middle, y: middle });
}

/** The same part of the map in a frame of another size. */
function rescaled(before: ZoomState, from: Frame, to: Frame): ZoomState {
  const scale = from === to ? 1 : to.side / to.ratio / (from.side / from.ratio);
  return { k: before.k, x: before.x * scale, y: before.y * scale };
}

const GLIDE_MS = 200;

interface Now {
  readonly wishes: Wishes;
  readonly layout: Layout | null;
}

/** d3-zoom on one element, at one size. */
interface Zooming {
  /** Sets what d3 believes without telling listeners. */
  rest(zoom: ZoomState): void;
  /** Glides there; jumps with reduced motion. */
  zoomTo(target: ZoomState): void;
  jumpTo(target: ZoomState): void;
  zoomBy(factor: number): void;
  end(): void;
}

/** Wheel, double click, fingers and dragging zoom and move the element from now on. */
function startZooming(
  element: SVGSVGElement,
  frame: Frame,
  now: () => Now,
  onZoom: (zoomed: Zoomed) => void,
): Zooming {
  const behave = behaviourFor(element, frame, now, onZoom);
  const selection = select(element).call(behave);
  return {
    rest: (state) => rest(element, state),
    zoomTo: (state) => gliding(element).call(behave.transform, transformOf(state)),
    jumpTo: (state) => selection.call(behave.transform, transformOf(state)),
    zoomBy: (factor) => gliding(element).call(behave.scaleBy, factor),
    end: () => selection.on(".zoom", null),
  };
}

function behaviourFor(
  element: SVGSVGElement,
  frame: Frame,
  now: () => Now,
  onZoom: (zoomed: Zoomed) => void,
): ZoomBehavior<SVGSVGElement, unknown> {
  const side = frame.side / frame.ratio;
  const whole: [[number, number], [number, number]] = [
    [0, 0],
    [side, side],
  ];
  let last: Zoomed | undefined;
  return zoom<SVGSVGElement, unknown>()
    .scaleExtent([1, LONGEST_ZOOM])
    .extent(whole)
    .translateExtent(whole)
    .filter((event: MouseEvent | WheelEvent) => allows(event, now().wishes))
    .on("zoom", ({ transform, sourceEvent }: D3ZoomEvent<SVGSVGElement, unknown>) => {
      const { k, x, y } = transform;
      last = { zoom: { k, x, y }, anchor: anchorOf(sourceEvent, element, side) };
      onZoom(last);
    })
    .on("end", () => {
      // A jump ends before it is drawn.
      const layout = last === undefined ? now().layout : snapped(frame, last);
      if (layout) rest(element, zoomOf(layout));
    });
}

const transformOf = ({ k, x, y }: ZoomState) => zoomIdentity.translate(x, y).scale(k);

const gliding = (element: SVGSVGElement) =>
  select(element)
    .transition()
    .duration(window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : GLIDE_MS);

function rest(element: SVGSVGElement, state: ZoomState): void {
  select(element).property("__zoom", transformOf(state));
}

function allows(event: MouseEvent | WheelEvent, { wheelZooms, dragPans }: Wishes): boolean {
  if (event.type === "wheel") return wheelZooms || event.ctrlKey || event.metaKey;
  if (event.type === "dblclick") return dragPans;
  if (event.type.startsWith("touch"))
    return dragPans || (event as unknown as TouchEvent).touches.length > 1;
  return event.button === 1 || (event.button === 0 && dragPans);
}

function anchorOf(source: unknown, element: Element, side: number): Point | null {
  return source instanceof MouseEvent
    ? pointInFrame(source, element.getBoundingClientRect(), side)
    : null;
}
