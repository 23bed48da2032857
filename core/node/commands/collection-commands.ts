import type { Output } from "../../api/client-types.ts";
import { readyOnes, unavailableOnes } from "../../collection/port/list-collections.ts";
import type { CollectionInfo } from "../../collection/port/store.ts";
import { badInput } from "../../errors.ts";
import { differenceSteps, heatSheet, placeNames } from "../../image/heat-sheet.ts";
import type { Sheet } from "../../image/layout.ts";
import { groundUnder, heatPicture } from "../files/heat-picture.ts";
import {
  collectionCommand,
  type OpenCollections,
  oneLine,
  QUERY,
  requireName,
  STORE,
  whereOf,
  withStore,
} from "./collection-command.ts";
import { exportCommand, importCommand, sampleCommand } from "./collection-files.ts";
import { auditCommand, classifyCommand, labelsCommand, learnCommand } from "./collection-labels.ts";
import type { Command } from "./command.ts";
import { type OutputPlace, outputOptions, outputPlace, textTable, writeOutput } from "./output.ts";

const list: Command = {
  name: "collection list",
  summary: "Lists the collections, or the columns of one.",
  usage: "[NAME]",
  options: STORE,
  examples: `
    semascope collection list
    semascope collection list news`,
  run: (context) =>
    withStore(context, async (store) => {
      const [name] = context.operands;
      if (name === undefined) {
        const collections = await store.list();
        return context.show({ collections }, () => listOf(collections));
      }
      const info = await store.open(name).describe();
      context.show(info, () => cardOf(info));
    }),
};

function listOf(all: Parameters<typeof readyOnes>[0]): string {
  if (all.length === 0) return "There is no collection yet; semascope collection import makes one.";
  const ready = readyOnes(all).map(({ name, rows, retina, created }) => [
    ...[name, rows, "rows", retina.name],
    created.slice(0, 10),
  ]);
  const others = unavailableOnes(all).map(
    ({ name, state, reason }) => `${name} (${state.replace("-", " ")}): ${reason}`,
  );
  return [textTable(ready), ...others].filter((part) => part !== "").join("\n");
}

function cardOf({ name, rows, withoutCells, retina, ...info }: CollectionInfo): string {
  const roles = new Map(
    Object.entries(info.roles).flatMap(([role, given]) =>
      [given].flat().map((column) => [column, role] as const),
    ),
  );
  const columns = info.columns.map((column) => [
    ...[column.name, column.type],
    roles.get(column.name) ?? "",
  ]);
  return [
    `${name}: ${rows} rows, ${withoutCells} of them without a place on the map; retina ${retina.name}.`,
    textTable(columns),
    ...info.labels.map(
      (label) => `label ${label.filter}: ${label.belongs} belong, ${label.not} do not`,
    ),
    ...info.scores.map((score) => `score ${score}`),
  ].join("\n");
}

const search = collectionCommand({
  name: "search",
  summary: "Rows by similarity, words and columns; the most similar first.",
  usage: "NAME [--like WHAT] [--words WORDS] [--where TEST]",
  of: ["app.collectionQuery"],
  options: `${QUERY}
    -n, --limit N       = limit (10)
    --sort COLUMN       = sort.field.column: sort by this column; prefix with - for descending
    --facet COLUMN      the values of a column instead of rows
    --histogram COLUMN  = field.column: the distribution of a number or score:NAME
    --timeline COLUMN   = column: rows over time by a column of dates`,
  examples: `
    semascope collection search news --like 'oil prices' -n 20
    semascope collection search news --words '"crude oil" -opec' --where 'date>=1987-03-01'
    semascope collection search news --words tariff --facet places`,
  async run(open) {
    const { flags, show, ask } = open;
    const [facet, histogram, timeline] = ["facet", "histogram", "timeline"].map((figure) =>
      flags.text(figure),
    );
    if (facet !== undefined) {
      const limit = flags.number("limit") ?? 20;
      const found = await ask("app.collectionFacet", { column: facet, limit });
      return show(found, () =>
        textTable([
          ...found.values.map(({ value, rows }) => [rows, oneLine(value)]),
          [found.others, "(others)"],
          [found.missing, "(missing)"],
        ]),
      );
    }
    if (histogram !== undefined) {
      const found = await ask("app.collectionHistogram", { field: fieldOf(histogram) });
      const label = (i: number) => `${tidy(found.edges[i])} to ${tidy(found.edges[i + 1])}`;
      const bins = found.counts.map((rows, i) => [label(i), rows] as const);
      return show(found, () => bars([...bins, ["missing", found.missing]]));
    }
    if (timeline !== undefined) {
      const found = await ask("app.collectionTimeline", { column: timeline });
      return show(found, () => bars(found.steps.map(({ start, rows }) => [start, rows])));
    }
    const found = await ask("app.collectionQuery", sortIn(flags.text("sort")));
    const { rows, roles } = await open.info();
    show(found, () => rowsOf(found, rows, roles));
  },
});

