import { isUnguarded, withoutGuards } from "../../../collection/table/csv-cell.ts";
import {
  type ColumnChoices,
  type ColumnPlan,
  proposeColumns,
  type SourceRecord,
} from "../../../collection/table/propose-columns.ts";
import { isMissingWord, plainText } from "../../../collection/table/read-value.ts";
import { badInput } from "../../../errors.ts";
import { DocumentThread } from "../../documents/document-thread.ts";
import type { SheetChoice } from "../../files/document-records.ts";
import {
  FILE_KINDS,
  listFiles,
  type PassedFile,
  TABLE_KINDS,
  TEXT_KINDS,
  type TextFile,
} from "../../files/list-files.ts";
import { repairMojibake } from "../../files/mojibake.ts";
import {
  type FileFacts,
  type FileRecord,
  locationOf,
  type ReadingChoices,
  type RecordsOptions,
  readRecords,
} from "../../files/read-records.ts";
import { type FileWarning, namedLanguages } from "./import-types.ts";
import {
  countLanguages,
  type DetectLanguage,
  RowLanguages,
  saidLanguage,
} from "./row-languages.ts";

/** Records and characters from which columns are proposed. */
const PREVIEW = 1000;
const MOST_PREVIEWED = 2 ** 23;

/** What a report says of a record whose cells had such apostrophes. */
const GUARD_TAKEN = "an apostrophe before what a spreadsheet runs as a formula was taken off";

/** Some records of a file, in order. */
export interface RecordBatch {
  readonly file: TextFile;
  readonly records: readonly FileRecord[];
  /** Share of the bytes of all files that was read by then, 0..1. */
  readonly done: number;
}

/** What the first records are, and what is odd in them. */
export interface Beginning {
  readonly records: readonly SourceRecord[];
  readonly oddities: readonly FileWarning[];
  /** How the first file was read; undefined for a document. */
  readonly facts: FileFacts | undefined;
}

/** Share of rows, and rows, that may not fit before an import asks. */
const FEW_MISFITS = 0.05;
const SOME_MISFITS = 3;

/** Rows that are not as the table is. */
export const misfitsIn = ({ uneven, rejected }: FileFacts): number =>
  rejected.reduce((sum, { lines }) => sum + lines, uneven);

const rowsIn = (facts: FileFacts): number => facts.total + misfitsIn(facts) - facts.uneven;

/** Whether so many rows do not fit that the table is probably read in the wrong way. */
export function doStop(facts: FileFacts): boolean {
  const misfits = misfitsIn(facts);
  return misfits >= SOME_MISFITS && misfits > FEW_MISFITS * rowsIn(facts);
}

/** @throws bad-input where an import has to ask */
function requireFit(name: string, facts: FileFacts): void {
  if (!doStop(facts)) return;
  const misfits = misfitsIn(facts);
  const rows = rowsIn(facts);
  const [first] = facts.rejected;
  const example = first === undefined ? "" : ` Line ${first.line}: ${first.reason}.`;
  throw badInput(
    "acceptMisfits",
    `${misfits} of ${rows} rows of ${name} do not fit its ${facts.names.length} columns.${example} Choose another delimiter, quote or header line, or accept it: those rows are then kept aside or completed.`,
    { misfits, rows },
  );
}

/** The records of files, which are read once and in order: those that columns are proposed from come again before the rest. */
export class ImportSource {
  readonly files: readonly TextFile[];
  /** Files in folders and archives that are not read, and why. */
  readonly passedOver: readonly PassedFile[];
  /** The sheets of the first workbook, once it is read. */
  sheets: SheetChoice | undefined;
  readonly #paths: readonly string[];
  readonly #documents = new DocumentThread();
  readonly #batches: AsyncGenerator<RecordBatch>;
  /** Read, and not yet taken. */
  #ahead: RecordBatch[] = [];
  #beginning: Promise<Beginning> | undefined;
  #facts: FileFacts | undefined;

