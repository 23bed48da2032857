import { NEVER_CANCELLED } from "../../../cancellation.ts";
import { HEAT_GROUNDS, type HeatGround } from "../../../collection/desk.ts";
import { badInput } from "../../../errors.ts";
import {
  differenceSteps,
  heatSheet,
  heatSteps,
  liftSteps,
  placeNames,
} from "../../../image/heat-sheet.ts";
import type { Sheet } from "../../../image/layout.ts";
import { IMAGE_PRESETS } from "../../../image/style.ts";
import { toSvg } from "../../../image/svg.ts";
import { drawPng } from "../../collections/draw-png.ts";
import type { Command, CommandContext } from "../command.ts";
import { textTable } from "../table.ts";
import { writeOutput } from "../write-output.ts";
import {
  nameIn,
  type OpenDesk,
  oneLine,
  QUERY_OPTIONS,
  queryIn,
  readTest,
  STORE_OPTIONS,
  withDesk,
} from "./desk.ts";

const PICTURE_OPTIONS = [
  { name: "output", short: "o", value: "FILE", help: "the map as .svg or .png" },
  { name: "scalar", value: "N", help: "pixels a cell, 1 to 64 (8)" },
  { name: "level", value: "N", help: "of the regions, 0 is the widest (1)" },
  { name: "limit", short: "n", value: "N", help: "regions to name or list (30)" },
];

/** `semascope collection heat`. */
export const heatCommand: Command = {
  name: "collection heat",
  summary: "Where the rows lie: the map coloured by how many rows set each cell.",
  usage: "NAME -o FILE.svg|FILE.png [--over rest|ordinary]",
  mostOperands: 1,
  options: [
    ...QUERY_OPTIONS,
    { name: "over", value: "GROUND", help: "how many times as often as in: rest, ordinary (none)" },
    ...PICTURE_OPTIONS,
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection heat news -o news.svg",
    "semascope collection heat news --where topics=crude --over rest -o crude.png",
  ],
  run: (context) =>
    withDesk(context, async (open) => {
      const { flags, terminal } = context;
      const name = nameIn(context, "heat");
      const query = await queryIn(context, open, await open.desk.store.describe(name));
      const over = groundIn(flags.text("over"));
      const heat = await open.desk.heat(name, query, over);
      const file = flags.text("output");
      if (file !== undefined) {
        const values = heat.lift ?? heat.counts;
        const ground = over === "rest" ? "the rest" : "ordinary texts";
        const steps = heat.lift === undefined ? heatSteps(heat.counts, "rows") : liftSteps();
        const sheet = heatSheet(values, steps, {
          title: `${name}: ${heat.rows} of ${heat.total} rows`,
          caption:
            heat.lift === undefined
              ? "How many rows set each cell. Words: the most characteristic ones of the rows there."
              : `How many times as often each cell is set as in ${ground}. Words: the most characteristic ones of the rows there.`,
          names: await namesOf(context, open, name, query),
        });
        await writePicture(context, file, sheet);
      }
      const report = { rows: heat.rows, of: heat.total, ...(file === undefined ? {} : { file }) };
      if (flags.isOn("json"))
        return terminal.print(
          JSON.stringify({
            ...report,
            counts: Array.from(heat.counts),
            ...(heat.lift === undefined ? {} : { lift: Array.from(heat.lift) }),
          }),
        );
      terminal.print(
        `${heat.rows} of ${heat.total} rows${file === undefined ? "; -o FILE.svg draws the map" : `, drawn into ${file}`}`,
      );
    }),
};

/** `semascope collection topics`. */
export const topicsCommand: Command = {
  name: "collection topics",
  summary: "The regions of the map that carry the collection, with its words there.",
  usage: "NAME",
  mostOperands: 1,
  options: [...QUERY_OPTIONS, ...PICTURE_OPTIONS.slice(2), ...STORE_OPTIONS],
  examples: [
    "semascope collection topics news",
    "semascope collection topics news --level 2 -n 50",
  ],
  run: (context) =>
    withDesk(context, async (open) => {
      const { flags, terminal } = context;
      const name = nameIn(context, "topics");
      const query = await queryIn(context, open, await open.desk.store.describe(name));
      const found = await open.desk.topics(name, query, optionsIn(context), NEVER_CANCELLED);
      if (flags.isOn("json")) return terminal.print(JSON.stringify(found));
      terminal.print(
        [
          `${found.rows} rows; a row may be about several.`,
          textTable(
            found.topics.map(({ place, rows, share, words, examples }) => [
              `${(100 * share).toFixed(1)}%`,
              rows,
              place,
              words.join(", "),
              oneLine(examples[0]?.text ?? "", 60),
            ]),
          ),
        ].join("\n"),
      );
    }),
};

/** `semascope collection difference`. */
export const differenceCommand: Command = {
  name: "collection difference",
  summary:
    "What is more frequent in some rows than in others, with intervals; corrected for many looks.",
  usage: "NAME --a TEST [--b TEST | --with NAME] [-o FILE.svg]",
  mostOperands: 1,
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
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection difference news --a 'date<1987-04-01' --b 'date>=1987-04-01' -o spring.svg",
    "semascope collection difference news --a topics=crude",
  ],
  run: (context) => withDesk(context, (open) => difference(context, open)),
};