function rowsOf(
  { total, columns, rows }: Output<"app.collectionQuery">,
  all: number,
  roles: CollectionInfo["roles"],
): string {
  const title = columns.findIndex((column) => column.name === roles.title);
  const date = columns.findIndex((column) => column.name === roles.date);
  const cells = rows.map(({ id, text, score, values }) => [
    score === null ? "" : score.toFixed(3),
    String(values[date] ?? "").slice(0, 10),
    oneLine(id, 24),
    oneLine([values[title], text].filter((part) => part).join(": "), 110),
  ]);
  return `${total} of ${all} rows\n${textTable(cells)}`;
}

function sortIn(sort: string | undefined) {
  if (sort === undefined) return {};
  const descending = sort.startsWith("-");
  return { sort: { field: fieldOf(descending ? sort.slice(1) : sort), descending } };
}

const fieldOf = (name: string) =>
  name.startsWith("score:") ? { score: name.slice("score:".length) } : { column: name };

const tidy = (edge = 0) => String(Number(edge.toPrecision(12)));

/** Rows as bars of characters. */
function bars(counts: readonly (readonly [string, number])[]): string {
  const most = Math.max(1, ...counts.map(([, rows]) => rows));
  const bar = (rows: number) => "█".repeat(Math.round((40 * rows) / most));
  return textTable(counts.map(([label, rows]) => [label, rows, bar(rows)]));
}

const topics = collectionCommand({
  name: "topics",
  usage: "NAME",
  of: ["app.collectionTopics"],
  options: `
    --level N      = level
    -n, --limit N  = limit
    --hidden       = hidden
    ${QUERY}`,
  examples: `
    semascope collection topics news
    semascope collection topics news --level 2 -n 50`,
  async run({ ask, show }) {
    const found = await ask("app.collectionTopics");
    const lines = found.topics.map(({ place, name, rows, share, words, examples }) => [
      ...[`${(100 * share).toFixed(1)}%`, rows, name ?? place, words.join(", ")],
      oneLine(examples[0]?.text ?? "", 60),
    ]);
    show(found, () => `${found.rows} rows; a row may be about several.\n${textTable(lines)}`);
  },
});

const nearCopies = collectionCommand({
  name: "near-copies",
  usage: "NAME",
  of: ["app.collectionNearCopies"],
  options: `-n, --limit N  = limit (20)\n${QUERY}`,
  examples: `
    semascope collection near-copies news
    semascope collection near-copies news --where topics=crude -n 50 --json`,
  async run({ ask, show }) {
    const found = await ask("app.collectionNearCopies");
    const lines = found.listed.map(({ ids, text }) => [
      ...[ids.length, oneLine(ids.join(" "), 40)],
      oneLine(text, 90),
    ]);
    show(found, () => `${found.groups} groups of ${found.rows} rows.\n${textTable(lines)}`);
  },
});

