import path from "node:path";
import type { Output } from "../../api/client-types.ts";
import { csvLine } from "../../collection/table/write-rows.ts";
import { badInput } from "../../errors.ts";
import { someOf } from "../../kernel/some-of.ts";
import { programInfo } from "../config/program-info.ts";
import { loadReader, readersFolder } from "../reader/reader-files.ts";
import { type Command, type CommandContext, ENGINE } from "./command.ts";
import { type FilterFile, readFilter } from "./filter-file.ts";
import { type InputTable, readInputTable } from "./input-table.ts";
import type { LocalEngine } from "./local-engine.ts";
import { outputOptions, outputPlace, refuseToReplace, textTable, writeOutput } from "./output.ts";
import { readTextFile } from "./read-operand.ts";
import { warnOfLanguages } from "./warn-of-languages.ts";

/** Texts that a filter is told of, spread over the file. */
const MOST_AMONG = 2000;

/** `semascope filter create` and `apply`. */
export const filter: Command = {
  name: "filter",
  summary: "Learns a category from example texts, or applies one to texts; one text a line.",
  usage: "create NAME --positive FILE -o FILTER.json | apply FILTER.json [FILE | -] [-o TABLE.csv]",
  operands: 3,
  options: `
    --positive FILE       texts that match, one a line
    --negative FILE       texts that do not match, one a line
    --among FILE          unlabelled texts of the kind the filter is for, one per line, at least 20. From 40 on, half of them are used for training and the rest for the threshold
    --share SHARE         the share of them that match, 0 to 1, if known
    ${outputOptions("file of the filter; of apply: a .csv or .tsv with all columns and the results, settings in a file next to it")}
    --text COLUMN         the column of a .csv or .tsv that contains the texts
    --threshold COSINE    accept from here on (the filter's own)
    --language auto|CODE  read all texts in this language, or with auto each in its own
    --reader NAME         create: sentence encoder to use; must match the collection's
    ${ENGINE}`,
  examples: `
    semascope filter create sport --positive sport.txt --negative other.txt -o sport.json
    semascope filter create sport --positive sport.txt --among news.txt -o sport.json
    semascope filter apply sport.json news.txt
    semascope filter apply sport.json news.csv --text body -o judged.csv
    semascope filter apply sport.json mixed.csv --language auto -o judged.csv`,
  run: { create, apply },
};

async function create(context: CommandContext): Promise<void> {
  const { terminal, flags, openEngine } = context;
  const name = context.operands[0]?.trim() ?? "";
  const file = flags.text("output");
  const positiveFile = flags.text("positive");
  if (name === "") throw badInput("", "Name the category, such as semascope filter create sport.");
  if (positiveFile === undefined)
    throw badInput("positive", "Name the texts that match with --positive FILE.");
  if (file === undefined) throw badInput("output", "Name the file for the filter with -o FILE.");
  const place = { file, isStandard: file === "-" };
  const positive = await examplesIn(positiveFile, terminal);
  const negativeFile = flags.text("negative");
  const negative = negativeFile === undefined ? [] : await examplesIn(negativeFile, terminal);
  const amongFile = flags.text("among");
  const background = amongFile && [...someOf(await examplesIn(amongFile, terminal), MOST_AMONG)];
  const share = flags.number("share");
  if (share !== undefined && !(share >= 0 && share <= 1))
    throw badInput("share", `--share takes a number from 0 to 1, not ${share}.`);
  if (!place.isStandard) await refuseToReplace(flags, file);
  const language = flags.text("language");
  const reader = await readerOf(flags.text("reader"));
  const engine = await openEngine();
  const report = await engine.call("app.filterReport", {
    name,
    positive,
    negative,
    ...(language !== undefined && { language }),
    ...asRead(reader),
    ...(background && { background }),
    ...(share !== undefined && { share }),
  });
  const { retina } = await engine.model();
  const threshold = flags.number("threshold") ?? report.threshold.suggested;
  const made: FilterFile = {
    format: "semascope-filter",
    version: 1,
    name,
    retina: retina.name,
    checksum: retina.checksum,
    threshold,
    positions: report.positions,
    ...(language !== undefined && { language }),
    ...(reader && { reader }),
    positive,
    negative,
  };
  await writeOutput(terminal, place, `${JSON.stringify(made)}\n`);
  context.show(
    report,
    () => `${file}: ${made.positions.length} cells, threshold ${made.threshold.toFixed(3)}`,
  );
  if (flags.isOn("json")) return;
  for (const line of warningsOf(report)) terminal.warn(line);
  if (language === undefined && reader === undefined)
    await warnOfLanguages(engine, terminal, [...positive, ...negative, ...(background || [])]);
}

/** What a filter remembers of its reader. @throws bad-input where there is none */
async function readerOf(name: string | undefined): Promise<FilterFile["reader"]> {
  if (name === undefined) return undefined;
  const { checksum } = await loadReader(readersFolder(), name);
  return { name, checksum };
}

const asRead = (reader: FilterFile["reader"]) =>
  reader === undefined ? {} : { reader: reader.name, reader_checksum: reader.checksum };

function warningsOf({ examples }: Output<"app.filterReport">): string[] {
  return examples
    .filter(({ warnings }) => warnings.length > 0)
    .map(({ side, index, warnings }) => `${side} line ${index + 1}: ${warnings.join(", ")}`);
}

