import { type RefObject, useLayoutEffect, useState } from "react";
import { type Frame, fillFrame } from "../../model/map/geometry.ts";

/** The frame and where it stands in its container, in CSS pixels that fall on whole device pixels. */
export interface PlacedFrame {
  readonly frame: Frame;
  readonly left: number;
  readonly top: number;
  /** The drawing is shown a little smaller than it is: its pixels are not those of the screen. */
  readonly isScaled: boolean;
}

/** Measures the container; again when it is resized or moves to a screen of another pixel ratio. */
export function useFrame(container: RefObject<HTMLElement | null>): PlacedFrame | null {
  const [placed, setPlaced] = useState<PlacedFrame | null>(null);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const measure = () => {
      const next = placeFrame(element.getBoundingClientRect(), window.devicePixelRatio);
      setPlaced((before) => (next === null ? before : same(before, next) ? before : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    const stopWatching = watchRatio(measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      stopWatching();
    };
  }, [container]);
  return placed;
}

/** CSS pixels under the map for two lines of legend. */
const FOOTER = 52;

/** At the top, centred between the sides, then shifted to whole device pixels. Null while the container has no room: zoom survives that. */
export function placeFrame(
  bounds: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  },
  ratio: number,
): PlacedFrame | null {
  if (bounds.width < 1 || bounds.height < 1) return null;
  const frame = fillFrame(bounds.width, bounds.height - FOOTER, ratio);
  const side = frame.side / frame.ratio;
  const place = (start: number, room: number) => {
    const wanted = start + Math.max(0, room / 2);
    return Math.round(wanted * ratio) / ratio - start;
  };
  return {
    frame,
    left: place(bounds.left, bounds.width - side),
    top: place(bounds.top, 0),
    isScaled: frame.ratio !== ratio,
  };
}

const same = (a: PlacedFrame | null, b: PlacedFrame) =>
  a !== null &&
  a.left === b.left &&
  a.top === b.top &&
  a.isScaled === b.isScaled &&
  a.frame.side === b.frame.side &&
  a.frame.ratio === b.frame.ratio;

function watchRatio(listener: () => void): () => void {
  let query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  const changed = () => {
    query.removeEventListener("change", changed);
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener("change", changed);
    listener();
  };
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
