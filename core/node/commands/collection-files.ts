import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Input } from "../../api/client-types.ts";
import { COLUMN_KINDS } from "../../api/schema/collection-types.ts";
import { checkArgs } from "../../api/validate.ts";
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
  misfitsIn,
  previewSource,
  type SourcePreview,
} from "../collections/import/import-source.ts";
import {
  choicesIn,
  type ImportReport,
  type ImportRequest,
  preparingWords,
} from "../collections/import/import-types.ts";
import { ReadingPool } from "../collections/import/reading-pool.ts";
import { RowLanguages } from "../collections/import/row-languages.ts";
import { retinasOn } from "../collections/import/row-retinas.ts";
import { userDirectories } from "../config/directories.ts";
import { programInfo } from "../config/program-info.ts";
import { languageOf } from "../engine/open-reading.ts";
import { parquetBytes, writeParquet } from "../files/write-parquet.ts";
import { openReaderOf, readWith } from "../reader/open-reader.ts";
import { readersFolder } from "../reader/reader-files.ts";
import {
  collectionCommand,
  oneLine,
  progressLine,
  QUERY,
  STORE,
  withCollections,
} from "./collection-command.ts";
import type { Command, CommandContext, Flags, Terminal } from "./command.ts";
import { type OutputPlace, outputOptions, outputPlace, textTable } from "./output.ts";

/** `semascope collection import`. */
export const importCommand: Command = {
  name: "collection import",
  summary: "Imports texts into a collection. Run it again to resume an interrupted import.",
  usage: "PATH [PATH...] [--name NAME] | - --name NAME",
  operands: 1000,
  of: ["app.collectionImport"],
  options: `
    --name NAME                    = name: of the collection (the first file's name)
    --text COLUMN                  = text
    --id COLUMN                    = id
    --title COLUMN                 = title
    --date COLUMN                  = date
    --category COLUMN              = category
    --truth COLUMN                 = truth
    --language auto|CODE|COLUMN    = language
    --encoding NAME                = encoding
    --delimiter SIGN               = delimiter
    --quote SIGN                   = quote
    --header LINE                  = header
    --date-format WHICH            = dateFormat
    --repair                       = repair
    --accept-misfits               = acceptMisfits
    --split HOW                    = split
    --sheet NAME                   = sheet
    --reader NAME                  = reader
    --kind COLUMN=KIND...          = kinds: what a column is: ${COLUMN_KINDS.join(", ")}; with a format after a colon (when=date:dmy, tags=list:,)
    --preview                      only print what each column would become
    ${STORE}`,
  examples: `
    semascope collection import interviews.csv --preview
    semascope collection import interviews.csv --name interviews --text answer
    semascope collection import letters/ --split paragraphs
    semascope collection import survey.xlsx --sheet Answers
    semascope collection import reports/ --split pages
    semascope collection import speeches.csv --language lang
    zcat news.jsonl.gz | semascope collection import - --name news`,
  async run(context) {
    const { operands, flags } = context;
    if (!operands.includes("-")) return importPaths(context, operands);
    if (operands.length > 1)
      throw badInput("file", "- is standard input, and cannot be imported with other files.");
    if (flags.text("name") === undefined && !flags.isOn("preview"))
      throw badInput("name", "Name the collection of standard input with --name.");
    await withStandardInput(context, (file) => importPaths(context, [file]));
  },
};

async function importPaths(context: CommandContext, paths: readonly string[]): Promise<void> {
  const { flags } = context;
  const [first] = paths;
  if (first === undefined)
    throw badInput(
      "file",
      "Name the file or folder, such as semascope collection import news.csv.",
    );
  const name = flags.text("name") ?? nameFromFile(path.basename(first));
  const kinds = kindsIn(flags);
  const given = flags.for("app.collectionImport");
  const args = { name, paths, ...given, kinds };
  const { split, sheet, reader } = checkArgs(
    "app.collectionImport",
    args,
  ) as Input<"app.collectionImport">;
  const { split: _, sheet: __, reader: ___, ...columns } = given;
  const choices = choicesIn({ ...columns, ...(kinds.length > 0 && { kinds }) });
  if (!flags.isOn("preview"))
    return runImport(context, { name, paths, split, sheet, reader, ...choices });
  const options = { ...choices.reading, sheet, signal: untilInterrupt(context) };
  const preview = await previewSource(paths, choices.chosen, languageOf([]), options);
  context.show(preview.plan, () => previewText(preview));
}

