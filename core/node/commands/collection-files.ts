import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { importFields } from "../../api/endpoints/collection-schemas.ts";
import { COLUMN_KINDS } from "../../api/schema/collection-types.ts";
import type { Cancellation } from "../../cancellation.ts";
import { nameFromFile } from "../../collection/port/check-head.ts";
import { checkQuery } from "../../collection/port/check-query.ts";
import { readSourceFields, SOURCE_FIELDS } from "../../collection/port/source-fields.ts";
import type { StreamedRow } from "../../collection/port/store.ts";
import type { ColumnChoices } from "../../collection/table/propose-columns.ts";
import {
  csvHeader,
  csvRow,
  type ExportShape,
  exportShape,
  jsonRow,
} from "../../collection/table/write-rows.ts";
import { badInput, unknownRetina } from "../../errors.ts";
import { encodedReading } from "../collections/import/encoded-reading.ts";
import { importCollection, NOT_IMPORTED } from "../collections/import/import-collection.ts";
import {
  choicesIn,
  type ImportRequest,
  preparingWords,
} from "../collections/import/import-types.ts";
import { previewHandler } from "../collections/import/preview-handler.ts";
import { ReadingPool } from "../collections/import/reading-pool.ts";
import { RowLanguages } from "../collections/import/row-languages.ts";
import { retinasOn } from "../collections/import/row-retinas.ts";
import { userDirectories } from "../config/directories.ts";
import { programInfo } from "../config/program-info.ts";
import { languageOf } from "../engine/open-reading.ts";
import { parquetBytes, writeParquet } from "../files/write-parquet.ts";
import { openReaderOf, readWith } from "../reader/open-reader.ts";
import { readersFolder } from "../reader/reader-files.ts";
import { type CommandContext, command, ENGINE, flag, STORE, text, texts } from "./command.ts";
import { collectionCommand, progressLine, withCollections } from "./open-collections.ts";
import { neededPlace, type OutputOptions, type OutputPlace } from "./print.ts";

const { name: _name, paths: _paths, kinds: _kinds, ...readingOptions } = importFields;

/** `semascope collection import`. */
export const importCommand = command({
  name: "collection import",
  summary: "Imports texts into a collection. Run it again to resume an interrupted import.",
  operands: "PATH...",
  options: {
    ...readingOptions,
    name: text("Name of the collection (the first file's name)."),
    kind: texts(
      `COLUMN=KIND, what a column is: ${COLUMN_KINDS.join(", ")}; with a format after a colon (when=date:dmy, tags=list:,).`,
    ),
    preview: flag("Only print what each column would become."),
    ...ENGINE,
    ...STORE,
  },
  examples: `
    semascope collection import interviews.csv --preview
    semascope collection import interviews.csv --name interviews --text answer
    semascope collection import letters/ --split paragraphs
    semascope collection import survey.xlsx --sheet Answers
    semascope collection import speeches.csv --language lang
    zcat news.jsonl.gz | semascope collection import - --name news`,
  async run(context) {
    const { operands, options } = context;
    if (!operands.includes("-")) return importPaths(context, operands);
    if (operands.length > 1)
      throw badInput("file", "- is standard input, and cannot be imported with other files.");
    if (options.name === undefined && options.preview !== true)
      throw badInput("name", "Name the collection of standard input with --name.");
    return withStandardInput(context, (file) => importPaths(context, [file]));
  },
});

interface ImportOptions {
  readonly name?: string;
  readonly kind?: readonly string[];
  readonly preview?: boolean;
}
type ImportFields = Pick<ImportRequest, "split" | "sheet" | "reader"> &
  Parameters<typeof choicesIn>[0];

async function importPaths(
  context: CommandContext<ImportOptions>,
  paths: readonly string[],
): Promise<unknown> {
  const { options } = context;
  const { name = nameFromFile(path.basename(paths[0] ?? "")) } = options;
  const kinds = kindsIn(options.kind);
  const given = Object.entries(options).filter(([field]) => field in readingOptions);
  const { split, sheet, reader, ...columns } = Object.fromEntries(given) as unknown as ImportFields;
  const choices = choicesIn({ ...columns, ...(kinds.length > 0 && { kinds }) });
  if (options.preview !== true)
    return runImport(context, { name, paths, split, sheet, reader, ...choices });
  const preview = previewHandler({ resolve: async () => [...paths] }, languageOf([]));
  const asked = { paths, ...columns, ...(sheet && { sheet }), ...(kinds.length > 0 && { kinds }) };
  const { rows: _, ...found } = await preview(asked as never, untilInterrupt(context));
  return found;
}

