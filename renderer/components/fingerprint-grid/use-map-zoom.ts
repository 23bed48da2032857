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
} from "./geometry.ts";

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
const GLIDE_MS = 200;

/** d3-zoom on the overlay. What is drawn is snapped to whole pixels a cell; at rest both agree exactly. */
export function useMapZoom(
  target: RefObject<SVGSVGElement | null>,
  frame: Frame | null,
  wishes: Wishes,
): MapZoom {
  const [zoomState, setZoomState] = useState<{ zoom: ZoomState; anchor: Point | null }>({
    zoom: START,
    anchor: null,
  });
  const wishesNow = useRef(wishes);
  wishesNow.current = wishes;
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null);
  const layout = useMemo(() => {
    if (!frame) return null;
    const middle = frame.side / frame.ratio / 2;
    return layoutGrid(frame, zoomState.zoom, zoomState.anchor ?? { x: middle, y: middle });
  }, [frame, zoomState]);
  const layoutNow = useRef(layout);
  layoutNow.current = layout;

  useEffect(() => {
    const element = target.current;
    if (!element || !frame) return;
    const side = frame.side / frame.ratio;
    const behave = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, LONGEST_ZOOM])
      .extent([
        [0, 0],
        [side, side],
      ])
      .translateExtent([
        [0, 0],
        [side, side],
      ])
      .filter((event: MouseEvent | WheelEvent) => allows(event, wishesNow.current))
      .on("zoom", ({ transform, sourceEvent }: D3ZoomEvent<SVGSVGElement, unknown>) => {
        const { k, x, y } = transform;
        setZoomState({ zoom: { k, x, y }, anchor: anchorOf(sourceEvent, element, side) });
      })
      .on("end", () => {
        if (layoutNow.current) rest(element, zoomOf(layoutNow.current));
      });
    behaviour.current = behave;
    const selection = select(element).call(behave);
    // Shares of the map survive a resize: the same cells stay in view.
    setZoomState(({ zoom: before }) => {
      const known = layoutNow.current;
      const scale =
        known && known.frame !== frame ? side / (known.frame.side / known.frame.ratio) : 1;
      const next = { k: before.k, x: before.x * scale, y: before.y * scale };
      rest(element, next);
      return { zoom: next, anchor: null };
    });
    return () => {
      selection.on(".zoom", null);
    };
  }, [target, frame]);

  const methods = useMemo(() => {
    const withBehaviour = (act: (glide: ReturnType<typeof gliding>) => void) => {
      if (target.current && behaviour.current) act(gliding(target.current));
    };
    return {
      zoomTo: ({ k, x, y }: ZoomState) =>
        withBehaviour((glide) =>
          glide.call(behaviour.current!.transform, zoomIdentity.translate(x, y).scale(k)),
        ),
      jumpTo: ({ k, x, y }: ZoomState) => {
        if (!target.current || !behaviour.current) return;
        select(target.current).call(
          behaviour.current.transform,
          zoomIdentity.translate(x, y).scale(k),
        );
      },
      zoomBy: (factor: number) =>
        withBehaviour((glide) => glide.call(behaviour.current!.scaleBy, factor)),
    };
  }, [target]);
  return { ...methods, layout };
}

const gliding = (element: SVGSVGElement) =>
  select(element)
    .transition()
    .duration(window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : GLIDE_MS);

/** Sets what d3 believes without telling listeners. */
function rest(element: SVGSVGElement, { k, x, y }: ZoomState): void {
  select(element).property("__zoom", zoomIdentity.translate(x, y).scale(k));
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
