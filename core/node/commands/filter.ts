import path from "node:path";
import type { ExampleWarning } from "../../analysis/filter-examples.ts";
import { proposeColumns } from "../../collection/table/propose-columns.ts";
import { plainText } from "../../collection/table/read-value.ts";
import { csvLine } from "../../collection/table/write-rows.ts";
import { badInput } from "../../errors.ts";
import { someOf } from "../../kernel/seeded-random.ts";
import type { Kind, Nature } from "../../tables/what-is-it.ts";
import { listFiles, TABLE_KINDS } from "../files/list-files.ts";
import { readRecords } from "../files/read-records.ts";
import { uniqueNames } from "../files/table-shape.ts";
import { whatFileIs } from "../files/what-is-it.ts";
import { loadReader, readersFolder } from "../reader/reader-files.ts";
import { notRead, readInputText, readTextFile, warnOfLanguages } from "./ask.ts";
import { command, ENGINE, share, type Terminal, text } from "./command.ts";
import { neededPlace, type OutputOptions, outputPlace, writeOutput } from "./print.ts";

/** A filter in a file. Positions mean nothing in another retina, so its checksum is kept with them. */
export interface FilterFile {
  readonly format: "semascope-filter";
  readonly version: 1;
  readonly name: string;
  readonly retina: string;
  readonly checksum: string;
  readonly threshold: number;
  readonly positions: readonly number[];
  /** Language that the examples were read in, as the call has it. */
  readonly language?: string;
  /** What has read the examples; absent for their words. */
  readonly reader?: { readonly name: string; readonly checksum: string };
  readonly positive: readonly string[];
  readonly negative: readonly string[];
}