/** Runs with standard input in a file, which is removed afterwards. */
async function withStandardInput<T>(
  { terminal }: Pick<CommandContext, "terminal">,
  run: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-input-"));
  try {
    // Its format is recognised by content; plain text is read as a table.
    const file = path.join(folder, "standard-input.csv");
    await pipeline(terminal.openInput(), createWriteStream(file));
    return await run(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Kinds given as COLUMN=KIND or COLUMN=KIND:FORMAT; the column may contain either sign. */
function kindsIn(given: readonly string[] = []): NonNullable<ColumnChoices["kinds"]> {
  return given.map((written) => {
    const { column, kind, format } =
      /^(?<column>.+)=(?<kind>\w+)(?::(?<format>.+))?$/s.exec(written)?.groups ?? {};
    const known = COLUMN_KINDS.find((each) => each === kind);
    if (column === undefined || known === undefined)
      throw badInput(
        "kind",
        `“${written}” is not COLUMN=KIND or COLUMN=KIND:FORMAT; the kinds are ${COLUMN_KINDS.join(", ")}.`,
      );
    return { column, kind: known, ...(format !== undefined && { format }) };
  });
}

const SAMPLES: Readonly<Record<string, Omit<ImportRequest, "paths" | "split">>> = {
  speeches: { name: "State of the Union", chosen: { category: "party", title: "speaker" } },
  rights: {
    name: "Human rights",
    chosen: { text: "text", category: "language", language: "language" },
  },
};

/** `semascope collection sample`. */
export const sampleCommand = command({
  name: "collection sample",
  summary:
    "Imports a sample: the State of the Union addresses, or human rights in fifteen languages.",
  operands: "[SAMPLE]",
  options: { name: text("Name of the collection (that of the sample)."), ...STORE, ...ENGINE },
  examples: `
    semascope collection sample
    semascope collection sample rights
    semascope collection heat 'State of the Union' -o map.svg`,
  run(context) {
    const [which = "speeches"] = context.operands;
    const sample = Object.hasOwn(SAMPLES, which) ? SAMPLES[which] : undefined;
    if (sample === undefined)
      throw badInput("", `The samples are speeches and rights, not “${which}”.`);
    const file = `${sample.name.toLowerCase().replaceAll(" ", "-")}.csv.gz`;
    const paths = [path.join(programInfo().root, "retinas", "samples", file)];
    const { name = sample.name } = context.options;
    return runImport(context, { ...sample, name, paths, split: "none" });
  },
});

async function runImport(
  given: CommandContext<ImportOptions>,
  request: ImportRequest,
): Promise<object> {
  const context = given as unknown as CommandContext;
  const signal = untilInterrupt(context);
  const started = Date.now();
  const progress = progressLine(context.terminal);
  const report = await withCollections(context, importCommand, async ({ analyses, engine }) => {
    const { name, checksum } = (await engine.model()).retina;
    const own = await engine.tables(name);
    if (own === undefined) throw unknownRetina(name, engine.engine.names);
    const reader =
      request.reader === undefined
        ? undefined
        : await openReaderOf(readersFolder(), request.reader, { checksum });
    const language = (each: string) => engine.engine.language(each);
    const rowRetinas = retinasOn(own, engine.engine.packs, engine.tables);
    const rows = new RowLanguages(language);
    const pool = new ReadingPool(rowRetinas, (all) => rows.of(all), {
      isBesideEncoder: reader !== undefined,
      onPreparing: (at) => at && progress(preparingWords(at)),
    });
    const read = reader && encodedReading(pool, { open: reader, retina: own, language });
    const retina = { name, checksum, ...(reader && { reader: readWith(reader) }) };
    const misfitsFolder = path.join(userDirectories().data, NOT_IMPORTED);
    const tools = { store: analyses.store, retina, reading: read ?? pool, misfitsFolder };
    return importCollection(request, tools, {
      signal,
      onProgress({ rows: done, done: fraction }) {
        const spent = (Date.now() - started) / 1000;
        const rest = fraction === 0 ? "?" : Math.ceil(spent * (1 / fraction - 1));
        progress(`${done} rows, ${Math.floor(100 * fraction)}%, about ${rest} s to go`);
      },
    }).finally(() => Promise.all([pool.close(), reader?.close()]));
  });
  const seconds = Math.round((Date.now() - started) / 100) / 10;
  return { ...report, seconds };
}

/** The first interrupt ends the import after its batch. */
function untilInterrupt({ terminal }: Pick<CommandContext, "terminal">): Cancellation {
  const controller = new AbortController();
  const release = terminal.onInterrupt(() => {
    release();
    controller.abort();
  });
  return controller.signal;
}

const FORMATS = ["csv", "jsonl", "parquet"] as const;

/** `semascope collection export`. */
export const exportCommand = collectionCommand({
  name: "collection export",
  endpoint: "app.collectionExport",
  operands: "NAME",
  writes: FORMATS,
  examples: `
    semascope collection export news --where topics=crude -o crude.csv
    semascope collection export news -o news.parquet --positions
    semascope collection export news -o - --format jsonl | jq .title`,
  async run({ analyses, query }, { operands: [name = ""], options, terminal }) {
    const place = await neededPlace(options as OutputOptions, FORMATS);
    const { positions, raw } = options as { positions: boolean; raw: boolean };
    const asked = checkQuery(await query());
    const { collection, info, selection } = await analyses.ask(name, asked);
    const shape = exportShape(info, readSourceFields(await collection.note(SOURCE_FIELDS)), {
      format: place.format,
      hasCloseness: selection.like !== undefined,
      hasPositions: positions,
      lines: [],
    });
    const found = collection.stream(selection);
    const rows = await writeRows(place, found, { shape, raw, write: terminal.write });
    return { rows, file: place.file, renamed: shape.renamed };
  },
});

interface Writing {
  readonly shape: ExportShape;
  /** Leaves formulas as they are. */
  readonly raw: boolean;
  readonly write: (content: string | Uint8Array) => Promise<void>;
}

/** @returns how many rows */
async function writeRows(
  { file, format, isStandard }: OutputPlace<(typeof FORMATS)[number]>,
  found: AsyncIterable<readonly StreamedRow[]>,
  { shape, raw, write }: Writing,
): Promise<number> {
  if (format === "parquet" && !isStandard) return writeParquet(found, shape, file);
  let rows = 0;
  async function* counted() {
    for await (const batch of found) {
      rows += batch.length;
      yield batch;
    }
  }
  async function* lines() {
    if (format === "csv") yield csvHeader(shape, raw);
    const lineOf: typeof csvRow = format === "csv" ? csvRow : jsonRow;
    for await (const batch of counted()) yield batch.map((row) => lineOf(row, shape, raw)).join("");
  }
  if (format === "parquet") await write(await parquetBytes(counted(), shape));
  else if (isStandard) for await (const line of lines()) await write(line);
  else await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600 }));
  return rows;
}
