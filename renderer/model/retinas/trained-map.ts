import { SIDE } from "../../../core/kernel/grid.ts";
import type { Region } from "../map/region.ts";
import type { MapContent } from "../map-content.ts";
import type { Trained } from "./trained.ts";

/** Cells per side of the squares that are named, from the widest level to the finest. */
const SQUARES = [32, 16, 8, 4] as const;

/** The map of a retina that is not installed yet: its places, named by the terms in the middle of squares. */
export function trainedMap({ name, anchors }: Trained): MapContent {
  return {
    title: `The map of ${name}`,
    layers: [],
    fingerprint: null,
    emptyText:
      "Names of places, in more detail as you zoom in. Related things should lie close together.",
    foreign: {
      retina: name,
      anchors,
      regions: SQUARES.flatMap((side, level) => squares(anchors, side, level)),
    },
  };
}

function squares(anchors: readonly string[], side: number, level: number): Region[] {
  const across = SIDE / side;
  return Array.from({ length: across * across }, (_, index) => {
    const column = (index % across) * side + side / 2;
    const row = Math.floor(index / across) * side + side / 2;
    return {
      id: `${level} ${index}`,
      level,
      name: anchors[row * SIDE + column] ?? "",
      x: column + 0.5,
      y: row + 0.5,
      size: side * side,
    };
  });
}
