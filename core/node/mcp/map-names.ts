import type { Static } from "#typebox";
import type { Output } from "../../api/client-types.ts";
import { count, items, number, text } from "./fields.ts";
import type { Question } from "./tool.ts";
import { rounded } from "./write-answer.ts";

/** Where cells lie, by the names of the map's regions. */
export const places = items("Regions of the second level with most of the cells.", {
  place: text("Name of the region."),
  cells: count("Cells in it."),
  share: number("Of all cells, 0 to 1."),
  times: number("As many times the cells that the region's size gives."),
});

type Map = Output<"app.atlas">;

/** The map of a retina, and its name where none was given. */
export async function mapOf(
  question: Question,
  retina: string | undefined,
): Promise<{ name: string; map: Map }> {
  const on = retina === undefined ? {} : { retina_name: retina };
  const map = await question.ask("app.atlas", on, "reading the map");
  if (retina !== undefined) return { name: retina, map };
  const [usual] = await question.ask("retinas.list", {});
  return { name: usual?.retinaName ?? "", map };
}

/** The second level has regions about as wide as a subject. */
const LEVEL = 1;

export function placesOf(
  { regions, regionOf }: Map,
  positions: readonly number[],
  most: number,
): Static<typeof places> {
  const level = regionOf[LEVEL] ?? [];
  const counts = new Map<number, number>();
  for (const cell of positions) counts.set(level[cell]!, (counts.get(level[cell]!) ?? 0) + 1);
  return [...counts]
    .map(([id, cells]) => {
      const region = regions[id]!;
      const share = cells / positions.length;
      const times = share / (region.cells / level.length);
      return { place: region.label, cells, share: rounded(share), times: rounded(times, 1) };
    })
    .filter(({ place }) => place !== "")
    .sort((a, b) => b.cells - a.cells || (a.place < b.place ? -1 : 1))
    .slice(0, most);
}
