import { nameSize } from "../../../core/image/layout.ts";
import type { PlaceName } from "../../../core/image/panel.ts";
import { SIDE } from "../../../core/kernel/grid.ts";
import { placeLabels } from "./labels.ts";
import type { Region } from "./region.ts";

/** Pixels of the widest names on the screen; those of the next level are smaller. */
const ON_SCREEN = 12;
const SCALES = [1, 11 / 12];
/** Pixels per cell, as on the screen, from which names of the second level have room. */
const ROOM_FOR_SECOND = 8;

/** The names that fit on a picture `side` pixels wide, where the map on the screen has them. */
export function namesFor(regions: readonly Region[], side: number): PlaceName[] {
  const cell = (side / SIDE) * (ON_SCREEN / nameSize(side));
  return placeLabels(regions, cell, cell >= ROOM_FOR_SECOND ? 2 : 1).map(
    ({ region, text, x, y, width, height }) => ({
      text: text.toUpperCase(),
      x: (x + width / 2) / cell,
      y: (y + height / 2) / cell,
      scale: SCALES[region.level] ?? 1,
    }),
  );
}