/** @throws bad-input unless it is a filter of this version */
export function readFilter(file: string, content: string): FilterFile {
  try {
    const value = JSON.parse(content) as Partial<FilterFile> | null;
    if (
      value?.format === "semascope-filter" &&
      value.version === 1 &&
      typeof value.name === "string" &&
      typeof value.threshold === "number" &&
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

/** Texts that a filter is told of, spread over the file. */
const MOST_AMONG = 2000;
const FEWEST_AMONG = 20;
const THRESHOLD = { threshold: share("Accept from this similarity on (the filter's own).") };
const LANGUAGE = {
  language: text("Code of the language that all texts are read in; auto for each in its own."),
};

export const filterCreate = command({
  name: "filter create",
  summary: "Learns a category from example texts: one a line, or the texts of a table.",
  operands: "CATEGORY",
  writes: ["json"],
  options: {
    positive: text("File of texts that match."),
    negative: text("File of texts that do not match."),
    among: text("File of 20 or more unlabelled texts of the kind that the filter is for."),
    share: share("Share of them that match, if known."),
    ...THRESHOLD,
    reader: text("Sentence encoder to use; must match the collection's."),
    ...LANGUAGE,
    ...ENGINE,
  },
  examples: `
    semascope filter create sport --positive sport.txt --negative other.txt -o sport.json
    semascope filter create sport --positive sport.txt --among news.txt -o sport.json`,
  async run({ terminal, operands: [name = ""], options, openEngine }) {
    const { positive: file, negative: negativeFile, among, share: known, language } = options;
    if (file === undefined)
      throw badInput("positive", "Name the texts that match with --positive FILE.");
    const place = await neededPlace(options as OutputOptions, ["json"]);
    const textsOf = async (of: string | undefined) =>
      of === undefined ? [] : [...(await readInputTexts(of, { terminal })).texts];
    const [positive, negative] = [await textsOf(file), await textsOf(negativeFile)];
    const background = among && [...someOf(await textsOf(among), MOST_AMONG)];
    const reader = options.reader === undefined ? undefined : await readerOf(options.reader);
    const engine = await openEngine();
    const report = await engine.call("app.filterReport", {
      ...{ name, positive, negative, ...asRead(reader) },
      ...(language !== undefined && { language }),
      ...(background && { background }),
      ...(known !== undefined && { share: known }),
    });
    const { retina } = await engine.model();
    const made: FilterFile = {
      format: "semascope-filter",
      version: 1,
      ...{ name, retina: retina.name, checksum: retina.checksum },
      threshold: options.threshold ?? report.threshold.suggested,
      positions: report.positions,
      ...(language !== undefined && { language }),
      ...(reader && { reader }),
      ...{ positive, negative },
    };
    await writeOutput(terminal, place, `${JSON.stringify(made)}\n`);
    if (language === undefined && reader === undefined)
      await warnOfLanguages(engine, terminal, [...positive, ...negative, ...(background || [])]);
    const warnings = report.examples
      .filter((each) => each.warnings.length > 0)
      .map(({ side, index, warnings: own }) => ({
        ...{ side, line: index + 1, warning: own.map((each) => WARNINGS[each]).join(" ") },
        text: clipped((side === "positive" ? positive : negative)[index] ?? ""),
      }));
    if (background !== undefined && new Set(background).size < FEWEST_AMONG)
      terminal.warn(
        `The file of --among has too few different texts: ${new Set(background).size}. Give ${FEWEST_AMONG} or more to learn from.`,
      );
    return {
      ...{ file: place.file, cells: made.positions.length, threshold: made.threshold },
      ...{ predicted: report.predicted, warnings },
    };
  },
});

/** What may be wrong with an example, in words. */
const WARNINGS: Readonly<Record<ExampleWarning, string>> = {
  empty: "No text.",
  "no-known-words": "None of its words is known.",
  duplicate: "Given twice.",
  "near-duplicate": "Nearly the same as another.",
  conflict: "Also on the other side, or nearly.",
  short: "Fewer than four words.",
  "other-language": "Seems to be in another language than the rest.",
};

const clipped = (text: string): string => (text.length > 50 ? `${text.slice(0, 49)}…` : text);

/** What a filter remembers of its reader. @throws bad-input where there is none */
async function readerOf(name: string): Promise<NonNullable<FilterFile["reader"]>> {
  const { checksum } = await loadReader(readersFolder(), name);
  return { name, checksum };
}

const asRead = (reader: FilterFile["reader"]) =>
  reader === undefined ? {} : { reader: reader.name, reader_checksum: reader.checksum };

/** Texts that are scored at a time. */
const BATCH = 500;

export const filterApply = command({
  name: "filter apply",
  summary: "Applies a filter to texts: one a line, or the texts of a table.",
  operands: "FILTER [FILE]",
  writes: ["csv"],
  options: {
    text: text("The column of a table that contains the texts."),
    ...THRESHOLD,
    ...LANGUAGE,
    ...ENGINE,
  },
  examples: `
    semascope filter apply sport.json news.txt
    semascope filter apply sport.json news.csv --text body -o judged.csv
    semascope filter apply sport.json mixed.csv --language auto -o judged.csv`,
  async run({ terminal, operands: [file = "", subject], options, openEngine }) {
    const place = await outputPlace(options as OutputOptions, ["csv"]);
    const saved = readFilter(file, await readTextFile(file));
    const input = await readInputTexts(subject, { column: options.text, terminal });
    const { texts, lines, columns, cells } = input;
    const engine = await openEngine();
    if ((await engine.model()).retina.checksum !== saved.checksum)
      throw badInput(
        "filter",
        `${file} was made with the retina “${saved.retina}” in another state; create it again.`,
      );
    const { language } = options;
    if (language === undefined && saved.reader === undefined)
      await warnOfLanguages(engine, terminal, texts);
    const from = options.threshold ?? saved.threshold;
    const filters = [{ name: saved.name, positions: [...saved.positions] }];
    const judged: Record<string, string | number | boolean | null>[] = [];
    for (let start = 0; start < texts.length; start += BATCH) {
      const batch = texts.slice(start, start + BATCH);
      const asked = {
        filters,
        texts: batch,
        ...asRead(saved.reader),
        ...(language && { language }),
      };
      for (const [i, { scores, ...row }] of (
        await engine.call("app.filterScore", asked)
      ).entries()) {
        // None where no word is known.
        const [score = null] = scores;
        const belongs = score !== null && score >= from;
        const text = batch[i] ?? "";
        judged.push({
          line: lines[start + i] ?? 0,
          belongs,
          score,
          language: row.language ?? "",
          text,
        });
      }
    }
    if (place === undefined) return judged;
    const found = ["line", "belongs", "score", "language"];
    const table = [
      uniqueNames([...columns, ...found]),
      ...judged.map((row, i) => [...(cells[i] ?? []), ...found.map((name) => row[name] ?? null)]),
    ];
    await writeOutput(terminal, place, table.map((row) => csvLine(row)).join(""));
    const matches = judged.filter(({ belongs }) => belongs).length;
    return { file: place.file, texts: judged.length, matches, threshold: from };
  },
});

/** Texts with where each begins in its file, from 1. */
interface InputTexts {
  readonly texts: readonly string[];
  readonly lines: readonly number[];
  /** What each row of the file has. */
  readonly columns: readonly string[];
  readonly cells: readonly (readonly string[])[];
}

/** What has columns. */
const TABLES: readonly Kind[] = ["table", "json", "json-lines", "parquet", "workbook"];

/**
 * The rows of a table, a workbook or JSON, or the lines of a text or document. Rows without a text are passed over.
 * @throws bad-input where the column is not there or the file cannot be read
 */
export async function readInputTexts(
  file: string | undefined,
  { column, terminal }: { readonly column?: string | undefined; readonly terminal: Terminal },
): Promise<InputTexts> {
  const name = file === undefined || file === "-" ? "standard input" : path.basename(file);
  if (file !== undefined && file !== "-" && TABLES.includes((await natureOf(file)).kind))
    return readTable(file, name, { column, terminal });
  const content = await readInputText(file, terminal);
  if (column !== undefined)
    throw badInput("text", `${name} has no columns; --text is for tables and JSON.`);
  const all = content.split(/\r?\n/).map((own, at) => ({ own, line: at + 1 }));
  const kept = all.filter(({ own }) => own.trim() !== "");
  const texts = kept.map(({ own }) => own);
  const cells = texts.map((own) => [own]);
  return { texts, lines: kept.map(({ line }) => line), columns: ["text"], cells };
}

async function natureOf(file: string): Promise<Nature> {
  try {
    return await whatFileIs(file);
  } catch (cause) {
    throw notRead(file, cause);
  }
}

async function readTable(
  place: string,
  name: string,
  { column, terminal }: { readonly column: string | undefined; readonly terminal: Terminal },
): Promise<InputTexts> {
  const rows: { line: number; fields: ReadonlyMap<string, unknown> }[] = [];
  for (const file of await listFiles([place], { kinds: TABLE_KINDS, inFolders: [] }))
    for await (const batch of readRecords(file))
      for (const { line, fields, problem } of batch) {
        if (problem !== undefined) terminal.warn(`${name}, line ${line}: ${problem}`);
        if (fields !== undefined) rows.push({ line, fields });
      }
  const records = rows.map(({ fields }) => fields);
  const { text } = proposeColumns(records, column === undefined ? {} : { text: column });
  const columns = [...new Set(records.flatMap((fields) => [...fields.keys()]))];
  const kept = rows
    .map(({ line, fields }) => ({ line, own: plainText(fields.get(text)), fields }))
    .filter(({ own }) => own.trim() !== "");
  return {
    texts: kept.map(({ own }) => own),
    lines: kept.map(({ line }) => line),
    columns,
    cells: kept.map(({ fields }) => columns.map((name) => plainText(fields.get(name)))),
  };
}
