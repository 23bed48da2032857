import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import {
  type Frame,
  type Layout,
  layoutGrid,
  type Point,
  type ZoomState,
} from "../../model/map/geometry.ts";
import { onDemand } from "../on-demand.ts";
import type { Zooming } from "./zooming.ts";

export interface MapZoom {
  readonly layout: Layout | null;
  /** Glides there; jumps with reduced motion. */
  zoomTo(target: ZoomState): void;
  /** Without gliding. */
  jumpTo(target: ZoomState): void;
  zoomBy(factor: number): void;
}

export interface Wishes {
  /** Does the wheel zoom without a modifier? */
  readonly wheelZooms: boolean;
  /** Does dragging with the main button move the map, rather than select? */
  readonly dragPans: boolean;
}

const START: ZoomState = { k: 1, x: 0, y: 0 };

/** What the zoom is, and the point on the screen that must not move. */
export interface Zoomed {
  readonly zoom: ZoomState;
  readonly anchor: Point | null;
}

const zoomingCode = onDemand("zooming", () => import("./zooming.ts"));

/**
 * d3-zoom on the overlay, once its code has come: the whole map is seen first. What is drawn is snapped to whole pixels a cell; at
 * rest both agree exactly.
 */
export function useMapZoom(
  target: RefObject<SVGSVGElement | null>,
  frame: Frame | null,
  wishes: Wishes,
): MapZoom {
  const code = zoomingCode.use().data;
  const [zoomed, setZoomed] = useState<Zoomed>({ zoom: START, anchor: null });
  const layout = useMemo(() => {
    if (!frame) return null;
    const middle = frame.side / frame.ratio / 2;
    return layoutGrid(frame, zoomed.zoom, zoomed.anchor ?? { x: middle, y: middle });
  }, [frame, zoomed]);
  const now = useRef({ wishes, layout });
  now.current = { wishes, layout };
  const zooming = useRef<Zooming | null>(null);
  const asked = useRef<((zooming: Zooming) => void) | null>(null);
  const lastFrame = useRef<Frame | null>(null);

  useEffect(() => {
    const element = target.current;
    if (!element || !frame || !code) return;
    const own = code.startZooming(element, frame, () => now.current, setZoomed);
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
  }, [target, frame, code]);

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

/** The same part of the map in a frame of another size. */
function rescaled(before: ZoomState, from: Frame, to: Frame): ZoomState {
  const scale = from === to ? 1 : to.side / to.ratio / (from.side / from.ratio);
  return { k: before.k, x: before.x * scale, y: before.y * scale };
}
