import type { Output } from "../../../core/api/client-types.ts";
import type { PlaceCells } from "./pieces.ts";
import type { RegionRow } from "./region-list.tsx";

type Match = Output<"app.explainMatch">;

const SHOWN_WORDS = 4;
/** A word that accounts for less of a region is not named beside it. */
const LEAST_SHARE = 0.08;

/** Regions with the words of both sides that switched them on. */
export function regionRows({ regions, left, right }: Match): RegionRow[] {
  return regions.map((region) => {
    const least = LEAST_SHARE * region.positions.length;
    const words = (["left", "right"] as const).flatMap((side) => {
      const { credits } = side === "left" ? left : right;
      return region[side]
        .filter(({ cells }) => cells >= least)
        .map(({ place, cells }) => ({
          word: (credits[place]?.word ?? "").toLowerCase(),
          cells,
        }));
    });
    const named = words.sort((a, b) => b.cells - a.cells).map(({ word }) => word);
    return { ...region, words: [...new Set(named)].slice(0, SHOWN_WORDS) };
  });
}

/** The words behind one region, by place; undefined while no region is chosen. */
export function wordsOfRegion(
  { regions }: Match,
  label: string | null,
  side: "left" | "right",
): PlaceCells | undefined {
  const region = regions.find((each) => each.label === label);
  return region && new Map(region[side].map(({ place, cells }) => [place, cells]));
}
