import { formatCount } from "../../../model/format.ts";
import type { MapLayer } from "../../../model/map/layers.ts";

/** Percent of the cells with a row that are at least as hot as each class, the hottest first. */
const TOPS = [2, 6, 15, 30, 55, 100];
const OPACITIES = [1, 0.78, 0.58, 0.4, 0.25, 0.12];

/**
 * How many rows set each cell, as up to six layers of one colour, the faintest first. Classes hold fixed shares of the
 * cells, so a heat of few rows shows as much as one of many; their limits are figures of the legend.
 */
export function heatLayers(counts: ArrayLike<number>): MapLayer[] {
  const set = Array.from(counts, (count, position) => ({ count, position })).filter(
    ({ count }) => count > 0,
  );
  if (set.length === 0) return [];
  const descending = set.map(({ count }) => count).sort((a, b) => b - a);
  const limits = TOPS.map(
    (top) => descending[Math.max(0, Math.ceil((top * set.length) / 100) - 1)]!,
  );
  return limits
    .map((from, index) => ({ from, index, above: index === 0 ? null : limits[index - 1]! }))
    .filter(({ from, above }) => from !== above)
    .map(({ from, index, above }) => ({
      id: `heat ${index}`,
      label: `${formatCount(from)}+`,
      positions: positionsWhere(
        counts,
        (count) => count >= from && (above === null || count < above),
      ),
      colour: "first" as const,
      mark: "square" as const,
      opacity: OPACITIES[index]!,
      isOutside: true,
    }))
    .reverse();
}

interface LiftClass {
  /** How many times as often as elsewhere. */
  readonly from: number;
  readonly below: number;
  /** At least how many times as often on the side that has more. */
  readonly label: string;
  readonly isMore: boolean;
  readonly opacity: number;
}

const LIFTS: readonly LiftClass[] = [
  { from: 0, below: 0.25, label: "4×", isMore: false, opacity: 1 },
  { from: 0.25, below: 0.5, label: "2×", isMore: false, opacity: 0.6 },
  { from: 0.5, below: 0.75, label: "more", isMore: false, opacity: 0.28 },
  { from: 1.33, below: 2, label: "more", isMore: true, opacity: 0.28 },
  { from: 2, below: 4, label: "2×", isMore: true, opacity: 0.6 },
  { from: 4, below: Number.POSITIVE_INFINITY, label: "4×", isMore: true, opacity: 1 },
];

/**
 * The cells that are set more often than elsewhere. What is set less often is left out: nearly all of the map is, wherever
 * rows have a subject.
 */
export const liftLayers = (lift: ArrayLike<number>): MapLayer[] =>
  layersOf(lift, ({ label, opacity }) => ({
    label: label === "more" ? "more often" : label,
    opacity,
  })).filter(({ colour }) => colour === "shared");

/** How many times as often in A as in B, and the other way round, both equally strong. */
export const differenceLayers = (lift: ArrayLike<number>): MapLayer[] =>
  layersOf(lift, ({ label, isMore, opacity }) => ({
    label: `${isMore ? "A" : "B"} ${label}`,
    opacity,
  }));

function layersOf(
  lift: ArrayLike<number>,
  look: (each: LiftClass) => { readonly label: string; readonly opacity: number },
): MapLayer[] {
  return LIFTS.map((each, index) => ({
    id: `lift ${index}`,
    positions: positionsWhere(lift, (value) => value >= each.from && value < each.below),
    colour: each.isMore ? ("shared" as const) : ("first" as const),
    mark: each.isMore ? ("square" as const) : ("circle" as const),
    isOutside: true,
    ...look(each),
  })).filter(({ positions }) => positions.length > 0);
}

function positionsWhere(values: ArrayLike<number>, test: (value: number) => boolean): Uint16Array {
  const found: number[] = [];
  for (let position = 0; position < values.length; position++)
    if (test(values[position]!)) found.push(position);
  return Uint16Array.from(found);
}