/** Texts of a table, or the lines of a text. */
const examplesIn = async (
  file: string,
  terminal: CommandContext["terminal"],
): Promise<string[]> => [...(await readInputTable(file, { column: undefined, terminal })).texts];

/** Texts that are scored at a time. */
const BATCH = 500;

interface Judged {
  readonly text: string;
  /** Cosine 0..1; null where no word is known. */
  readonly score: number | null;
  readonly belongs: boolean;
  /** Code of the language that it was read in, where that is another than the retina's. */
  readonly language?: string;
}

/** `semascope filter apply`: every text with its score, printed or as a table with the columns that it came with. */
async function apply({
  terminal,
  operands: [file, subject],
  flags,
  openEngine,
}: CommandContext): Promise<void> {
  if (file === undefined)
    throw badInput("", "Name the filter's file, such as semascope filter apply sport.json.");
  const place = await outputPlace(flags, ["csv", "tsv"]);
  if (place?.isStandard === false) await refuseToReplace(flags, settingsBeside(place.file));
  const saved = readFilter(file, await readTextFile(file));
  const table = await readInputTable(subject, { column: flags.text("text"), terminal });
  const engine = await openEngine();
  if ((await engine.model()).retina.checksum !== saved.checksum)
    throw badInput(
      "filter",
      `${file} was made with the retina “${saved.retina}” in another state; create it again.`,
    );
  const threshold = flags.number("threshold") ?? saved.threshold;
  const language = flags.text("language");
  if (language === undefined && saved.reader === undefined)
    await warnOfLanguages(engine, terminal, table.texts);
  const scored = await scoresOf(engine, saved, { texts: table.texts, language });
  const filter = { ...saved, threshold };
  const rows = scored.map(
    (row): Judged => ({ ...row, belongs: row.score !== null && row.score >= threshold }),
  );
  if (place === undefined) {
    if (flags.isOn("json")) for (const row of rows) terminal.print(JSON.stringify(row));
    else if (rows.length > 0) terminal.print(printed(rows));
    return;
  }
  const separator = place.format === "tsv" ? "\t" : ",";
  await writeOutput(terminal, place, tableOf(filter, table, rows, separator));
  const belong = rows.filter(({ belongs }) => belongs).length;
  const counted = `${place.file}: ${belong} of ${rows.length} texts match.`;
  if (place.isStandard) return terminal.warn(counted);
  const settings = { file: settingsBeside(place.file), isStandard: false };
  await writeOutput(terminal, settings, `${JSON.stringify(settingsOf(filter, table), null, 2)}\n`);
  terminal.print(`${counted} Settings: ${settings.file}`);
}

/** `scores.csv` has its settings in `scores.settings.json`. */
const settingsBeside = (file: string) =>
  `${file.slice(0, file.length - path.extname(file).length)}.settings.json`;

type Scored = Omit<Judged, "belongs">;

async function scoresOf(
  engine: LocalEngine,
  { name, positions, reader }: FilterFile,
  { texts, language }: { readonly texts: readonly string[]; readonly language: string | undefined },
): Promise<Scored[]> {
  const filters = [{ name, positions: [...positions] }];
  const scored: Scored[] = [];
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH);
    const rows = await engine.call("app.filterScore", {
      filters,
      texts: batch,
      ...asRead(reader),
      ...(language !== undefined && { language }),
    });
    for (const [i, { scores, language: read }] of rows.entries())
      scored.push({
        text: batch[i] ?? "",
        score: scores[0] ?? null,
        ...(read !== undefined && { language: read }),
      });
  }
  return scored;
}

function printed(rows: readonly Judged[]): string {
  const hasLanguages = rows.some(({ language }) => language !== undefined);
  return textTable(
    rows.map(({ text, score, belongs, language = "" }) => [
      belongs ? "yes" : "no",
      score === null ? "     " : score.toFixed(3),
      ...(hasLanguages ? [language] : []),
      text,
    ]),
  );
}

/** As the application writes it: the own columns, then what was found; a name that is taken is numbered. */
function tableOf(
  filter: FilterFile,
  { columns, cells, lines }: InputTable,
  rows: readonly Judged[],
  separator: "," | "\t",
): string {
  const taken = new Set(columns);
  const free = (wanted: string): string => {
    let unique = wanted;
    for (let turn = 2; taken.has(unique); turn++) unique = `${wanted} (${turn})`;
    taken.add(unique);
    return unique;
  };
  const { name } = filter;
  const read = rows.some(({ language }) => language !== undefined) ? ["read in"] : [];
  const found = ["line", "decision", "margin", `score ${name}`, ...read];
  const head = [...columns, ...found.map(free)];
  const body = rows.map(({ score, belongs, language }, i) => [
    ...columns.map((_, column) => cells[i]?.[column] ?? ""),
    lines[i] ?? i + 1,
    score === null ? "no known word" : belongs ? name : "none",
    score === null ? null : Math.abs(score - filter.threshold),
    score,
    ...read.map(() => language ?? ""),
  ]);
  return [head, ...body].map((line) => csvLine(line, separator)).join("");
}

const settingsOf = (filter: FilterFile, { name, texts }: InputTable) => ({
  retina: filter.retina,
  checksum: filter.checksum,
  exported: new Date().toISOString(),
  application: `Semascope ${programInfo().version}`,
  file: name,
  classified: texts.length,
  of: texts.length,
  filters: [
    {
      name: filter.name,
      belongsFrom: filter.threshold,
      cells: filter.positions.length,
    },
  ],
});
