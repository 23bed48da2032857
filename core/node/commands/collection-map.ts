import type { Output } from "../../api/client-types.ts";
import { badInput } from "../../errors.ts";
import { differenceSteps, heatSheet, placeNames } from "../../image/heat-sheet.ts";
import type { Sheet } from "../../image/layout.ts";
import { groundUnder, heatPicture } from "../files/heat-picture.ts";
import {
  nameIn,
  type OpenCollections,
  QUERY_NAMES,
  QUERY_OPTIONS,
  queryIn,
  STORE_OPTIONS,
  show,
  whereOf,
  withCollections,
} from "./collection-command.ts";
import type { Command, CommandContext, OptionHelp } from "./command.ts";
import { argumentsFrom, type OptionFields, optionNames, optionsFor } from "./endpoint-options.ts";
import {
  type OutputPlace,
  outputOptions,
  outputPlace,
  reportBeside,
  textTable,
  writeOutput,
} from "./output.ts";

const PICTURES = ["svg", "png"] as const;
type PicturePlace = OutputPlace<(typeof PICTURES)[number]>;

/** Options of commands that draw the map. */
const PICTURE_OPTIONS: readonly OptionHelp[] = [
  ...outputOptions("the map as .svg or .png", PICTURES),
  { name: "scalar", value: "N", help: "pixels a cell, 1 to 64 (8)" },
];
/** Of a map's names. */
const NAMED: OptionFields = { level: {}, limit: { short: "n", usual: 30 } };
const OVER: OptionFields = { over: { value: "GROUND" } };

/** `semascope collection heat`. */
export const heatCommand: Command = {
  name: "collection heat",
  summary: "Where the rows lie: the map coloured by how many rows set each cell.",
  usage: "NAME -o FILE.svg|FILE.png [--over rest|ordinary]",
  mostOperands: 1,
  optionOf: { ...QUERY_NAMES, ...optionNames({ ...OVER, ...NAMED }) },
  options: [
    ...QUERY_OPTIONS,
    ...optionsFor("app.collectionHeat", OVER),
    ...PICTURE_OPTIONS,
    ...optionsFor("app.collectionTopics", NAMED),
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection heat news -o news.svg",
    "semascope collection heat news --where topics=crude --over rest -o crude.png",
  ],
  run: (context) =>
    withCollections(context, async (open) => {
      const name = nameIn(context, "collection heat");
      const place = await outputPlace(context, PICTURES);
      const asked = { name, query: await queryIn(open, name) };
      const over = argumentsFrom(context.flags, "app.collectionHeat", OVER);
      const heat = await open.call("app.collectionHeat", { ...asked, ...over });
      if (place !== undefined)
        await writePicture(context, place, await heatOf(open, asked, heat, over.over));
      show(beside(context, place), { ...heat, ...(place && { file: place.file }) }, () => {
        const drawn = place ? `, drawn into ${place.file}` : "; -o FILE.svg draws the map";
        return `${heat.rows} of ${heat.total} rows${drawn}`;
      });
    }),
};

async function heatOf(
  open: OpenCollections,
  asked: { readonly name: string; readonly query: object },
  heat: Output<"app.collectionHeat">,
  over: unknown,
): Promise<Sheet> {
  const named = argumentsFrom(open.context.flags, "app.collectionTopics", NAMED);
  const { topics } = await open.call("app.collectionTopics", { ...asked, ...named });
  const ground = over === "rest" ? "rest" : "ordinary";
  const map = geographyOf(await mapOf(open, asked.name));
  return heatPicture({ name: asked.name, heat, topics, map, ground });
}

/** `semascope collection difference`. */
export const differenceCommand: Command = {
  name: "collection difference",
  summary:
    "What is more frequent in some rows than in others, with intervals; corrected for many looks.",
  usage: "NAME --a TEST [--b TEST | --with NAME] [-o FILE.svg]",
  mostOperands: 1,
  optionOf: optionNames(NAMED),
  options: [
    {
      name: "a",
      value: "TEST",
      several: true,
      help: "rows of A, as --where; repeated: all of them",
    },
    { name: "b", value: "TEST", several: true, help: "rows of B (the rest)" },
    { name: "with", value: "NAME", help: "another collection as B" },
    ...PICTURE_OPTIONS,
    ...optionsFor("app.collectionDifference", NAMED),
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection difference news --a 'date<1987-04-01' --b 'date>=1987-04-01' -o spring.svg",
    "semascope collection difference news --a topics=crude",
  ],
  run: (context) => withCollections(context, difference),
};

/** What a person reads is sorted by what is sure; the sure ones may be anywhere in the list. */
const ALL_WORDS = 10_000;

