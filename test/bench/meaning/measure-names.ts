import { buildAtlas } from "../../../core/atlas/build-atlas.ts";
import { holds, isFound, judgeNames, lies } from "../../../core/atlas/judge-names.ts";
import { CELLS } from "../../../core/kernel/grid.ts";
import type { BenchContext } from "./bench-context.ts";
import type { Measure } from "./measures.ts";

/** Levels whose names are judged, from the widest on. */
const LEVELS = [0, 1, 2];

/** Share of the names of each level that say what lives there; of those that the terms give, whatever an editor made of them. */
export function measureNames({ retina }: BenchContext): Measure[] {
  const atlas = buildAtlas(retina, { names: "" });
  return LEVELS.flatMap((level) => {
    const named = judgeNames(retina, atlas, level);
    const set = `names of level ${level + 1}`;
    const share = (is: (one: (typeof named)[number]) => boolean) =>
      named.filter(is).length / Math.max(1, named.length);
    const covered = named.reduce((sum, { region }) => sum + region.cells, 0) / CELLS;
    return [
      { set, figure: `share that holds, of ${named.length}`, value: share(holds) },
      { set, figure: "their own cells lie there", value: share(lies) },
      { set, figure: "found by the terms there", value: share(isFound) },
      { set, figure: "share of the map named", value: covered },
    ];
  });
}
