import { type D3ZoomEvent, select, type ZoomBehavior, zoom, zoomIdentity } from "d3";
import {
  type Frame,
  type Layout,
  LONGEST_ZOOM,
  type Point,
  pointInFrame,
  type ZoomState,
  zoomOf,
} from "../../model/map/geometry.ts";
import type { Wishes, Zoomed } from "./use-map-zoom.ts";

const GLIDE_MS = 200;

export interface Now {
  readonly wishes: Wishes;
  readonly layout: Layout | null;
}

/** d3-zoom on one element, at one size. */
export interface Zooming {
  /** Sets what d3 believes without telling listeners. */
  rest(zoom: ZoomState): void;
  /** Glides there; jumps with reduced motion. */
  zoomTo(target: ZoomState): void;
  jumpTo(target: ZoomState): void;
  zoomBy(factor: number): void;
  end(): void;
}

/** Wheel, double click, fingers and dragging zoom and move the element from now on. */
export function startZooming(
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
  return zoom<SVGSVGElement, unknown>()
    .scaleExtent([1, LONGEST_ZOOM])
    .extent(whole)
    .translateExtent(whole)
    .filter((event: MouseEvent | WheelEvent) => allows(event, now().wishes))
    .on("zoom", ({ transform, sourceEvent }: D3ZoomEvent<SVGSVGElement, unknown>) => {
      const { k, x, y } = transform;
      onZoom({ zoom: { k, x, y }, anchor: anchorOf(sourceEvent, element, side) });
    })
    .on("end", () => {
      const { layout } = now();
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