  private constructor(paths: readonly string[], { files, passed }: Listed, options: SourceOptions) {
    this.#paths = paths;
    this.files = files;
    this.passedOver = passed;
    const onSheets = (choice: SheetChoice) => {
      this.sheets ??= choice;
    };
    const reading = { ...options, documents: this.#documents, onSheets };
    this.#batches = readBatches(files, reading, (facts) => {
      this.#facts ??= facts;
    });
  }

  /** The files of the paths; of folders their texts and documents, or their tables where they hold none. @throws bad-input */
  static async open(paths: readonly string[], options: SourceOptions = {}): Promise<ImportSource> {
    return new ImportSource(paths, await listSource(paths), options);
  }

  /** As much as columns are proposed from. @throws bad-input where there is no record, cancelled */
  beginning(): Promise<Beginning> {
    this.#beginning ??= this.#readBeginning();
    return this.#beginning;
  }

  async #readBeginning(): Promise<Beginning> {
    const records: SourceRecord[] = [];
    const oddities: FileWarning[] = [...this.passedOver];
    let characters = 0;
    const isEnough = () => records.length >= PREVIEW || characters >= MOST_PREVIEWED;
    while (!isEnough()) {
      const { value: batch, done } = await this.#batches.next();
      if (done === true) break;
      this.#ahead.push(batch);
      for (const { line, fields, problem } of batch.records) {
        if (problem !== undefined)
          oddities.push({ place: locationOf(batch.file, line), reason: problem });
        if (fields === undefined) continue;
        records.push(fields);
        characters += lengthOf(fields);
        if (isEnough()) break;
      }
    }
    if (records.length === 0)
      throw badInput(
        "file",
        `${this.files.map(({ name }) => name).join(", ")} has no row: ${firstReason(oddities) ?? emptiness(this.files)}`,
      );
    return { records, oddities, facts: this.#facts };
  }

  /** All records from the first on. */
  async *batches(): AsyncGenerator<RecordBatch> {
    for (let next = this.#ahead.shift(); next !== undefined; next = this.#ahead.shift()) yield next;
    yield* this.#batches;
  }

  /** Whether a file became another since it was opened. */
  async hasChanged(): Promise<boolean> {
    const { files: now } = await listSource(this.#paths);
    const isSame = (file: TextFile, i: number) =>
      now[i]?.bytes === file.bytes && now[i]?.changed === file.changed;
    return !(now.length === this.files.length && this.files.every(isSame));
  }

  /** Closes the file that is being read. */
  async close(): Promise<void> {
    await this.#batches.return(undefined);
    await this.#documents.close();
  }
}

interface SourceOptions
  extends Pick<RecordsOptions, "tables" | "signal" | "enough" | "sheet">,
    ReadingChoices {
  /** Whether many rows may not fit. */
  readonly acceptMisfits?: boolean | undefined;
}

/** What files would become. */
export interface SourcePreview extends Beginning {
  readonly sheets: SheetChoice | undefined;
  readonly plan: ColumnPlan;
  /** Of the first records, those with letters that were decoded wrongly before. */
  readonly mojibake: number;
  /** Words for a missing value in the first records. */
  readonly missing: number;
  /** Of the first records, most first; "" where it is unclear. */
  readonly languages: ReturnType<typeof namedLanguages>;
}

/** What files would become, and what is odd in them, from their first records; more is not read. @throws bad-input, unknown-column, cancelled */
export async function previewSource(
  paths: readonly string[],
  chosen: ColumnChoices,
  detect: DetectLanguage,
  options: SourceOptions = {},
): Promise<SourcePreview> {
  const source = await ImportSource.open(paths, {
    ...options,
    enough: MOST_PREVIEWED,
    acceptMisfits: true,
  });
  try {
    const beginning = await source.beginning();
    const plan = proposeColumns(beginning.records, chosen);
    const { records } = beginning;
    return {
      ...beginning,
      plan,
      sheets: source.sheets,
      mojibake: mojibakeIn(records),
      missing: records.flatMap((record) => [...record.values()]).filter(isMissingWord).length,
      languages: await languagesIn(records, plan, detect),
    };
  } finally {
    await source.close();
  }
}

/** How many records have letters that were decoded wrongly before. */
export const mojibakeIn = (records: readonly SourceRecord[]): number =>
  records.filter((record) => [...record.values()].some(looksMojibake)).length;

const looksMojibake = (value: unknown) =>
  typeof value === "string" && repairMojibake(value) !== value;

async function languagesIn(
  records: readonly SourceRecord[],
  plan: ColumnPlan,
  detect: DetectLanguage,
) {
  const filled = records.filter((record) => plainText(record.get(plan.text)).trim() !== "");
  const codes = filled.map((record) => saidLanguage(plan, record));
  const unsaid = filled.filter((_, i) => codes[i] === undefined);
  const found = await new RowLanguages(detect).of(
    unsaid.map((record) => plainText(record.get(plan.text))),
  );
  const all = [...codes.filter((code) => code !== undefined), ...found];
  return namedLanguages(countLanguages(all));
}

interface Listed {
  readonly files: readonly TextFile[];
  readonly passed: readonly PassedFile[];
}

async function listSource(paths: readonly string[]): Promise<Listed> {
  if (paths.length === 0) throw badInput("file", "Name the file or folder to import.");
  const passed: PassedFile[] = [];
  const files = await listFiles(paths, {
    kinds: FILE_KINDS,
    inFolders: TEXT_KINDS,
    orElse: TABLE_KINDS,
    onPassed: (each) => passed.push(each),
  });
  return { files, passed };
}

async function* readBatches(
  files: readonly TextFile[],
  options: SourceOptions & RecordsOptions,
  onFirstFacts: (facts: FileFacts) => void,
): AsyncGenerator<RecordBatch> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  const onBytes = (bytes: number) => {
    read += bytes;
  };
  for (const file of files) {
    const onFacts = (facts: FileFacts) => {
      if (options.acceptMisfits !== true) requireFit(file.name, facts);
      onFirstFacts(facts);
    };
    const records = readRecords(file, { ...options, onBytes, onFacts });
    for await (const batch of unguarded(file, records))
      yield { file, records: batch, done: Math.min(1, read / Math.max(1, total)) };
  }
}

