import path from "node:path";
import { plainText } from "../../collection/table/read-value.ts";
import { badInput } from "../../errors.ts";
import type { Kind, Nature } from "../../tables/what-is-it.ts";
import { listFiles, TABLE_KINDS } from "../files/list-files.ts";
import { type FileFacts, type FileRecord, readRecords } from "../files/read-records.ts";
import { whatFileIs } from "../files/what-is-it.ts";
import type { Terminal } from "./command.ts";
import { notRead, readInputText } from "./read-operand.ts";

/** Texts with the columns that they came with. */
export interface InputTable {
  /** Name of the file, without its folder. */
  readonly name: string;
  readonly columns: readonly string[];
  /** The cells of each row, by column. */
  readonly cells: readonly (readonly string[])[];
  readonly texts: readonly string[];
  /** Where each row begins in the file, from 1. */
  readonly lines: readonly number[];
}

/** Names of columns that are taken for the text without asking. */
const TEXT_NAMES = ["text", "content", "body", "sentence", "comment"];
/** What has columns. */
const TABLES: readonly Kind[] = ["table", "json", "json-lines", "parquet", "workbook"];

/**
 * The rows of a table, a workbook or JSON, or the lines of a text or document. Rows without a text are passed over.
 * @throws bad-input where the column is not there or the file cannot be read
 */
export async function readInputTable(
  file: string | undefined,
  { column, terminal }: { readonly column: string | undefined; readonly terminal: Terminal },
): Promise<InputTable> {
  const name = file === undefined || file === "-" ? "standard input" : path.basename(file);
  if (file !== undefined && file !== "-" && TABLES.includes((await natureOf(file)).kind))
    return readTable(file, name, { column, terminal });
  const content = await readInputText(file, terminal);
  if (column !== undefined)
    throw badInput("text", `${name} has no columns; --text is for tables and JSON.`);
  const all = content.split(/\r?\n/).map((text, at) => ({ text, line: at + 1 }));
  const kept = all.filter(({ text }) => text.trim() !== "");
  const texts = kept.map(({ text }) => text);
  const cells = texts.map((text) => [text]);
  return { name, columns: ["text"], cells, texts, lines: kept.map(({ line }) => line) };
}

async function natureOf(file: string): Promise<Nature> {
  try {
    return await whatFileIs(file);
  } catch (cause) {
    throw notRead(file, cause);
  }
}

async function readTable(
  path: string,
  name: string,
  { column, terminal }: { readonly column: string | undefined; readonly terminal: Terminal },
): Promise<InputTable> {
  const records: FileRecord[] = [];
  const names = new Set<string>();
  const onFacts = (facts: FileFacts) => {
    if (facts.shape !== undefined) for (const each of facts.names) names.add(each);
  };
  for (const file of await listFiles([path], { kinds: TABLE_KINDS, inFolders: [] }))
    for await (const batch of readRecords(file, { onFacts }))
      for (const record of batch) {
        if (record.problem !== undefined)
          terminal.warn(`${name}, line ${record.line}: ${record.problem}`);
        for (const each of record.fields?.keys() ?? []) names.add(each);
        records.push(record);
      }
  const columns = [...names];
  const rows = records.map(({ line, fields }) => ({
    line,
    cells: columns.map((each) => plainText(fields?.get(each))),
  }));
  const at = columnIn(columns, column, rows);
  if (at === -1)
    throw badInput(
      "text",
      column === undefined
        ? `${name} has no row with a text.`
        : `${name} has no column “${column}”; it has ${columns.join(", ")}.`,
    );
  const kept = rows.filter(({ cells }) => (cells[at] ?? "").trim() !== "");
  return {
    name,
    columns,
    cells: kept.map(({ cells }) => cells),
    texts: kept.map(({ cells }) => cells[at] ?? ""),
    lines: kept.map(({ line }) => line),
  };
}

/** The column that is named, else one with a usual name, else that of the longest texts. */
function columnIn(
  columns: readonly string[],
  wanted: string | undefined,
  rows: readonly { readonly cells: readonly string[] }[],
): number {
  if (wanted !== undefined) return columns.indexOf(wanted);
  const usual = columns.findIndex((each) => TEXT_NAMES.includes(each.toLowerCase()));
  if (usual !== -1 || rows.length === 0) return usual;
  const sample = rows.slice(0, 20);
  const lengths = columns.map((_, at) =>
    sample.reduce((sum, { cells }) => sum + (cells[at]?.length ?? 0), 0),
  );
  return lengths.indexOf(Math.max(...lengths));
}
