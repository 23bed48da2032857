import type { Output } from "../../api/client-types.ts";
import { badInput } from "../../errors.ts";
import { type Command, type CommandContext, ENGINE_OPTIONS } from "./command.ts";
import { readInputText, readTextFile } from "./read-operand.ts";
import { textTable } from "./table.ts";
import { writeOutput } from "./write-output.ts";

/** A filter in a file. Positions mean nothing in another retina, so its checksum is kept with them. */
interface FilterFile {
  readonly format: "semascope-filter";
  readonly version: 1;
  readonly name: string;
  readonly retina: string;
  readonly checksum: string;
  readonly threshold: number;
  readonly positions: readonly number[];
  readonly positive: readonly string[];
  readonly negative: readonly string[];
}

/** Texts that are scored at a time. */
const BATCH = 500;

/** `semascope filter create` and `apply`. */
export const filter: Command = {
  name: "filter",
  summary: "Learns a category from example texts, or applies one to texts; one text a line.",
  usage: "create NAME --positive FILE -o FILTER.json | apply FILTER.json [FILE | -]",
  mostOperands: 3,
  optionOf: { name: "The name of the category" },
  options: [
    { name: "positive", value: "FILE", help: "texts that belong, one a line" },
    { name: "negative", value: "FILE", help: "texts that do not belong, one a line" },
    { name: "output", short: "o", value: "FILE", help: "where the filter goes" },
    { name: "threshold", value: "COSINE", help: "accept from here on (the filter's own)" },
    ...ENGINE_OPTIONS,
  ],
  examples: [
    "semascope filter create sport --positive sport.txt --negative other.txt -o sport.json",
    "semascope filter apply sport.json news.txt",
  ],
  async run(context) {
    const [action, subject] = context.positionals;
    if (action === "create") return create(context, subject);
    if (action === "apply") return apply(context, subject);
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
  const engine = await openEngine();
  const report = await engine.call("app.filterReport", { name, positive, negative });
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

async function apply(
  { terminal, positionals, flags, openEngine }: CommandContext,
  file?: string,
): Promise<void> {
  if (file === undefined)
    throw badInput("", "Name the filter's file, such as semascope filter apply sport.json.");
  const saved = readFilter(file, await readTextFile(file));
  const texts = linesOf(await readInputText(positionals[2], terminal));
  const engine = await openEngine();
  if (engine.model().retina.checksum !== saved.checksum)
    throw badInput(
      "filter",
      `${file} was made with the retina “${saved.retina}” in another state; create it again.`,
    );
  const threshold = flags.number("threshold") ?? saved.threshold;
  const filters = [{ name: saved.name, positions: [...saved.positions], threshold }];
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH);
    const rows = await engine.call("app.filterScore", { filters, texts: batch });
    const results = rows.map(({ scores, decisions }, i) => ({
      text: batch[i] ?? "",
      score: scores[0] ?? null,
      belongs: decisions.length > 0,
    }));
    if (flags.isOn("json")) for (const row of results) terminal.print(JSON.stringify(row));
    else
      terminal.print(
        textTable(
          results.map(({ text, score, belongs }) => [
            belongs ? "yes" : "no",
            score === null ? "     " : score.toFixed(3),
            text,
          ]),
        ),
      );
  }
}

const linesOf = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() !== "");

function readFilter(file: string, text: string): FilterFile {
  try {
    const value = JSON.parse(text) as Partial<FilterFile>;
    if (
      value.format === "semascope-filter" &&
      value.version === 1 &&
      Array.isArray(value.positions)
    )
      return value as FilterFile;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw badInput(
    "filter",
    `${file} is no filter of this version; semascope filter create makes one.`,
  );
}