const firstReason = ([first]: readonly FileWarning[]) => first && `${first.reason}.`;
/**
 * Takes off the apostrophes that an export puts before formulas. A table whose first records hold a formula without one is no
 * such export, and stays as it is.
 */
async function* unguarded(
  { kind }: TextFile,
  batches: AsyncIterable<FileRecord[]>,
): AsyncGenerator<FileRecord[]> {
  let isExport = kind === "csv" || kind === "tsv";
  let isFirst = true;
  for await (const records of batches) {
    if (isFirst) isExport &&= !records.some(hasFormula);
    isFirst = false;
    yield isExport ? records.map(withoutItsGuards) : records;
  }
}

const cellsOf = ({ fields }: FileRecord): [string, unknown][] => [...(fields ?? [])];
const hasFormula = (record: FileRecord): boolean =>
  cellsOf(record)
    .flat()
    .some((cell) => typeof cell === "string" && isUnguarded(cell));

function withoutItsGuards(record: FileRecord): FileRecord {
  const fields = new Map(
    cellsOf(record).map(([name, cell]) => [
      withoutGuards(name),
      typeof cell === "string" ? withoutGuards(cell) : cell,
    ]),
  );
  const isSame = cellsOf(record).every(([name, cell]) => fields.get(name) === cell);
  if (isSame) return record;
  const problem = [record.problem, GUARD_TAKEN].filter((each) => each !== undefined).join("; ");
  return { ...record, fields, problem };
}

/** What is known of files without a row. */
const emptiness = (files: readonly TextFile[]): string =>
  files.every(({ bytes }) => bytes === 0)
    ? "it is empty."
    : "a table needs a line with the names of its columns, and a line for each row.";

function lengthOf(fields: SourceRecord): number {
  let length = 0;
  for (const value of fields.values()) length += typeof value === "string" ? value.length : 0;
  return length;
}
