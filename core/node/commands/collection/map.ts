import { NEVER_CANCELLED } from "../../../cancellation.ts";
import { HEAT_GROUNDS, type HeatGround } from "../../../collection/analyses/analyses.ts";
import { badInput } from "../../../errors.ts";
import { heatSheet, heatSteps, liftSteps, placeNames } from "../../../image/heat-sheet.ts";
import type { Command, CommandContext } from "../command.ts";
import { textTable } from "../table.ts";
import {
  nameIn,
  type OpenDesk,
  oneLine,
  QUERY_OPTIONS,
  queryIn,
  STORE_OPTIONS,
  withDesk,
} from "./desk.ts";
import { groundOf, optionsIn, PICTURE_OPTIONS, writePicture } from "./picture.ts";

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
      const query = await queryIn(context, open, await open.desk.store.open(name).describe());
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
          ground: await groundOf(open, name),
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
      const query = await queryIn(context, open, await open.desk.store.open(name).describe());
      const found = await open.desk.topics(name, query, optionsIn(context), NEVER_CANCELLED);
      if (flags.isOn("json")) return terminal.print(JSON.stringify(found));
      terminal.print(
        [
          `${found.rows} rows; a row may be about several.`,
          textTable(
            found.topics.map(({ place, name: own, rows, share, words, examples }) => [
              `${(100 * share).toFixed(1)}%`,
              rows,
              own ?? place,
              words.join(", "),
              oneLine(examples[0]?.text ?? "", 60),
            ]),
          ),
        ].join("\n"),
      );
    }),
};

async function namesOf(
  context: CommandContext,
  { desk }: OpenDesk,
  name: string,
  query: Parameters<OpenDesk["desk"]["topics"]>[1],
) {
  const { topics } = await desk.topics(name, query, optionsIn(context), NEVER_CANCELLED);
  return placeNames(
    topics.map(({ words, name: own, place, rows, centre }) => ({
      text: own ?? (words.slice(0, 2).join(", ") || place),
      cell: centre,
      weight: rows,
    })),
  );
}

function groundIn(given = "none"): HeatGround {
  const ground = HEAT_GROUNDS.find((each) => each === given);
  if (ground === undefined)
    throw badInput("over", `--over takes ${HEAT_GROUNDS.join(", ")}, not “${given}”.`);
  return ground;
}
