import { Type } from "#typebox";
import type { Output } from "../../api/client-types.ts";
import { isSure, sureDifferences } from "../../collection/analyses/statistics.ts";
import { badInput } from "../../errors.ts";
import { differenceSteps, heatSheet, placeNames } from "../../image/heat-sheet.ts";
import type { Sheet } from "../../image/layout.ts";
import { groundUnder, heatPicture } from "../files/heat-picture.ts";
import { readTextFile } from "./ask.ts";
import { exportCommand, importCommand, sampleCommand } from "./collection-files.ts";
import type { CommandContext } from "./command.ts";
import {
  type Command,
  command,
  endpointFields,
  flag,
  STORE,
  text,
  texts,
  whole,
} from "./command.ts";
import { type FilterFile, readFilter } from "./filter.ts";
import { collectionCommand, type Opened, whereOf, withStore } from "./open-collections.ts";
import { type OutputOptions, outputPlace, writeOutput } from "./print.ts";

const list = command({
  name: "collection list",
  summary: "Lists the collections, or the columns, labels and scores of one.",
  operands: "[NAME]",
  options: STORE,
  examples: `
    semascope collection list
    semascope collection list news`,
  shows:
    "collections.name collections.rows collections.created collections.state collections.reason",
  run: ({ operands: [name], options }) =>
    withStore(options, async (store) =>
      name === undefined ? { collections: await store.list() } : store.open(name).describe(),
    ),
});

const remove = command({
  name: "collection remove",
  summary: "Removes a collection with its labels and scores; the imported files stay.",
  operands: "NAME",
  options: { yes: flag("Really remove it."), ...STORE },
  examples: "semascope collection remove news --yes",
  run: ({ operands: [name = ""], options }) =>
    withStore(options, async (store) => {
      // One that is damaged can still be removed, but not described.
      if (options.yes !== true)
        throw badInput("yes", `This removes “${name}” with all labels; add --yes to do it.`);
      await store.remove(name);
      return { removed: name };
    }),
});

const PICTURES = ["svg", "png"] as const;
const SCALAR = { scalar: whole("Pixels a cell (8).", 1, 64) };
type PictureOptions = OutputOptions & { readonly scalar?: number };

/** Of the names on the picture. */
const { level = Type.Integer(), limit = Type.Integer() } = endpointFields("app.collectionTopics");

const heat = collectionCommand({
  name: "collection heat",
  endpoint: "app.collectionHeat",
  operands: "NAME",
  writes: PICTURES,
  options: { ...SCALAR, level, limit },
  shows: "rows total file",
  examples: `
    semascope collection heat news -o news.svg
    semascope collection heat news --where topics=crude --over rest -o crude.png`,
  async run(open, context) {
    const {
      operands: [name = ""],
      options,
    } = context;
    const place = await outputPlace(options as PictureOptions, PICTURES);
    const found = await open.ask("app.collectionHeat");
    if (place === undefined) return found;
    const { topics } = await open.ask("app.collectionTopics");
    const map = geographyOf(await mapOf(open));
    const ground = (options as { over?: string }).over === "rest" ? "rest" : "ordinary";
    const sheet = heatPicture({ name, heat: found, topics, map, ground });
    return { ...found, ...(await writePicture(context, sheet)) };
  },
});

/** Certain differences may be anywhere in the list. */
const ALL_WORDS = 10_000;

const difference = collectionCommand({
  name: "collection difference",
  endpoint: "app.collectionDifference",
  operands: "NAME",
  writes: PICTURES,
  options: {
    a: texts("Condition for rows of A, as --where."),
    b: texts("Condition for rows of B; the rest when left out."),
    with: text("Another collection as B."),
    ...SCALAR,
  },
  examples: `
    semascope collection difference news --a 'date<1987-04-01' --b 'date>=1987-04-01' -o spring.svg
    semascope collection difference news --a topics=crude`,
  async run(open, context) {
    const {
      operands: [name = ""],
      options,
    } = context;
    const { a = [], b = [], with: other = name } = options;
    await outputPlace(options as PictureOptions, PICTURES);
    const hasB = b.length > 0 || other !== name;
    if (a.length === 0 && other === name)
      throw badInput("a", "Give the rows of A, such as --a 'topics=crude'.");
    const partOf = async (tests: readonly string[], of: string) =>
      tests.length === 0 ? {} : { where: whereOf(tests, await open.info(of)) };
    const { limit } = options as { limit?: number };
    const found = await open.ask("app.collectionDifference", {
      a: await partOf(a, name),
      ...(hasB && { b: { name: other, query: await partOf(b, other) } }),
      limit: ALL_WORDS,
    });
    const labels = [a.join(" and ") || name, hasB ? b.join(" and ") || other : "the rest"] as const;
    const written = await writePicture(context, () => differenceSheet(open, found, labels));
    const [inA, inB] = sureDifferences(found, limit);
    const words = { moreWordsInA: inA.words, moreWordsInB: inB.words };
    const places = { moreRegionsInA: inA.regions, moreRegionsInB: inB.regions };
    return { rows: found.rows, ...words, ...places, ...written };
  },
});

