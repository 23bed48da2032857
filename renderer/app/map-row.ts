import { type RefObject, useLayoutEffect, useState } from "react";

/** CSS pixels that the map's panel takes round the map: head and legend above and below, tools and edge beside. */
const ABOVE_AND_BELOW = 97;
const BESIDE = 52;
/** Share of the height that the map's row has. */
const SHARE = 0.68;
/** CSS pixels; a smaller map is none. */
const LEAST = 128;

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** How high the row of the map is where panels lie below it: no higher than the map that fits, whose width may be what limits it. */
export function mapRowHeight({ width, height }: Room): number {
  const side = Math.floor(Math.min(width - BESIDE, SHARE * height - ABOVE_AND_BELOW));
  return Math.max(LEAST, side) + ABOVE_AND_BELOW;
}

/** The same for an element, measured again when it changes. */
export function useMapRow(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setHeight(mapRowHeight(measured.getBoundingClientRect()));
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return height;
}
