import type { Output } from "../../api/client-types.ts";
import { makeBaseMap } from "../../basemap/base-map.ts";
import { groundOn } from "../../basemap/tints.ts";
import type { Geography } from "../../basemap/types.ts";
import { heatSheet, heatSteps, liftSteps, placeNames } from "../../image/heat-sheet.ts";
import type { Sheet } from "../../image/layout.ts";

interface Heat {
  /** Of the collection. */
  readonly name: string;
  readonly heat: Pick<Output<"app.collectionHeat">, "counts" | "lift" | "rows" | "total">;
  readonly topics: Output<"app.collectionTopics">["topics"];
  readonly map: Geography;
  /** What the counts are held against. */
  readonly ground: "none" | "rest" | "ordinary";
}

/** Where rows lie, with the words of their topics. */
export function heatPicture({ name, heat, topics, map, ground }: Heat): Sheet {
  const { counts, lift, rows, total } = heat;
  const words = "Words: the most characteristic ones of the rows there.";
  return heatSheet(lift ?? counts, lift === null ? heatSteps(counts) : liftSteps(), {
    title: `${name}: ${rows} of ${total} rows`,
    caption:
      lift === null
        ? `How many rows set each cell. ${words}`
        : `How many times as often each cell is set as in ${ground === "rest" ? "the rest" : "ordinary texts"}. ${words}`,
    names: placeNames(
      topics.map(({ words: own, name: given, place, rows: weight, centre }) => ({
        text: given ?? (own.slice(0, 2).join(", ") || place),
        cell: centre,
        weight,
      })),
    ),
    ground: groundUnder(map),
  });
}

/** Values are coloured too: the tints under them are weaker than elsewhere. */
const QUIET = { ...groundOn([255, 255, 255]), chroma: 0.009 };

/** What lies under values: the regions and the terrain of the map. */
export function groundUnder(map: Geography) {
  return { map: makeBaseMap(map), look: QUIET };
}
