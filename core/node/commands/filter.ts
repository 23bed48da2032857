import type { Output } from "../../api/client-types.ts";
import { badInput } from "../../errors.ts";
import { someOf } from "../../kernel/some-of.ts";
import { type Command, type CommandContext, ENGINE_OPTIONS } from "./command.ts";
import { applyFilter } from "./filter-apply.ts";
import type { FilterFile } from "./filter-file.ts";
import { readTextFile } from "./read-operand.ts";
import { writeOutput } from "./write-output.ts";

/** Texts that a filter is told of, spread over the file. */
const MOST_AMONG = 2000;

/** `semascope filter create` and `apply`. */
export const filter: Command = {
  name: "filter",
  summary: "Learns a category from example texts, or applies one to texts; one text a line.",
  usage: "create NAME --positive FILE -o FILTER.json | apply FILTER.json [FILE | -] [-o TABLE.csv]",
  mostOperands: 3,
  optionOf: { name: "The name of the category" },
  options: [
    { name: "positive", value: "FILE", help: "texts that belong, one a line" },
    { name: "negative", value: "FILE", help: "texts that do not belong, one a line" },
    {
      name: "among",
      value: "FILE",
      help: "texts such as it is for, one a line, at least 20: it learns from them, too",
    },
    { name: "share", value: "SHARE", help: "the share of them that belong, 0 to 1, if known" },
    {
      name: "output",
      short: "o",
      value: "FILE",
      help: "where the filter goes; of apply: a .csv or .tsv with all columns and what was found, settings beside it",
    },
    { name: "text", value: "COLUMN", help: "the column of a .csv or .tsv that holds the texts" },
    { name: "threshold", value: "COSINE", help: "accept from here on (the filter's own)" },
    ...ENGINE_OPTIONS,
  ],
  examples: [
    "semascope filter create sport --positive sport.txt --negative other.txt -o sport.json",
    "semascope filter create sport --positive sport.txt --among news.txt -o sport.json",
    "semascope filter apply sport.json news.txt",
    "semascope filter apply sport.json news.csv --text body -o judged.csv",
  ],
  async run(context) {
    const [action, subject] = context.positionals;
    if (action === "create") return create(context, subject);
    if (action === "apply") return applyFilter(context, subject);
    const given = action === undefined ? "" : `, not “${action}”`;
    throw badInput("", `filter takes create or apply${given}; see semascope filter --help.`);
  },
};

async function create(
  { terminal, flags, openEngine }: CommandContext,
  name?: string,
): Promise<void> {
  const output = flags.text("output");
  const positiveFile = flags.text("positive");
  if (name === undefined)
    throw badInput("", "Name the category, such as semascope filter create sport.");
  if (positiveFile === undefined)
    throw badInput("positive", "Name the texts that belong with --positive FILE.");
  if (output === undefined) throw badInput("output", "Name the file for the filter with -o FILE.");
  const positive = linesOf(await readTextFile(positiveFile));
  const negativeFile = flags.text("negative");
  const negative = negativeFile === undefined ? [] : linesOf(await readTextFile(negativeFile));
  const amongFile = flags.text("among");
  const background = amongFile && [...someOf(linesOf(await readTextFile(amongFile)), MOST_AMONG)];
  const share = flags.number("share");
  if (share !== undefined && !(share >= 0 && share <= 1))
    throw badInput("share", `--share takes a number from 0 to 1, not ${share}.`);
  const engine = await openEngine();
  const report = await engine.call("app.filterReport", {
    name,
    positive,
    negative,
    ...(background && { background }),
    ...(share !== undefined && { share }),
  });
  const { retina } = engine.model();
  const file: FilterFile = {
    format: "semascope-filter",
    version: 1,
    name,
    retina: retina.name,
    checksum: retina.checksum,
    threshold: flags.number("threshold") ?? report.threshold.suggested,
    positions: report.positions,
    positive,
    negative,
  };
  await writeOutput(output, `${JSON.stringify(file)}\n`);
  if (flags.isOn("json")) return terminal.print(JSON.stringify(report));
  terminal.print(
    `${output}: ${file.positions.length} cells, threshold ${file.threshold.toFixed(3)}`,
  );
  for (const line of warningsOf(report)) terminal.warn(line);
}

function warningsOf({ examples }: Output<"app.filterReport">): string[] {
  return examples
    .filter(({ warnings }) => warnings.length > 0)
    .map(({ side, index, warnings }) => `${side} line ${index + 1}: ${warnings.join(", ")}`);
}

const linesOf = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() !== "");