async function difference(open: OpenCollections): Promise<void> {
  const { context } = open;
  const { flags } = context;
  const name = nameIn(context, "collection difference");
  const place = await outputPlace(context, PICTURES);
  const other = flags.text("with") ?? name;
  const hasB = flags.list("b").length > 0 || flags.text("with") !== undefined;
  if (flags.list("a").length === 0 && flags.text("with") === undefined)
    throw badInput("a", "Say which rows to look at, such as --a 'topics=crude'.");
  const partOf = async (part: "a" | "b", of: string) => {
    const where = whereOf(flags.list(part), await open.describe(of));
    return where === undefined ? {} : { where };
  };
  const { level, limit } = argumentsFrom(context.flags, "app.collectionDifference", NAMED);
  const found = await open.call("app.collectionDifference", {
    name,
    level,
    a: await partOf("a", name),
    ...(hasB ? { b: { name: other, query: await partOf("b", other) } } : {}),
    limit: flags.isOn("json") ? limit : ALL_WORDS,
  });
  const labelOf = (tests: readonly string[], of: string) =>
    tests.length === 0 ? of : tests.join(" and ");
  const labels = {
    a: labelOf(flags.list("a"), name),
    b: hasB ? labelOf(flags.list("b"), other) : "the rest",
  };
  if (place !== undefined)
    await writePicture(context, place, await differencePicture(open, name, found, labels));
  show(beside(context, place), found, () => differenceText(found, labels, Number(limit)));
}

type Difference = Output<"app.collectionDifference">;
interface Labels {
  readonly a: string;
  readonly b: string;
}

const isSure = ({ q }: { readonly q: number }) => q <= 0.05;

function differenceText({ rows, words, regions }: Difference, labels: Labels, limit: number) {
  const sides = <T extends Effect>(found: readonly T[], nameOf: (row: T) => string) => {
    const sure = found.filter(isSure);
    const more = sure.filter(({ effect }) => effect > 0).slice(0, limit);
    const less = sure.filter(({ effect }) => effect < 0).slice(-limit);
    const line = (row: T) => [times(row), nameOf(row), row.inA, row.inB];
    return [more.map(line), less.reverse().map(fromTheOtherSide).map(line)] as const;
  };
  const [moreWords, lessWords] = sides(words, ({ word }) => word);
  const [moreRegions, lessRegions] = sides(regions, ({ place }) => place);
  const blocks = [
    [`Words more frequent in A (${labels.a}, ${rows.a} rows)`, moreWords],
    [`Words more frequent in B (${labels.b}, ${rows.b} rows)`, lessWords],
    ["Regions more frequent in A", moreRegions],
    ["Regions more frequent in B", lessRegions],
  ] as const;
  return blocks
    .map(
      ([heading, found]) =>
        `${heading}:\n${found.length === 0 ? "none beyond chance" : textTable(found)}`,
    )
    .join("\n\n");
}

interface Effect {
  readonly effect: number;
  readonly low: number;
  readonly high: number;
  readonly q: number;
  readonly inA: number;
  readonly inB: number;
}

/** How much more frequent in B what is less frequent in A is. */
const fromTheOtherSide = <T extends Effect>(row: T): T => ({
  ...row,
  effect: -row.effect,
  low: -row.high,
  high: -row.low,
});

/** `odds x3.1 (2.2 to 4.4)`. */
const times = ({ effect, low, high }: Effect) =>
  `odds x${rounded(effect)} (${rounded(low)} to ${rounded(high)})`;

/** To two digits, never as 1.1e+3. */
const rounded = (logarithm: number) => String(Number(Math.exp(logarithm).toPrecision(2)));

async function differencePicture(
  open: OpenCollections,
  name: string,
  { lift, rows, regions }: Difference,
  labels: Labels,
): Promise<Sheet> {
  const map = await mapOf(open, name);
  return heatSheet(lift, differenceSteps(labels.a, labels.b), {
    title: `${labels.a} against ${labels.b}`,
    caption: `${rows.a} rows against ${rows.b}. Names: regions that differ beyond chance (corrected, 5%).`,
    names: placeNames(
      regions.filter(isSure).map(({ region, place, effect }) => ({
        text: place,
        cell: map.atlas.regions[region]!.centre,
        weight: Math.abs(effect),
      })),
    ),
    ground: groundUnder(geographyOf(map)),
  });
}

/** The map that a collection was read with. */
async function mapOf(open: OpenCollections, name: string) {
  const model = await open.analyses.modelOf(await open.describe(name));
  return { model, atlas: await open.engine.engine.atlas(model) };
}

const geographyOf = ({ model, atlas }: Awaited<ReturnType<typeof mapOf>>) => ({
  ...atlas,
  density: model.retina.cellLoad(),
});

/** Where a command reports, so that a picture on standard output stays whole. */
const beside = ({ terminal, flags }: CommandContext, place: PicturePlace | undefined) => ({
  flags,
  terminal: place === undefined ? terminal : reportBeside(terminal, place),
});

/** Draws a map in the format of its place. @throws bad-input */
async function writePicture(
  { flags, terminal }: CommandContext,
  place: PicturePlace,
  sheet: Sheet,
): Promise<void> {
  const scalar = flags.number("scalar") ?? 8;
  if (!Number.isInteger(scalar) || scalar < 1 || scalar > 64)
    throw badInput("scalar", `--scalar takes a whole number from 1 to 64, not ${scalar}.`);
  // What draws takes a processor 0.1 s to load, which no other command needs.
  const { drawPng, svgOf } = await import("../files/draw-picture.ts");
  const svg = svgOf(sheet, scalar);
  if (place.format === "svg") return writeOutput(terminal, place, svg);
  const { png, lacking } = drawPng(svg);
  await writeOutput(terminal, place, png);
  if (lacking !== undefined) terminal.warn(lacking);
}