const remove: Command = {
  name: "collection remove",
  summary: "Removes a collection with its labels and scores; the imported files stay.",
  usage: "NAME --yes",
  options: `--yes  really remove it\n${STORE}`,
  examples: "semascope collection remove news --yes",
  run: (context) =>
    withStore(context, async (store) => {
      const name = requireName(context, "collection remove");
      // One that is damaged can still be removed, but not described.
      if (!context.flags.isOn("yes"))
        throw badInput("yes", `This removes “${name}” with all labels; add --yes to do it.`);
      await store.remove(name);
      context.show({ removed: name }, () => `${name} was removed.`);
    }),
};

const PICTURES = ["svg", "png"] as const;
/** Options of commands that draw the map. */
const PICTURE = `
  ${outputOptions("the map as .svg or .png", PICTURES)}
  --scalar N     pixels a cell, 1 to 64 (8)
  --level N      = level
  -n, --limit N  = limit (30)`;

const heat = collectionCommand({
  name: "heat",
  summary: "Density of the rows: the map coloured by how many rows set each cell.",
  usage: "NAME -o FILE.svg|FILE.png [--over rest|ordinary]",
  of: ["app.collectionHeat", "app.collectionTopics"],
  options: `${QUERY}
    --over GROUND  = over
    ${PICTURE}`,
  examples: `
    semascope collection heat news -o news.svg
    semascope collection heat news --where topics=crude --over rest -o crude.png`,
  async run(open) {
    const place = await outputPlace(open.flags, PICTURES);
    const found = await open.ask("app.collectionHeat");
    if (place !== undefined) {
      const { topics: named } = await open.ask("app.collectionTopics");
      const ground = open.flags.text("over") === "rest" ? "rest" : "ordinary";
      const map = geographyOf(await mapOf(open));
      const sheet = heatPicture({ name: open.name, heat: found, topics: named, map, ground });
      await writePicture(open, place, sheet);
    }
    open.show({ ...found, ...(place && { file: place.file }) }, () => {
      const drawn = place ? `, drawn into ${place.file}` : "; -o FILE.svg draws the map";
      return `${found.rows} of ${found.total} rows${drawn}`;
    });
  },
});

/** What is shown is sorted by certainty; certain differences may be anywhere in the list. */
const ALL_WORDS = 10_000;

const difference = collectionCommand({
  name: "difference",
  summary:
    "Words and regions over-represented in one group: odds ratios with 95 % intervals, corrected for multiple comparisons.",
  usage: "NAME --a TEST [--b TEST | --with NAME] [-o FILE.svg]",
  of: ["app.collectionDifference"],
  options: `
    --a TEST...  rows of A, as --where; repeated: all of them
    --b TEST...  rows of B (the rest)
    --with NAME  another collection as B
    ${PICTURE}`,
  examples: `
    semascope collection difference news --a 'date<1987-04-01' --b 'date>=1987-04-01' -o spring.svg
    semascope collection difference news --a topics=crude`,
  async run(open) {
    const { flags, name } = open;
    const place = await outputPlace(flags, PICTURES);
    const [a, b, other] = [flags.list("a"), flags.list("b"), flags.text("with")];
    const hasB = b.length > 0 || other !== undefined;
    if (a.length === 0 && other === undefined)
      throw badInput("a", "Give the rows of A, such as --a 'topics=crude'.");
    const partOf = async (tests: readonly string[], of: string) => {
      const where = whereOf(tests, await open.info(of));
      return where === undefined ? {} : { where };
    };
    const limit = flags.number("limit") ?? 30;
    const found = await open.ask("app.collectionDifference", {
      a: await partOf(a, name),
      ...(hasB && { b: { name: other ?? name, query: await partOf(b, other ?? name) } }),
      limit: flags.isOn("json") ? limit : ALL_WORDS,
    });
    const labels = {
      a: a.join(" and ") || name,
      b: hasB ? b.join(" and ") || (other ?? name) : "the rest",
    };
    if (place !== undefined)
      await writePicture(open, place, await differencePicture(open, found, labels));
    open.show(found, () => differenceText(found, labels, limit));
  },
});

