import { type RefObject, useLayoutEffect, useState } from "react";
import { SIDE } from "../../core/kernel/grid.ts";

/** CSS pixels that the map's panel takes round the map: head and legend above and below, tools and edge beside. */
const ABOVE_AND_BELOW = 97;
const BESIDE = 52;
/** Share of the height that the map's row has, and what it may grow to where that makes its cells a pixel larger. */
const USUAL_SHARE = 0.64;
const GREATEST_SHARE = 0.72;

export interface Room {
  readonly width: number;
  readonly height: number;
}

/**
 * How high the row of the map is where panels lie below it. Cells are whole pixels, so the map grows in steps: the row is as
 * high as the step that fits, and what is left belongs to the panels.
 */
export function mapRowHeight({ width, height }: Room, ratio: number): number {
  const step = SIDE / ratio;
  const fitting = (room: number) => Math.floor(Math.min(width - BESIDE, room) / step) * step;
  const usual = fitting(USUAL_SHARE * height - ABOVE_AND_BELOW);
  const next = usual + step;
  const side = next <= fitting(GREATEST_SHARE * height - ABOVE_AND_BELOW) ? next : usual;
  return Math.max(step, side) + ABOVE_AND_BELOW;
}

/** The same for an element, measured again when it or the screen changes. */
export function useMapRow(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () =>
      setHeight(mapRowHeight(measured.getBoundingClientRect(), window.devicePixelRatio));
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return height;
}
