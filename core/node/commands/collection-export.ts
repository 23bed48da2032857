import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { Input } from "../../api/client-types.ts";
import { checkArgs } from "../../api/validate.ts";
import { checkQuery } from "../../collection/port/check-query.ts";
import type { StreamedRow } from "../../collection/port/store.ts";
import {
  csvHeader,
  csvRow,
  type ExportColumns,
  exportColumns,
  jsonRow,
} from "../../collection/table/write-rows.ts";
import { badInput } from "../../errors.ts";
import { writeParquet } from "../files/write-parquet.ts";
import {
  nameIn,
  type OpenCollections,
  QUERY_NAMES,
  QUERY_OPTIONS,
  queryIn,
  STORE_OPTIONS,
  show,
  withCollections,
} from "./collection-command.ts";
import type { Command } from "./command.ts";
import { argumentsFrom, type OptionFields, optionsFor } from "./endpoint-options.ts";

const SHAPE: OptionFields = { positions: {} };

/** `semascope collection export`. */
export const exportCommand: Command = {
  name: "collection export",
  summary: "Writes rows with their columns, labels and scores as CSV, JSONL or Parquet.",
  usage: "NAME -o FILE.csv|FILE.jsonl|FILE.parquet",
  mostOperands: 1,
  optionOf: QUERY_NAMES,
  options: [
    ...QUERY_OPTIONS,
    { name: "output", short: "o", value: "FILE", help: "where to; the ending says how" },
    ...optionsFor("app.collectionExport", SHAPE),
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection export news --where topics=crude -o crude.csv",
    "semascope collection export news -o news.parquet --positions",
  ],
  run: (context) => withCollections(context, exportRows),
};

async function exportRows(open: OpenCollections): Promise<void> {
  const { context, analyses } = open;
  const name = nameIn(context, "collection export");
  const file = context.flags.text("output") ?? "";
  const format = /\.(csv|jsonl|parquet)$/i.exec(file)?.[1]?.toLowerCase();
  if (format === undefined)
    throw badInput("output", "Name the file with -o FILE.csv, FILE.jsonl or FILE.parquet.");
  const { query = {}, positions } = checkArgs("app.collectionExport", {
    name,
    format,
    query: await queryIn(open, name),
    ...argumentsFrom(context.flags, "app.collectionExport", SHAPE),
  }) as Input<"app.collectionExport">;
  const { collection, info, selection } = await analyses.ask(name, checkQuery(query));
  const shape = exportColumns(info, {
    hasCloseness: selection.like !== undefined,
    hasPositions: positions,
    lines: [],
  });
  const found = collection.stream(selection);
  const rows =
    format === "parquet"
      ? await writeParquet(found, shape, file)
      : await writeLines(found, shape, { file, isCsv: format === "csv" });
  show(context, { file, rows }, () => `${rows} rows written to ${file}`);
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
