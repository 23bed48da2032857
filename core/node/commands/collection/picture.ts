import { makeBaseMap } from "../../../basemap/base-map.ts";
import { groundOn } from "../../../basemap/tints.ts";
import { badInput } from "../../../errors.ts";
import type { Sheet } from "../../../image/layout.ts";
import type { PanelGround } from "../../../image/panel.ts";
import { IMAGE_PRESETS } from "../../../image/style.ts";
import { toSvg } from "../../../image/svg.ts";
import { drawPng, typeface } from "../../files/draw-picture.ts";
import type { CommandContext, OptionHelp } from "../command.ts";
import { writeOutput } from "../write-output.ts";
import type { OpenDesk } from "./desk.ts";

/** Options of commands that draw the map. */
export const PICTURE_OPTIONS: readonly OptionHelp[] = [
  { name: "output", short: "o", value: "FILE", help: "the map as .svg or .png" },
  { name: "scalar", value: "N", help: "pixels a cell, 1 to 64 (8)" },
  { name: "level", value: "N", help: "of the regions, 0 is the widest (1)" },
  { name: "limit", short: "n", value: "N", help: "regions to name or list (30)" },
];

/** Level and number of regions. */
export const optionsIn = ({ flags }: CommandContext) => ({
  level: flags.number("level") ?? 1,
  limit: flags.number("limit") ?? 30,
});

/** Values are coloured too: the tints under them are weaker than elsewhere. */
const QUIET = { ...groundOn([255, 255, 255]), chroma: 0.009 };

/** What lies under values: the regions and the terrain of the collection's map. */
export async function groundOf({ desk, engine }: OpenDesk, name: string): Promise<PanelGround> {
  const model = await desk.modelOf(await desk.store.open(name).describe());
  const { regions, regionOf } = await engine.engine.atlas(model);
  const density = model.retina.cellLoad();
  return { map: makeBaseMap({ regions, regionOf, density }), look: QUIET };
}

/** Draws a map into a file, whose ending determines the format. @throws bad-input */
export async function writePicture(
  { flags }: CommandContext,
  file: string,
  sheet: Sheet,
): Promise<void> {
  const format = /\.(png|svg)$/i.exec(file)?.[1]?.toLowerCase();
  if (format === undefined)
    throw badInput("output", `-o takes a file that ends in .png or .svg, not “${file}”.`);
  const scalar = flags.number("scalar") ?? 8;
  if (!Number.isInteger(scalar) || scalar < 1 || scalar > 64)
    throw badInput("scalar", `--scalar takes a whole number from 1 to 64, not ${scalar}.`);
  const style = { ...IMAGE_PRESETS.Light!, background: "#ffffff", gridLines: 0 as const };
  const svg = toSvg(
    sheet,
    { scalar, style },
    { title: sheet.title ?? "Heat", outline: typeface() },
  );
  await writeOutput(file, format === "svg" ? svg : drawPng(svg));
}
