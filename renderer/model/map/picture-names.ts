import { nameSize } from "../../../core/image/layout.ts";
import type { PlaceName } from "../../../core/image/panel.ts";
import { CELLS, SIDE } from "../../../core/kernel/grid.ts";
import type { GroundNames } from "./ground-names.ts";
import { MOST_COVERED, NAME_SIZES, withParts, withWeights } from "./labels.ts";
import { placeNames } from "./place-names.ts";
import type { Region } from "./region.ts";

/** Pixels of the widest names on the screen; those of a picture are as large against its other texts. */
const ON_SCREEN = 13;
/** Of the size of the widest names, by level, as on the screen. */
const SCALES = [1, 11.5 / 13, 10 / 13];
/** Screen pixels per cell below which names of one level are enough, and of two. */
const ROOM = [3.6, 4.6] as const;

interface OnPicture {
  /** Cells that no name may cover. */
  readonly positions?: Iterable<number>;
  /** Absent: names have the colour of the picture's texts. */
  readonly ground?: GroundNames | null;
  /** Of a heat: how warm each region is. */
  readonly weights?: ReadonlyMap<string, number>;
}

/** The names that fit on a picture `side` pixels wide, off the cells that are set. */
export function namesFor(
  regions: readonly Region[],
  side: number,
  { positions = [], ground = null, weights }: OnPicture = {},
): PlaceName[] {
  const cell = (side / SIDE) * (ON_SCREEN / nameSize(side));
  const occupied = new Uint8Array(CELLS);
  for (const position of positions) occupied[position] = 1;
  const placed = placeNames(withWeights(regions, weights).map(withParts), {
    cell,
    levels: 1 + ROOM.filter((least) => cell >= least).length,
    sizes: NAME_SIZES,
    covered: MOST_COVERED,
    occupied,
    ...(ground ? { isInside: ground.isInside } : {}),
  });
  return placed.map(({ region, text, x, y, width, height }) => {
    const { level } = region;
    const colours = ground?.colourOf(region);
    return {
      text: level === 0 ? text.toUpperCase() : text,
      x: (x + width / 2) / cell,
      y: (y + height / 2) / cell,
      scale: SCALES[level] ?? SCALES[2]!,
      level,
      ...(colours ? { color: colours.fill, halo: colours.stroke } : {}),
    };
  });
}
