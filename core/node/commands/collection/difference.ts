import { NEVER_CANCELLED } from "../../../cancellation.ts";
import { badInput } from "../../../errors.ts";
import { differenceSteps, heatSheet, placeNames } from "../../../image/heat-sheet.ts";
import type { Command, CommandContext } from "../command.ts";
import { textTable } from "../table.ts";
import { nameIn, type OpenDesk, readTest, STORE_OPTIONS, withDesk } from "./desk.ts";
import { groundOf, optionsIn, PICTURE_OPTIONS, writePicture } from "./picture.ts";

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
        ground: await groundOf(open, name),
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
  const info = await desk.store.open(name).describe();
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
  const model = await desk.modelOf(await desk.store.open(name).describe());
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
