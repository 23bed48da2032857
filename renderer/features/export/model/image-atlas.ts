import type { GroundLook } from "../../../../core/basemap/tints.ts";
import type { Geography } from "../../../../core/basemap/types.ts";
import { CELLS, SIDE } from "../../../../core/kernel/grid.ts";
import { formatCount, formatShare } from "../../../model/format.ts";
import { baseMapOf } from "../../../model/map/base-maps.ts";
import { type GroundNames, groundNames } from "../../../model/map/ground-names.ts";
import { NAME_SIZES, withParts } from "../../../model/map/labels.ts";
import { placeNames } from "../../../model/map/place-names.ts";
import type { Region } from "../../../model/map/region.ts";
import { nameHeight, type Paper, type Poster, type PosterKey, posterSide } from "./poster.ts";

/** Sizes on the screen that those of the poster are in proportion to. */
const SIZES = [...NAME_SIZES, { character: 4.9, height: 11 }];
const SCREEN = 13;
const SCALES = [1, 11.5 / 13, 10 / 13, 8.2 / 13];
/** A poster is read from near by, so that more of it may be names. */
const COVERED = [0.1, 0.17, 0.23, 0.3];
/** Small paper has no room for streets. */
const LEVELS: Readonly<Record<Paper, number>> = { A4: 3, A3: 3, A2: 4, A1: 4 };

interface PosterParts {
  readonly retina: string;
  readonly regions: readonly Region[];
  readonly geography: Geography;
  readonly paper: Paper;
  readonly look: GroundLook;
}

/** The whole map as a poster, with as many names as its paper has room for. */
export function atlasPoster({ retina, regions, geography, paper, look }: PosterParts): Poster {
  const map = baseMapOf(geography);
  const names = posterNames(regions, paper, groundNames(geography, map, look));
  return {
    paper,
    title: "A map of meaning",
    facts: [
      retina,
      `${formatCount(CELLS)} cells, related ones side by side`,
      `${formatCount(regions.length)} named regions`,
    ].join(" · "),
    note: `${contourNote(map.heights)}The edges are joined: what leaves on one side comes back on the other.`,
    map,
    look,
    names,
    keys: keysOf(regions, geography),
  };
}

/** A flat map has no contours. */
function contourNote(heights: readonly number[]): string {
  const [first, last] = [heights[0], heights.at(-1)];
  if (first === undefined || last === undefined) return "";
  return `Contours at ${formatCount(Math.round(first))} to ${formatCount(Math.round(last))} terms per cell. `;
}

function posterNames(regions: readonly Region[], paper: Paper, ground: GroundNames) {
  // In the units of the screen, where the sizes of names are known.
  const cell = (posterSide(paper) / SIDE) * (SCREEN / nameHeight(paper));
  const placed = placeNames(regions.map(withParts), {
    cell,
    levels: LEVELS[paper],
    sizes: SIZES,
    covered: COVERED,
    isInside: ground.isInside,
  });
  return placed.map(({ region, text, x, y, width, height }) => {
    const { level } = region;
    const colours = ground.colourOf(region);
    return {
      text: level === 0 ? text.toUpperCase() : text,
      x: (x + width / 2) / cell,
      y: (y + height / 2) / cell,
      scale: SCALES[level] ?? 0.6,
      level,
      ...(colours ? { color: colours.fill, halo: colours.stroke } : {}),
    };
  });
}

/** The widest regions by name; those whose cells hardly belong together have none. */
function keysOf(regions: readonly Region[], { regions: all }: Geography): PosterKey[] {
  const parentOf = (id: string) => all[Number(id)]?.parent;
  return regions
    .filter(({ level }) => level === 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ id, name, size }) => {
      const inside = regions
        .filter((region) => region.level === 1 && parentOf(region.id) === Number(id))
        .toSorted((a, b) => b.size - a.size)
        .slice(0, 2)
        .map((region) => firstWord(region.name));
      return {
        id: Number(id),
        name: firstWord(name),
        fact: [formatShare(size / CELLS), ...inside].join(" · "),
      };
    });
}

const firstWord = (name: string): string => name.split(", ")[0] ?? name;
