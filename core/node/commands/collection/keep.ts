import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { NEVER_CANCELLED } from "../../../cancellation.ts";
import { LabelAnalyses } from "../../../collection/analyses/labels.ts";
import type { StreamedRow } from "../../../collection/port/store.ts";
import {
  csvHeader,
  csvRow,
  type ExportColumns,
  exportColumns,
  jsonRow,
} from "../../../collection/table/write-rows.ts";
import { badInput } from "../../../errors.ts";
import { checkPositions } from "../../../fingerprint/positions.ts";
import { writeParquet } from "../../files/write-parquet.ts";
import type { Command, CommandContext } from "../command.ts";
import { readTextFile } from "../read-operand.ts";
import { nameIn, QUERY_OPTIONS, queryIn, STORE_OPTIONS, withDesk } from "./desk.ts";

/** `semascope collection classify`. */
export const classifyCommand: Command = {
  name: "collection classify",
  summary: "Scores every row by a filter, and keeps the score as a column.",
  usage: "NAME FILTER.json",
  mostOperands: 2,
  options: [
    { name: "as", value: "NAME", help: "name of the score (the filter's name)" },
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope filter create oil --positive oil.txt -o oil.json",
    "semascope collection classify news oil.json",
    "semascope collection search news --histogram score:oil",
  ],
  run: (context) =>
    withDesk(context, async ({ desk }) => {
      const name = nameIn(context, "classify");
      const [, file] = context.positionals;
      if (file === undefined)
        throw badInput("file", "Name the filter's file; semascope filter create makes one.");
      const filter = await readFilter(file);
      const info = await desk.store.open(name).describe();
      if (filter.checksum !== info.retina.checksum)
        throw badInput(
          "file",
          `The filter is for the retina “${filter.retina}”, the collection was read with “${info.retina.name}”.`,
        );
      const score = context.flags.text("as") ?? filter.name;
      const rows = await desk.classify(
        name,
        { name: score, positions: filter.positions },
        NEVER_CANCELLED,
      );
      const over = await desk.store.open(name).count({ where: { score, from: filter.threshold } });
      const report = { score, rows, over, threshold: filter.threshold };
      context.terminal.print(
        context.flags.isOn("json")
          ? JSON.stringify(report)
          : `${rows} rows scored as “${score}”; ${over} reach ${filter.threshold.toFixed(3)}, the filter's line.`,
      );
    }),
};

/** `semascope collection learn`. */
export const learnCommand: Command = {
  name: "collection learn",
  summary: "Makes a filter of the labels of a category, and scores every row by it.",
  usage: "NAME FILTER",
  mostOperands: 2,
  options: [
    { name: "share", value: "SHARE", help: "the share of rows that belong, 0 to 1, if known" },
    { name: "as", value: "NAME", help: "name of the score (the filter's name)" },
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection labels news oil --belongs 144 --belongs 191 --belongs 211",
    "semascope collection learn news oil",
    "semascope collection search news --sort score:oil -n 20",
  ],
  run: (context) =>
    withDesk(context, async ({ desk }) => {
      const { flags, terminal } = context;
      const name = nameIn(context, "learn");
      const [, filter] = context.positionals;
      if (filter === undefined)
        throw badInput("filter", "Name the filter after the collection; its labels are learned.");
      const share = flags.number("share");
      if (share !== undefined && !(share >= 0 && share <= 1))
        throw badInput("share", `--share takes a number from 0 to 1, not ${share}.`);
      const learned = await new LabelAnalyses(desk).learn(name, filter, share);
      const { positions, belong, not, unlabelled } = learned;
      const score = flags.text("as") ?? filter;
      const rows = await desk.classify(name, { name: score, positions }, NEVER_CANCELLED);
      terminal.print(
        flags.isOn("json")
          ? JSON.stringify({ score, rows, belong, not, unlabelled, cells: positions.length })
          : `${rows} rows scored as “${score}”: learned from ${belong} that belong, ${not} that do not and ${unlabelled} without a label.`,
      );
    }),
};

async function readFilter(file: string) {
  const broken = () =>
    badInput("file", `${file} is no filter; semascope filter create makes one.`, { file });
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(await readTextFile(file)) as Record<string, unknown>;
  } catch (cause) {
    throw cause instanceof SyntaxError ? broken() : cause;
  }
  const { format, name, retina, checksum, threshold } = json ?? {};
  if (format !== "semascope-filter" || typeof name !== "string" || typeof threshold !== "number")
    throw broken();
  return {
    name,
    threshold,
    retina: String(retina),
    checksum: String(checksum),
    positions: checkPositions(json.positions),
  };
}

/** `semascope collection export`. */
export const exportCommand: Command = {
  name: "collection export",
  summary: "Writes rows with their columns, labels and scores as CSV, JSONL or Parquet.",
  usage: "NAME -o FILE.csv|FILE.jsonl|FILE.parquet",
  mostOperands: 1,
  options: [
    ...QUERY_OPTIONS,
    { name: "output", short: "o", value: "FILE", help: "where to; the ending says how" },
    { name: "positions", help: "each row's cells too" },
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection export news --where topics=crude -o crude.csv",
    "semascope collection export news -o news.parquet --positions",
  ],
  run: (context) => withDesk(context, (open) => exportRows(context, open)),
};

async function exportRows(
  context: CommandContext,
  open: Parameters<Parameters<typeof withDesk>[1]>[0],
) {
  const { flags, terminal } = context;
  const name = nameIn(context, "export");
  const file = flags.text("output") ?? "";
  const format = /\.(csv|jsonl|parquet)$/i.exec(file)?.[1]?.toLowerCase();
  if (format === undefined)
    throw badInput("output", "Name the file with -o FILE.csv, FILE.jsonl or FILE.parquet.");
  const info = await open.desk.store.open(name).describe();
  const query = await queryIn(context, open, info);
  const { selection } = await open.desk.ask(name, query);
  const shape = exportColumns(info, {
    hasCloseness: selection.like !== undefined,
    hasPositions: flags.isOn("positions"),
    lines: [],
  });
  const found = open.desk.store.open(name).stream(selection);
  const rows =
    format === "parquet"
      ? await writeParquet(found, shape, file)
      : await writeLines(found, shape, { file, isCsv: format === "csv" });
  terminal.print(
    flags.isOn("json") ? JSON.stringify({ file, rows }) : `${rows} rows written to ${file}`,
  );
}

async function writeLines(
  found: AsyncIterable<readonly StreamedRow[]>,
  shape: ExportColumns,
  { file, isCsv }: { readonly file: string; readonly isCsv: boolean },
): Promise<number> {
  const output = createWriteStream(file, { mode: 0o600 });
  const failed = once(output, "error").then(([cause]) => {
    throw badInput("output", `${file} cannot be written: ${String(cause)}.`, { file });
  });
  failed.catch(() => undefined);
  let rows = 0;
  const write = async () => {
    if (isCsv) output.write(csvHeader(shape));
    for await (const batch of found) {
      const lines = batch.map((row) => (isCsv ? csvRow : jsonRow)(row, shape));
      rows += batch.length;
      if (!output.write(lines.join(""))) await once(output, "drain");
    }
    output.end();
    await once(output, "close");
  };
  await Promise.race([write(), failed]);
  return rows;
}
