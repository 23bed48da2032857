import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Input } from "../../api/client-types.ts";
import { COLUMN_KINDS } from "../../api/schema/collection-types.ts";
import { checkArgs } from "../../api/validate.ts";
import type { Cancellation } from "../../cancellation.ts";
import type { ColumnChoices } from "../../collection/table/propose-columns.ts";
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
import { openReaderOf, readWith } from "../reader/open-reader.ts";
import { readersFolder } from "../reader/reader-files.ts";
import {
  oneLine,
  progressLine,
  STORE_OPTIONS,
  show,
  withCollections,
} from "./collection-command.ts";
import type { Command, CommandContext, Flags } from "./command.ts";
import { argumentsFrom, type OptionFields, optionNames, optionsFor } from "./endpoint-options.ts";
import { textTable } from "./output.ts";

const COLUMN = { value: "COLUMN" };
const COLUMN_OPTIONS: OptionFields = {
  text: COLUMN,
  id: COLUMN,
  title: COLUMN,
  date: COLUMN,
  category: COLUMN,
  truth: COLUMN,
  language: { value: "auto|CODE|COLUMN" },
};
const READING_OPTIONS: OptionFields = {
  encoding: { value: "NAME" },
  delimiter: { value: "SIGN" },
  quote: { value: "SIGN" },
  header: { value: "LINE" },
  dateFormat: { name: "date-format" },
  repair: {},
  acceptMisfits: { name: "accept-misfits" },
};
const READING: OptionFields = {
  ...COLUMN_OPTIONS,
  ...READING_OPTIONS,
  split: { value: "HOW" },
  sheet: { value: "NAME" },
  reader: { value: "NAME" },
};