/** Runs with standard input in a file, which is removed afterwards. */
async function withStandardInput(
  { terminal }: CommandContext,
  run: (file: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-input-"));
  try {
    // Its format is recognised by content; plain text is read as a table.
    const file = path.join(folder, "standard-input.csv");
    await pipeline(terminal.openInput(), createWriteStream(file));
    await run(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Kinds given as COLUMN=KIND or COLUMN=KIND:FORMAT; the column may contain either sign. */
function kindsIn(flags: Flags): NonNullable<ColumnChoices["kinds"]> {
  return flags.list("kind").map((text) => {
    const { column, kind, format } =
      /^(?<column>.+)=(?<kind>\w+)(?::(?<format>.+))?$/s.exec(text)?.groups ?? {};
    const known = COLUMN_KINDS.find((each) => each === kind);
    if (column === undefined || known === undefined)
      throw badInput(
        "kinds",
        `“${text}” is not COLUMN=KIND or COLUMN=KIND:FORMAT; the kinds are ${COLUMN_KINDS.join(", ")}.`,
      );
    return { column, kind: known, ...(format !== undefined && { format }) };
  });
}

const SAMPLES = new Map<string, Omit<ImportRequest, "paths" | "split">>([
  ["speeches", { name: "State of the Union", chosen: { category: "party", title: "speaker" } }],
  [
    "rights",
    {
      name: "Human rights",
      chosen: { text: "text", category: "language", language: "language" },
    },
  ],
]);

/** `semascope collection sample`. */
export const sampleCommand: Command = {
  name: "collection sample",
  summary:
    "Imports a sample: the State of the Union addresses, or human rights in fifteen languages.",
  usage: "[speeches | rights] [--name NAME]",
  options: `--name NAME  of the collection (that of the sample)\n${STORE}`,
  examples: `
    semascope collection sample
    semascope collection sample rights
    semascope collection heat 'State of the Union' -o map.svg`,
  run(context) {
    const [which = "speeches"] = context.operands;
    const sample = SAMPLES.get(which);
    if (sample === undefined)
      throw badInput("", `The samples are speeches and rights, not “${which}”.`);
    const file = `${sample.name.toLowerCase().replaceAll(" ", "-")}.csv.gz`;
    const paths = [path.join(programInfo().root, "retinas", "samples", file)];
    const name = context.flags.text("name") ?? sample.name;
    return runImport(context, { ...sample, name, paths, split: "none" });
  },
};

async function runImport(context: CommandContext, request: ImportRequest): Promise<void> {
  const { terminal } = context;
  const signal = untilInterrupt(context);
  const started = Date.now();
  const progress = progressLine(terminal);
  const report = await withCollections(context, async ({ analyses, engine }) => {
    const { name, checksum } = (await engine.model()).retina;
    const own = await engine.tables(name);
    if (own === undefined) throw unknownRetina(name, engine.engine.names);
    const reader =
      request.reader === undefined
        ? undefined
        : await openReaderOf(readersFolder(), request.reader, { checksum });
    const language = (text: string) => engine.engine.language(text);
    const rowRetinas = retinasOn(own, engine.engine.packs, engine.tables);
    const rows = new RowLanguages(language);
    const pool = new ReadingPool(rowRetinas, (texts) => rows.of(texts), {
      isBesideEncoder: reader !== undefined,
      onPreparing: (at) => at && progress(() => preparingWords(at)),
    });
    const read = reader && encodedReading(pool, { open: reader, retina: own, language });
    const retina = { name, checksum, ...(reader && { reader: readWith(reader) }) };
    const misfitsFolder = path.join(userDirectories().data, NOT_IMPORTED);
    const tools = { store: analyses.store, retina, reading: read ?? pool, misfitsFolder };
    return importCollection(request, tools, {
      signal,
      onProgress({ rows, done }) {
        const spent = (Date.now() - started) / 1000;
        const rest = done === 0 ? "?" : Math.ceil(spent * (1 / done - 1));
        progress(() => `${rows} rows, ${Math.floor(100 * done)}%, about ${rest} s to go`);
      },
    }).finally(() => Promise.all([pool.close(), reader?.close()]));
  });
  const seconds = Math.round((Date.now() - started) / 100) / 10;
  context.show({ ...report, seconds }, () => reportText(report, seconds));
}

/** The first interrupt ends the import after its batch. */
function untilInterrupt({ terminal }: CommandContext): Cancellation {
  const controller = new AbortController();
  const release = terminal.onInterrupt(() => {
    release();
    controller.abort();
  });
  return controller.signal;
}

/** Below this, a rate means nothing. */
const FEW = 100;
const LISTED = { columns: 30, languages: 15, oddities: 10 };

function reportText(report: ImportReport, seconds: number): string {
  const { name, added, updated, plan, languages, oddities } = report;
  const rows = added + updated;
  const rate = Math.round(rows / Math.max(0.1, seconds));
  const count = rows === 1 ? "1 row" : `${rows} rows`;
  const counts = [
    [report.withoutText, "without a text"],
    [report.withoutKnownWord, "without a known word"],
    [report.unread, "values that do not fit their column (stored as texts in a column next to it)"],
    [report.skipped, "skipped"],
    [report.repaired, "repaired while reading"],
    [report.missing, "words for a missing value (such as NaN)"],
  ] as const;
  return [
    `${name}: ${count} imported${updated > 0 ? `, ${updated} of them replaced` : ""}${rows < FEW ? "" : `, in ${seconds} s (${rate} a second)`}.`,
    ...(report.resumedAt > 0 ? [`Resumed after ${report.resumedAt} records.`] : []),
    ...(report.isChanged ? ["A file was changed while it was read; import it again."] : []),
    `Text: ${plan.text}. Id: ${plan.id ?? "numbered"}. ${columnsOf(plan.columns, name)}`,
    ...(languages.length > 0 ? [`Languages: ${languagesLine(languages)}.`] : []),
    ...counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}.`),
    ...oddities.slice(0, LISTED.oddities).map(({ place, reason }) => `  ${place}: ${reason}`),
    ...(report.misfitsFile === undefined ? [] : [`The skipped rows are in ${report.misfitsFile}.`]),
  ].join("\n");
}

function languagesLine(languages: ImportReport["languages"]): string {
  const listed = languages
    .slice(0, LISTED.languages)
    .map(({ language, rows }) => `${language === "" ? "unclear" : language} ${rows}`);
  return `${listed.join(", ")}${more(languages.length - LISTED.languages, "language", "--json lists them")}`;
}

function columnsOf(columns: readonly { name: string; type: string }[], collection: string): string {
  if (columns.length === 0) return "No further columns.";
  const listed = columns.slice(0, LISTED.columns).map(({ name, type }) => `${name} (${type})`);
  const where = `semascope collection list ${shellWord(collection)} lists all`;
  return `Columns: ${listed.join(", ")}${more(columns.length - listed.length, "column", where)}.`;
}

/** How many are not listed, and how to see them. */
const more = (count: number, what: string, where: string) =>
  count <= 0 ? "" : ` and ${count} more ${what}${count === 1 ? "" : "s"} (${where})`;

/** As one word of a command line. */
const shellWord = (text: string) => (/^[\w.-]+$/.test(text) ? text : `"${text}"`);

/** How the table is written, and what to choose where that is in doubt. */
function tableLines({ facts, plan, mojibake, missing, records }: SourcePreview): string[] {
  const { encoding, shape, notes = [] } = facts ?? {};
  const lines = [...notes];
  if (encoding !== undefined) lines.push(`Encoding: ${encoding} (--encoding).`);
  if (shape !== undefined) {
    const { delimiter, quote, header } = shape;
    const names = header === 0 ? "none, so all rows are data" : `line ${header}`;
    const signs = `Delimiter: ${signName(delimiter)} (--delimiter). Quote: ${signName(quote)} (--quote).`;
    // A sheet of a workbook has no signs between its cells.
    lines.push(`${encoding === undefined ? "" : `${signs} `}Header: ${names} (--header).`);
  }
  for (const column of plan.ambiguous ?? [])
    lines.push(`In “${column}” day or month may come first: choose --date-format dmy or mdy.`);
  if (mojibake > 0)
    lines.push(
      `${mojibake} of ${records.length} records have letters that were decoded wrongly before (such as Ã¼); --repair puts them right.`,
    );
  if (missing > 0) lines.push(`${missing} words such as NaN are read as missing values.`);
  const misfits = facts === undefined ? 0 : misfitsIn(facts);
  if (misfits > 0) lines.push(`${misfits} rows do not fit the columns.`);
  return lines;
}

const signName = (sign: string) => (sign === "" ? "none" : sign === "\t" ? "tab" : sign);

function previewText(preview: SourcePreview): string {
  const { plan, records, languages, oddities, sheets } = preview;
  const rolesOf = (name: string) =>
    Object.entries(plan.roles).flatMap(([role, given]) =>
      [given].flat().includes(name) ? [role] : [],
    );
  const row = (name: string, type: string, role: string) => [
    ...[name, type, role],
    oneLine(String(records[0]?.get(name) ?? ""), 60),
  ];
  const lines = [
    textTable([
      row(plan.text, "text", "the text"),
      ...(plan.id === undefined ? [] : [row(plan.id, "text", "id")]),
      ...plan.columns.map(({ name, type }) => row(name, type, rolesOf(name).join(", "))),
    ]),
  ];
  if (sheets !== undefined && sheets.sheets.length > 1)
    lines.push(`Sheet: ${sheets.sheet}. Choose another with --sheet: ${sheets.sheets.join(", ")}.`);
  lines.push(...tableLines(preview));
  if (languages.length > 0) lines.push(`Languages: ${languagesLine(languages)}.`);
  if (oddities.length > 0) lines.push(`${oddities.length} of the first records are odd.`);
  const listed = oddities.slice(0, LISTED.oddities);
  return [...lines, ...listed.map(({ place, reason }) => `  ${place}: ${reason}`)].join("\n");
}

const FORMATS = ["csv", "jsonl", "parquet"] as const;

/** `semascope collection export`. */
export const exportCommand = collectionCommand({
  name: "export",
  summary: "Writes rows with their columns, labels and scores as CSV, JSONL or Parquet.",
  usage: "NAME -o FILE.csv|FILE.jsonl|FILE.parquet",
  of: ["app.collectionExport"],
  options: `${QUERY}
    ${outputOptions("file to write; its ending is the format", FORMATS)}
    --positions  = positions
    --raw        = raw`,
  examples: `
    semascope collection export news --where topics=crude -o crude.csv
    semascope collection export news -o news.parquet --positions
    semascope collection export news -o - --format jsonl | jq .title`,
  async run({ analyses, flags, name, query, show, terminal }) {
    const place = await outputPlace(flags, FORMATS);
    if (place === undefined)
      throw badInput("output", "Name the file with -o FILE.csv, FILE.jsonl or FILE.parquet.");
    const { file, format } = place;
    const given = { name, query: await query(), ...flags.for("app.collectionExport"), format };
    const args = checkArgs("app.collectionExport", given) as Input<"app.collectionExport">;
    const { collection, info, selection } = await analyses.ask(name, checkQuery(args.query ?? {}));
    const shape = exportShape(info, readSourceFields(await collection.note(SOURCE_FIELDS)), {
      format,
      hasCloseness: selection.like !== undefined,
      hasPositions: args.positions,
      lines: [],
    });
    const rows = await writeRows(terminal, collection.stream(selection), shape, {
      place,
      raw: args.raw,
    });
    const { renamed } = shape;
    show({ file, rows, renamed }, () =>
      [
        `${rows} rows written to ${place.isStandard ? "standard output" : file}`,
        ...renamed.map(
          ({ column, name: own }) => `“${column}” would come twice: the second is “${own}”.`,
        ),
      ].join("\n"),
    );
  },
});

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
  if (format === "parquet") await terminal.write(await parquetBytes(counted(), shape));
  else if (isStandard) for await (const text of lines()) await terminal.write(text);
  else await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600 }));
  return rows;
}