async function difference(context: CommandContext, open: OpenDesk): Promise<void> {
  const { flags, terminal } = context;
  const name = nameIn(context, "difference");
  const nameB = flags.text("with") ?? name;
  const a = { name, query: await partIn(context, open, "a", name) };
  const hasB = flags.list("b").length > 0 || flags.text("with") !== undefined;
  if (flags.list("a").length === 0 && flags.text("with") === undefined)
    throw badInput("a", "Say which rows to look at, such as --a 'topics=crude'.");
  const b = hasB ? { name: nameB, query: await partIn(context, open, "b", nameB) } : undefined;
  const { level, limit } = optionsIn(context);
  const found = await open.desk.difference({ a, b }, { level }, NEVER_CANCELLED);
  const file = flags.text("output");
  const names = {
    a: labelOf(flags.list("a"), name),
    b: hasB ? labelOf(flags.list("b"), nameB) : "the rest",
  };
  if (file !== undefined)
    await writePicture(
      context,
      file,
      heatSheet(found.lift, differenceSteps(names.a, names.b), {
        title: `${names.a} against ${names.b}`,
        caption: `${found.rows.a} rows against ${found.rows.b}. Names: regions that differ beyond chance (corrected, 5%).`,
        names: await differenceNames(open, name, found.regions),
      }),
    );
  if (flags.isOn("json")) {
    const { lift, ...rest } = found;
    return terminal.print(JSON.stringify({ ...rest, lift: Array.from(lift) }));
  }
  const sure = <T extends { q: number }>(rows: readonly T[]) => rows.filter(({ q }) => q <= 0.05);
  const sides = <T extends Effect>(rows: readonly T[]) => ({
    more: rows.filter(({ effect }) => effect > 0).slice(0, limit),
    less: rows
      .filter(({ effect }) => effect < 0)
      .slice(-limit)
      .reverse()
      .map(fromTheOtherSide),
  });
  const [words, regions] = [sides(sure(found.words)), sides(sure(found.regions))];
  const wordLine = (row: (typeof words.more)[number]) => [times(row), row.word, row.inA, row.inB];
  const regionLine = (row: (typeof regions.more)[number]) => [
    times(row),
    row.place,
    row.inA,
    row.inB,
  ];
  const blocks = [
    [`Words more frequent in A (${names.a}, ${found.rows.a} rows)`, words.more.map(wordLine)],
    [`Words more frequent in B (${names.b}, ${found.rows.b} rows)`, words.less.map(wordLine)],
    ["Regions more frequent in A", regions.more.map(regionLine)],
    ["Regions more frequent in B", regions.less.map(regionLine)],
  ] as const;
  terminal.print(
    blocks
      .map(
        ([heading, rows]) =>
          `${heading}:\n${rows.length === 0 ? "none beyond chance" : textTable(rows)}`,
      )
      .join("\n\n"),
  );
}

interface Effect {
  readonly effect: number;
  readonly low: number;
  readonly high: number;
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

const labelOf = (tests: readonly string[], name: string) =>
  tests.length === 0 ? name : tests.join(" and ");

async function partIn(
  { flags }: CommandContext,
  { desk }: OpenDesk,
  part: "a" | "b",
  name: string,
) {
  const info = await desk.store.describe(name);
  const tests = flags.list(part).map((test) => readTest(test, info));
  return tests.length === 0 ? {} : { where: { and: tests } };
}

async function differenceNames(
  { desk, engine }: OpenDesk,
  name: string,
  regions: readonly {
    region: number;
    place: string;
    effect: number;
    q: number;
    inA: number;
    inB: number;
  }[],
) {
  const model = await desk.modelOf(await desk.store.describe(name));
  const atlas = await engine.engine.atlas(model);
  const sure = regions.filter(({ q }) => q <= 0.05);
  return placeNames(
    sure.map(({ region, place, effect }) => ({
      text: place,
      cell: atlas.regions[region]!.centre,
      weight: Math.abs(effect),
    })),
  );
}

async function namesOf(
  context: CommandContext,
  { desk }: OpenDesk,
  name: string,
  query: Parameters<OpenDesk["desk"]["topics"]>[1],
) {
  const { topics } = await desk.topics(name, query, optionsIn(context), NEVER_CANCELLED);
  return placeNames(
    topics.map(({ words, place, rows, centre }) => ({
      text: words.slice(0, 2).join(", ") || place,
      cell: centre,
      weight: rows,
    })),
  );
}

const optionsIn = ({ flags }: CommandContext) => ({
  level: flags.number("level") ?? 1,
  limit: flags.number("limit") ?? 30,
});

function groundIn(given = "none"): HeatGround {
  const ground = HEAT_GROUNDS.find((each) => each === given);
  if (ground === undefined)
    throw badInput("over", `--over takes ${HEAT_GROUNDS.join(", ")}, not “${given}”.`);
  return ground;
}

async function writePicture({ flags }: CommandContext, file: string, sheet: Sheet): Promise<void> {
  const format = /\.(png|svg)$/i.exec(file)?.[1]?.toLowerCase();
  if (format === undefined)
    throw badInput("output", `-o takes a file that ends in .png or .svg, not “${file}”.`);
  const scalar = flags.number("scalar") ?? 8;
  if (!Number.isInteger(scalar) || scalar < 1 || scalar > 64)
    throw badInput("scalar", `--scalar takes a whole number from 1 to 64, not ${scalar}.`);
  const style = { ...IMAGE_PRESETS.Light!, background: "#ffffff", gridLines: 0 as const };
  const svg = toSvg(sheet, { scalar, style }, { title: sheet.title ?? "Heat" });
  await writeOutput(file, format === "svg" ? svg : drawPng(svg));
}