type Difference = Output<"app.collectionDifference">;
async function differenceSheet(
  open: Opened,
  { lift, rows, regions }: Difference,
  [a, b]: readonly [string, string],
): Promise<Sheet> {
  const map = await mapOf(open);
  const named = regions.filter(isSure).map(({ region, place, effect }) => ({
    text: place,
    cell: map.atlas.regions[region]!.centre,
    weight: Math.abs(effect),
  }));
  return heatSheet(lift, differenceSteps(a, b), {
    title: `${a} against ${b}`,
    caption: `${rows.a} rows against ${rows.b}. Names: regions that differ beyond chance (corrected, 5%).`,
    names: placeNames(named),
    ground: groundUnder(geographyOf(map)),
  });
}

/** The map that a collection was read with. */
async function mapOf({ analyses, engine, info }: Opened) {
  const model = await analyses.modelOf(await info());
  return { model, atlas: await engine.engine.atlas(model) };
}

const geographyOf = ({ model, atlas }: Awaited<ReturnType<typeof mapOf>>) => ({
  ...atlas,
  density: model.retina.cellLoad(),
});

/** Draws a map where `-o` says so. @throws bad-input */
async function writePicture(
  { options, terminal }: CommandContext<PictureOptions>,
  sheet: Sheet | (() => Promise<Sheet>),
) {
  const place = await outputPlace(options, PICTURES);
  if (place === undefined) return {};
  // The renderer takes 0.1 s of CPU time to load, which no other command needs.
  const { drawPng, svgOf } = await import("../files/draw-picture.ts");
  const svg = svgOf(typeof sheet === "function" ? await sheet() : sheet, options.scalar ?? 8);
  const { png, lacking } = place.format === "svg" ? { png: svg } : drawPng(svg);
  await writeOutput(terminal, place, png);
  if (lacking !== undefined) terminal.warn(lacking);
  return { file: place.file };
}

/** Fewer lines than are read: senses and counts are of all that are read. */
const PRINTED_LINES = 20;
const LINES_READ = 2000;
const words = collectionCommand({
  name: "collection words",
  endpoint: "app.collectionWord",
  operands: "NAME WORD",
  options: { limit: whole(`Lines to print (${PRINTED_LINES}).`, 1, 20_000) },
  shows:
    "rows lines perMillion senses.key senses.label senses.share senses.company.word spans.from spans.until spans.change spans.company.word read.sense read.before read.word read.after read.date read.id",
  examples: "semascope collection words news 'bond or bonds' -n 20",
  async run({ ask }, { options: { limit = PRINTED_LINES } }) {
    const study = await ask("app.collectionWord", { limit: Math.max(limit, LINES_READ) });
    return { ...study, read: study.read.slice(0, limit) };
  },
});

const label = collectionCommand({
  name: "collection label",
  endpoint: "app.collectionLabel",
  operands: "NAME FILTER",
  options: {
    belongs: texts("Id of a row that matches."),
    not: texts("Id of a row that does not."),
    clear: texts("Id of a row whose label is removed."),
  },
  examples: "semascope collection label news oil --belongs 144 --belongs 191 --not 12",
  run(open, { options: { belongs = [], not = [], clear = [] } }) {
    const sides = [
      [belongs, true],
      [not, false],
      [clear, null],
    ] as const;
    const marks = sides.flatMap(([ids, given]) => ids.map((id) => ({ id, belongs: given })));
    if (marks.length === 0)
      throw badInput("belongs", "Give ids of rows with --belongs, --not or --clear.");
    return open.ask("app.collectionLabel", { marks });
  },
});

const AS = { as: text("Name of the score (the filter's name).") };

/** Scores every row, and counts those that reach the threshold. */
async function classified(
  open: Opened,
  score: string,
  positions: readonly number[],
  threshold: number,
) {
  const { rows } = await open.ask("app.collectionClassify", { filter: score, positions });
  const query = { where: { score, from: threshold } };
  const { total: over } = await open.ask("app.collectionQuery", { query, limit: 1 });
  return { score, rows, over, threshold };
}