/** `semascope collection import`. */
export const importCommand: Command = {
  name: "collection import",
  summary: "Reads texts into a collection; asked for again, an interrupted import goes on.",
  usage: "PATH [PATH...] [--name NAME] | - --name NAME",
  mostOperands: 1000,
  optionOf: optionNames({ name: {}, kinds: { name: "kind" }, ...READING }),
  options: [
    { name: "name", value: "NAME", help: "of the collection (the first file's name)" },
    ...optionsFor("app.collectionImport", READING),
    {
      name: "kind",
      value: "COLUMN=KIND",
      several: true,
      help: `what a column is: ${COLUMN_KINDS.join(", ")}; with a format after a colon (when=date:dmy, tags=list:,)`,
    },
    { name: "preview", help: "only say what each column would become" },
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection import interviews.csv --preview",
    "semascope collection import interviews.csv --name interviews --text answer",
    "semascope collection import letters/ --split paragraphs",
    "semascope collection import survey.xlsx --sheet Answers",
    "semascope collection import reports/ --split pages",
    "semascope collection import speeches.csv --language lang",
    "zcat news.jsonl.gz | semascope collection import - --name news",
  ],
  async run(context) {
    const { positionals, flags } = context;
    if (!positionals.includes("-")) return importPaths(context, positionals);
    if (positionals.length > 1)
      throw badInput("file", "- is standard input, and cannot be imported with other files.");
    if (flags.text("name") === undefined && !flags.isOn("preview"))
      throw badInput("name", "Name the collection of what comes from standard input with --name.");
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
  const name = flags.text("name") ?? path.basename(first).replace(/(\.[a-z]+)?(\.gz)?$/i, "");
  const kinds = kindsIn(flags);
  const { split, sheet, reader } = checkArgs("app.collectionImport", {
    name,
    paths,
    ...argumentsFrom(context.flags, "app.collectionImport", READING),
    kinds,
  }) as Input<"app.collectionImport">;
  const fields = { ...COLUMN_OPTIONS, ...READING_OPTIONS };
  const { chosen, reading, acceptMisfits } = choicesIn({
    ...argumentsFrom(context.flags, "app.collectionImport", fields),
    ...(kinds.length > 0 && { kinds }),
  });
  if (flags.isOn("preview")) {
    const options = { ...reading, sheet, signal: untilInterrupt(context) };
    showPreview(context, await previewSource(paths, chosen, languageOf([]), options));
    return;
  }
  await runImport(context, { name, paths, split, sheet, reader, chosen, reading, acceptMisfits });
}

/** Runs with standard input in a file, which is removed afterwards. */
async function withStandardInput(
  { terminal }: CommandContext,
  run: (file: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-input-"));
  try {
    // Its content says what it is; what may be any plain text is a table.
    const file = path.join(folder, "standard-input.csv");
    await pipeline(terminal.openInput(), createWriteStream(file));
    await run(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is said of columns as COLUMN=KIND or COLUMN=KIND:FORMAT; the column may contain either sign. */
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

const SAMPLES = new Map([
  [
    "speeches",
    {
      name: "State of the Union",
      file: "state-of-the-union.csv.gz",
      chosen: { category: "party", title: "speaker" },
    },
  ],
  [
    "rights",
    {
      name: "Human rights",
      file: "human-rights.csv.gz",
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
  mostOperands: 1,
  options: [
    { name: "name", value: "NAME", help: "of the collection (that of the sample)" },
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection sample",
    "semascope collection sample rights",
    "semascope collection heat 'State of the Union' -o map.svg",
  ],
  run(context) {
    const [which = "speeches"] = context.positionals;
    const sample = SAMPLES.get(which);
    if (sample === undefined)
      throw badInput("", `The samples are speeches and rights, not “${which}”.`);
    const { name, file, chosen } = sample;
    const paths = [path.join(programInfo().root, "retinas", "samples", file)];
    return runImport(context, {
      name: context.flags.text("name") ?? name,
      paths,
      split: "none",
      chosen,
    });
  },
};

async function runImport(context: CommandContext, request: ImportRequest): Promise<void> {
  const { terminal } = context;
  const signal = untilInterrupt(context);
  const started = Date.now();
  const progress = progressLine(terminal);
  const report = await withCollections(context, async ({ analyses, engine }) => {
    const { name, checksum } = engine.model().retina;
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
  show(context, { ...report, seconds }, () => reportText(report, seconds));
}

/** The first interrupt ends the import after its batch; it goes on when it is asked for again. */
function untilInterrupt({ terminal }: CommandContext): Cancellation {
  const controller = new AbortController();
  const release = terminal.onInterrupt(() => {
    release();
    controller.abort();
  });
  return controller.signal;
}

const LISTED = { columns: 30, languages: 15, oddities: 10 };

function reportText(report: ImportReport, seconds: number): string {
  const { name, added, updated, plan, languages, oddities } = report;
  const rate = Math.round((added + updated) / Math.max(0.1, seconds));
  const counts = [
    [report.withoutText, "without a text"],
    [report.withoutKnownWord, "without a known word"],
    [report.unread, "values that do not fit their column (kept as texts beside it)"],
    [report.skipped, "passed over"],
    [report.repaired, "read as well as they could be"],
    [report.missing, "words for a missing value (such as NaN)"],
  ] as const;
  return [
    `${name}: ${added} rows added, ${updated} replaced, in ${seconds} s (${rate} a second).`,
    ...(report.resumedAt > 0 ? [`Went on after ${report.resumedAt} records.`] : []),
    ...(report.isChanged ? ["A file was changed while it was read; import it again."] : []),
    `Text: ${plan.text}. Id: ${plan.id ?? "numbered"}. ${columnsOf(plan.columns, name)}`,
    `Languages: ${languagesLine(languages)}.`,
    ...counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}.`),
    ...oddities.slice(0, LISTED.oddities).map(({ place, reason }) => `  ${place}: ${reason}`),
    ...(report.misfitsFile === undefined
      ? []
      : [`What was passed over is in ${report.misfitsFile}.`]),
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
    lines.push(`${signs} Header: ${names} (--header).`);
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

function showPreview({ terminal, flags }: CommandContext, preview: SourcePreview): void {
  const { plan, records, languages, oddities, sheets } = preview;
  if (flags.isOn("json")) {
    terminal.print(JSON.stringify(plan));
    return;
  }
  const roleOf = (name: string) =>
    Object.entries(plan.roles).flatMap(([role, given]) =>
      [given].flat().includes(name) ? [role] : [],
    );
  const example = (name: string) => oneLine(String(records[0]?.get(name) ?? ""), 60);
  terminal.print(
    textTable([
      [plan.text, "text", "the text", example(plan.text)],
      ...(plan.id === undefined ? [] : [[plan.id, "text", "id", example(plan.id)]]),
      ...plan.columns.map(({ name, type }) => [name, type, roleOf(name).join(", "), example(name)]),
    ]),
  );
  if (sheets !== undefined && sheets.sheets.length > 1)
    terminal.print(
      `Sheet: ${sheets.sheet}. Choose another with --sheet: ${sheets.sheets.join(", ")}.`,
    );
  for (const line of tableLines(preview)) terminal.print(line);
  if (languages.length > 0) terminal.print(`Languages: ${languagesLine(languages)}.`);
  if (oddities.length > 0) terminal.print(`${oddities.length} of the first records are odd.`);
  for (const { place, reason } of oddities.slice(0, LISTED.oddities))
    terminal.print(`  ${place}: ${reason}`);
}
