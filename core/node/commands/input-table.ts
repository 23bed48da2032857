import path from "node:path";
import { parse } from "csv-parse/sync";
import { badInput } from "../../errors.ts";
import type { Terminal } from "./command.ts";
import { readInputText } from "./read-operand.ts";

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

/**
 * The rows of a .csv or .tsv file with a head, or the lines of anything else. Rows without a text are passed over.
 * @throws bad-input where the column is not there or the table cannot be read
 */
export async function readInputTable(
  file: string | undefined,
  { column, terminal }: { readonly column: string | undefined; readonly terminal: Terminal },
): Promise<InputTable> {
  const name = file === undefined || file === "-" ? "standard input" : path.basename(file);
  const content = await readInputText(file, terminal);
  const ending = /\.(csv|tsv)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending !== undefined)
    return tableIn(content, ending === "tsv" ? "\t" : ",", { name, column });
  if (column !== undefined)
    throw badInput("text", `${name} has no columns; --text is for .csv and .tsv files.`);
  const all = content.split(/\r?\n/).map((text, at) => ({ text, line: at + 1 }));
  const kept = all.filter(({ text }) => text.trim() !== "");
  const texts = kept.map(({ text }) => text);
  const cells = texts.map((text) => [text]);
  return { name, columns: ["text"], cells, texts, lines: kept.map(({ line }) => line) };
}

interface Record {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function tableIn(
  content: string,
  delimiter: string,
  { name, column }: { readonly name: string; readonly column: string | undefined },
): InputTable {
  const [head, ...body] = read(content, delimiter, name);
  if (head === undefined) throw badInput("file", `${name} is empty.`);
  const columns = head.record.map((each) => each.trim());
  const at = columnIn(columns, column, body);
  if (at === -1)
    throw badInput(
      "text",
      column === undefined
        ? `${name} has no row with a text.`
        : `${name} has no column “${column}”; it has ${columns.join(", ")}.`,
    );
  const rows = body.filter(({ record }) => (record[at] ?? "").trim() !== "");
  return {
    name,
    columns,
    cells: rows.map(({ record }) => record),
    texts: rows.map(({ record }) => record[at] ?? ""),
    // The parser tells the line that a row ends in.
    lines: rows.map(({ record, info }) => info.lines - lineEndsIn(record)),
  };
}

const lineEndsIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

function read(content: string, delimiter: string, name: string): Record[] {
  try {
    return parse(content, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as Record[];
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw badInput("file", `${name} cannot be read as a table: ${reason}`);
  }
}

/** The column that is named, else one with a usual name, else that of the longest texts. */
function columnIn(
  columns: readonly string[],
  wanted: string | undefined,
  rows: readonly Record[],
): number {
  if (wanted !== undefined) return columns.indexOf(wanted);
  const usual = columns.findIndex((each) => TEXT_NAMES.includes(each.toLowerCase()));
  if (usual !== -1 || rows.length === 0) return usual;
  const sample = rows.slice(0, 20);
  const lengths = columns.map((_, at) =>
    sample.reduce((sum, { record }) => sum + (record[at]?.length ?? 0), 0),
  );
  return lengths.indexOf(Math.max(...lengths));
}