const classify = collectionCommand({
  name: "collection classify",
  summary: "Scores every row by a filter, and stores the score as a column.",
  endpoint: "app.collectionClassify",
  operands: "NAME FILTER",
  options: AS,
  examples: `
    semascope filter create oil --positive oil.txt -o oil.json
    semascope collection classify news oil.json
    semascope collection histogram news score:oil`,
  async run(open, { operands: [, file = ""], options }) {
    const filter = readFilter(file, await readTextFile(file));
    const { retina } = await open.info();
    if (filter.checksum !== retina.checksum)
      throw badInput(
        "file",
        `The filter is for the retina “${filter.retina}”, the collection was read with “${retina.name}”.`,
      );
    // Its threshold would mean nothing.
    if (filter.reader?.checksum !== retina.reader?.checksum)
      throw badInput(
        "file",
        `${file} was made of texts read by ${by(filter.reader)}, and the rows were read by ${by(retina.reader)}; create the filter again ${retina.reader ? `with --reader ${retina.reader.name}` : "without --reader"}.`,
      );
    return classified(open, options.as ?? filter.name, filter.positions, filter.threshold);
  },
});

const by = (reader: FilterFile["reader"]) =>
  reader ? `the reader “${reader.name}” (${reader.checksum.slice(0, 8)})` : "their words";

const learn = collectionCommand({
  name: "collection learn",
  summary: "Makes a filter of the labels of a category, and scores every row by it.",
  endpoint: "app.collectionLearn",
  operands: "NAME FILTER",
  options: AS,
  examples: `
    semascope collection label news oil --belongs 144 --belongs 191 --belongs 211
    semascope collection learn news oil
    semascope collection search news --sort score:oil -n 20`,
  async run(open, { operands: [, filter = ""], options }) {
    const { positions, threshold, ...counts } = await open.ask("app.collectionLearn");
    const score = options.as ?? filter;
    return { ...(await classified(open, score, positions, threshold.suggested)), ...counts };
  },
});

/** The commands of `semascope collection`. */
export const collectionCommands: readonly Command[] = [
  importCommand,
  sampleCommand,
  list,
  collectionCommand({
    name: "collection search",
    endpoint: "app.collectionQuery",
    operands: "NAME",
    options: { sort: text("Column or score:NAME to sort by; prefix with - for descending.") },
    shows: "total rows.score rows.id rows.text",
    examples: `
      semascope collection search news --like 'oil prices' -n 20
      semascope collection search news --words '"crude oil" -opec' --where 'date>=1987-03-01'`,
  }),
  collectionCommand({
    name: "collection facet",
    endpoint: "app.collectionFacet",
    operands: "NAME COLUMN",
    examples: "semascope collection facet news places --words tariff",
  }),
  collectionCommand({
    name: "collection histogram",
    endpoint: "app.collectionHistogram",
    operands: "NAME FIELD",
    examples: "semascope collection histogram news score:oil",
    async run({ ask }) {
      const { edges, counts, missing } = await ask("app.collectionHistogram");
      return {
        missing,
        bins: counts.map((rows, i) => ({ from: edges[i], to: edges[i + 1], rows })),
      };
    },
  }),
  collectionCommand({
    name: "collection timeline",
    endpoint: "app.collectionTimeline",
    operands: "NAME [COLUMN]",
    examples: "semascope collection timeline news --unit month",
  }),
  heat,
  collectionCommand({
    name: "collection topics",
    endpoint: "app.collectionTopics",
    operands: "NAME",
    shows: "rows topics.share topics.rows topics.place topics.name topics.words",
    examples: "semascope collection topics news --level 2 -n 50",
  }),
  words,
  difference,
  collectionCommand({
    name: "collection near-copies",
    endpoint: "app.collectionNearCopies",
    operands: "NAME",
    examples: "semascope collection near-copies news --where topics=crude -n 50 --json",
  }),
  label,
  collectionCommand({
    name: "collection label-queue",
    endpoint: "app.collectionLabelQueue",
    operands: "NAME FILTER",
    shows: "unlabelled rows.why rows.id rows.text",
    examples: "semascope collection label-queue news oil --line 0.2 -n 20",
  }),
  learn,
  classify,
  collectionCommand({
    name: "collection audit",
    endpoint: "app.collectionAudit",
    operands: "NAME FILTER",
    shows: "precision recall over under unscored next.scores next.id next.text",
    examples: "semascope collection audit news oil --line 0.2 --rows 50",
  }),
  exportCommand,
  remove,
];