type Difference = Output<"app.collectionDifference">;
interface Labels {
  readonly a: string;
  readonly b: string;
}
type Effect = Difference["regions"][number] | Difference["words"][number];

const isSure = ({ q }: { readonly q: number }) => q <= 0.05;

function differenceText({ rows, words, regions }: Difference, labels: Labels, limit: number) {
  const block = (heading: string, found: readonly Effect[], isInA: boolean) => {
    const sure = found.filter((each) => isSure(each) && each.effect > 0 === isInA);
    // The surest of B come last.
    const shown = isInA ? sure.slice(0, limit) : sure.slice(-limit).reverse();
    const lines = shown.map((each) => [
      ...[odds(each, isInA), "word" in each ? each.word : each.place, each.inA, each.inB],
    ]);
    return `${heading}:\n${lines.length === 0 ? "none beyond chance" : textTable(lines)}`;
  };
  return [
    block(`Words more frequent in A (${labels.a}, ${rows.a} rows)`, words, true),
    block(`Words more frequent in B (${labels.b}, ${rows.b} rows)`, words, false),
    block("Regions more frequent in A", regions, true),
    block("Regions more frequent in B", regions, false),
  ].join("\n\n");
}

/** `odds x3.1 (2.2 to 4.4)`, of A to B or of B to A, to two digits, never as 1.1e+3. */
function odds({ effect, low, high }: Effect, isInA: boolean): string {
  const [ratio, from, to] = (isInA ? [effect, low, high] : [-effect, -high, -low]).map(
    (logarithm) => String(Number(Math.exp(logarithm).toPrecision(2))),
  );
  return `odds x${ratio} (${from} to ${to})`;
}

async function differencePicture(
  open: OpenCollections,
  { lift, rows, regions }: Difference,
  labels: Labels,
): Promise<Sheet> {
  const map = await mapOf(open);
  const named = regions.filter(isSure).map(({ region, place, effect }) => ({
    text: place,
    cell: map.atlas.regions[region]!.centre,
    weight: Math.abs(effect),
  }));
  return heatSheet(lift, differenceSteps(labels.a, labels.b), {
    title: `${labels.a} against ${labels.b}`,
    caption: `${rows.a} rows against ${rows.b}. Names: regions that differ beyond chance (corrected, 5%).`,
    names: placeNames(named),
    ground: groundUnder(geographyOf(map)),
  });
}

/** The map that a collection was read with. */
async function mapOf({ analyses, engine, info }: OpenCollections) {
  const model = await analyses.modelOf(await info());
  return { model, atlas: await engine.engine.atlas(model) };
}

const geographyOf = ({ model, atlas }: Awaited<ReturnType<typeof mapOf>>) => ({
  ...atlas,
  density: model.retina.cellLoad(),
});

/** Draws a map in the format of its place. @throws bad-input */
async function writePicture(
  { flags, terminal }: OpenCollections,
  place: OutputPlace<(typeof PICTURES)[number]>,
  sheet: Sheet,
): Promise<void> {
  const scalar = flags.whole("scalar", 1, 64) ?? 8;
  // The renderer takes 0.1 s of CPU time to load, which no other command needs.
  const { drawPng, svgOf } = await import("../files/draw-picture.ts");
  const svg = svgOf(sheet, scalar);
  if (place.format === "svg") return writeOutput(terminal, place, svg);
  const { png, lacking } = drawPng(svg);
  await writeOutput(terminal, place, png);
  if (lacking !== undefined) terminal.warn(lacking);
}

/** The commands of `semascope collection`. */
export const collectionCommands: readonly Command[] = [
  importCommand,
  sampleCommand,
  list,
  search,
  heat,
  topics,
  difference,
  nearCopies,
  labelsCommand,
  learnCommand,
  classifyCommand,
  auditCommand,
  exportCommand,
  remove,
];
