import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { Input } from "../../api/client-types.ts";
import { checkArgs } from "../../api/validate.ts";
import { checkQuery } from "../../collection/port/check-query.ts";
import type { StreamedRow } from "../../collection/port/store.ts";
import { readSourceFields, SOURCE_FIELDS } from "../../collection/table/source-fields.ts";
import {
  csvHeader,
  csvRow,
  type ExportShape,
  exportShape,
  jsonRow,
} from "../../collection/table/write-rows.ts";
import { badInput } from "../../errors.ts";
import { parquetBytes, writeParquet } from "../files/write-parquet.ts";
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
import type { Command, Terminal } from "./command.ts";
import { argumentsFrom, type OptionFields, optionsFor } from "./endpoint-options.ts";
import { type OutputPlace, outputOptions, outputPlace, reportBeside } from "./output.ts";

const SHAPE: OptionFields = { positions: {}, raw: {} };
const FORMATS = ["csv", "jsonl", "parquet"] as const;

/** `semascope collection export`. */
export const exportCommand: Command = {
  name: "collection export",
  summary: "Writes rows with their columns, labels and scores as CSV, JSONL or Parquet.",
  usage: "NAME -o FILE.csv|FILE.jsonl|FILE.parquet",
  mostOperands: 1,
  optionOf: QUERY_NAMES,
  options: [
    ...QUERY_OPTIONS,
    ...outputOptions("where to; the ending says how", FORMATS),
    ...optionsFor("app.collectionExport", SHAPE),
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection export news --where topics=crude -o crude.csv",
    "semascope collection export news -o news.parquet --positions",
    "semascope collection export news -o - --format jsonl | jq .title",
  ],
  run: (context) => withCollections(context, exportRows),
};

async function exportRows(open: OpenCollections): Promise<void> {
  const { context, analyses } = open;
  const name = nameIn(context, "collection export");
  const place = await outputPlace(context, FORMATS);
  if (place === undefined)
    throw badInput("output", "Name the file with -o FILE.csv, FILE.jsonl or FILE.parquet.");
  const { file, format } = place;
  const {
    query = {},
    positions,
    raw,
  } = checkArgs("app.collectionExport", {
    name,
    format,
    query: await queryIn(open, name),
    ...argumentsFrom(context.flags, "app.collectionExport", SHAPE),
  }) as Input<"app.collectionExport">;
  const { collection, info, selection } = await analyses.ask(name, checkQuery(query));
  const shape = exportShape(info, readSourceFields(await collection.note(SOURCE_FIELDS)), {
    format,
    hasCloseness: selection.like !== undefined,
    hasPositions: positions,
    lines: [],
  });
  const rows = await writeRows(context.terminal, collection.stream(selection), shape, {
    place,
    raw,
  });
  const { renamed } = shape;
  const report = { flags: context.flags, terminal: reportBeside(context.terminal, place) };
  show(report, { file, rows, renamed }, () =>
    [
      `${rows} rows written to ${place.isStandard ? "standard output" : file}`,
      ...renamed.map(
        ({ column, name }) => `“${column}” would come twice: the second is “${name}”.`,
      ),
    ].join("\n"),
  );
}

interface Writing {
  readonly place: OutputPlace<(typeof FORMATS)[number]>;
  /** Leaves formulas as they are. */
  readonly raw: boolean;
}

/** @returns how many rows */
async function writeRows(
  terminal: Terminal,
  found: AsyncIterable<readonly StreamedRow[]>,
  shape: ExportShape,
  { place: { file, format, isStandard }, raw }: Writing,
): Promise<number> {
  if (format === "parquet" && !isStandard) return writeParquet(found, shape, file);
  let rows = 0;
  const counted = countRows(found, (count) => {
    rows += count;
  });
  if (format === "parquet") await terminal.write(await parquetBytes(counted, shape));
  else {
    const lines = linesOf(counted, shape, { isCsv: format === "csv", raw });
    if (isStandard) for await (const text of lines) await terminal.write(text);
    else await writeLines(lines, file);
  }
  return rows;
}

async function* countRows<T>(
  batches: AsyncIterable<readonly T[]>,
  onRows: (count: number) => void,
): AsyncGenerator<readonly T[]> {
  for await (const batch of batches) {
    onRows(batch.length);
    yield batch;
  }
}

async function* linesOf(
  found: AsyncIterable<readonly StreamedRow[]>,
  shape: ExportShape,
  { isCsv, raw }: { readonly isCsv: boolean; readonly raw: boolean },
): AsyncGenerator<string> {
  if (isCsv) yield csvHeader(shape, raw);
  const lineOf: typeof csvRow = isCsv ? csvRow : jsonRow;
  for await (const batch of found) yield batch.map((row) => lineOf(row, shape, raw)).join("");
}

async function writeLines(lines: AsyncIterable<string>, file: string): Promise<void> {
  const output = createWriteStream(file, { mode: 0o600 });
  const failed = once(output, "error").then(([cause]) => {
    throw badInput("output", `${file} cannot be written: ${String(cause)}.`, { file });
  });
  failed.catch(() => undefined);
  const write = async () => {
    for await (const text of lines) if (!output.write(text)) await once(output, "drain");
    output.end();
    await once(output, "close");
  };
  await Promise.race([write(), failed]);
}
