import { appendFile, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Column, Value } from "../../../api/schema/collection-types.ts";
import {
  checkCollectionName,
  checkColumnCount,
  checkColumnList,
} from "../../../collection/port/check-head.ts";
import { readSourceFields, SOURCE_FIELDS } from "../../../collection/port/source-fields.ts";
import type { CollectionInfo, NewRow, ReadWith } from "../../../collection/port/store.ts";
import {
  type ColumnPlan,
  proposeColumns,
  type SourceRecord,
} from "../../../collection/table/propose-columns.ts";
import { plainText } from "../../../collection/table/read-value.ts";
import { sourceFields } from "../../../collection/table/source-fields.ts";
import { ApiError, badInput, conflict, throwIfCancelled } from "../../../errors.ts";
import { NO_POSITIONS } from "../../../fingerprint/positions.ts";
import type { Positions } from "../../../kernel/grid.ts";
import { nameOfLanguage } from "../../../text/language-names.ts";
import type { TextFile } from "../../files/list-files.ts";
import { type FileRecord, locationOf } from "../../files/read-records.ts";
import { type Draft, draftRows, IdGiver, type NamedRecord, valueFor } from "./draft-rows.ts";
import { ImportSource, mojibakeIn } from "./import-source.ts";
import type {
  FileWarning,
  ImportedCollection,
  ImportReport,
  ImportRequest,
  ImportTools,
  ImportWatch,
} from "./import-types.ts";
import {
  addFindings,
  addLanguages,
  emptyTally,
  type Finding,
  reportTally,
  type TallyJson,
} from "./import-types.ts";
import type { TextReading } from "./text-reading.ts";

/** Records that are read and written together; the first are fewer, so that there soon is something to see. */
const BATCH = 500;
const FIRST_BATCH = 250;
/** Batches whose texts are being read while an earlier one is written. */
const AHEAD = 4;
/** Rows a call of the store. */
const MOST_PUT = 1000;
/** Folder, beside the user's other data, of rows that could not be read. */
export const NOT_IMPORTED = "not-imported";
/** Under which the collection keeps how far an import has come. */
const NOTE = "import";

/** How far an import has come, kept in the collection with every batch. */
interface Progress {
  readonly source: string;
  /** Records whose rows are all on disk. */
  readonly records: number;
  readonly plan: ColumnPlan;
  readonly tally: TallyJson;
}

/**
 * Reads files into a collection, which is made if there is none of the name. Rows whose id is there are replaced. What is
 * on disk is noted with every batch, so an import that was interrupted goes on where it was when it is asked for again;
 * rows have the ids they would have had, so none comes twice.
 *
 * @throws bad-input, unknown-column, conflict for a collection of another retina or text column, cancelled
 */
export async function importCollection(
  request: ImportRequest,
  tools: ImportTools,
  watch: ImportWatch,
): Promise<ImportReport> {
  const name = checkCollectionName(request.name);
  const source = await ImportSource.open(request.paths, {
    ...request.reading,
    acceptMisfits: request.acceptMisfits,
    tables: tools.tables,
    signal: watch.signal,
    sheet: request.sheet,
  });
  try {
    const collection = tools.store.open(name);
    const progress =
      (await interrupted(collection, sourceKey(request, source, tools))) ??
      (await begin({ ...request, name }, source, tools));
    await meetLanguages(source, progress.plan, tools.reading);
    const run = new ImportRun(
      { ...request, name },
      { collection, progress, info: await collection.describe() },
      tools,
      watch,
    );
    return await run.all(source);
  } finally {
    await source.close();
  }
}

/** Tells whether it is the same import of the same files, read alike. */
const sourceKey = (
  { split, chosen, sheet, reading }: ImportRequest,
  { files }: ImportSource,
  { retina: { reader } }: Pick<ImportTools, "retina">,
): string =>
  JSON.stringify([
    files.map(({ file, bytes, changed }) => [file, bytes, changed]),
    split,
    chosen,
    ...(sheet === undefined ? [] : [sheet]),
    ...(reading === undefined ? [] : [reading]),
    ...(reader === undefined ? [] : [reader.checksum]),
  ]);

/** Where an import that was interrupted goes on. */
async function interrupted(
  collection: ImportedCollection,
  source: string,
): Promise<Progress | undefined> {
  const kept = await unlessUnknown(collection.note(NOTE));
  const before = kept === undefined ? undefined : (JSON.parse(kept) as Progress);
  return before?.source === source ? before : undefined;
}

/** Tells the columns from the first records, and makes or extends the collection. */
async function begin(
  request: ImportRequest,
  source: ImportSource,
  { store, retina, reading }: ImportTools,
): Promise<Progress> {
  const { name, split, chosen } = request;
  const { records } = await source.beginning();
  const plan = proposeColumns(records, chosen);
  checkLanguage(plan, reading);
  const columns = [...plan.columns, ...(split === "none" ? [] : PART_COLUMNS)];
  const roles = { ...plan.roles, ...(split === "none" ? {} : { parent: "parent", part: "part" }) };
  checkColumnList(columns, roles);
  const tally = emptyTally();
  addFindings(
    tally,
    source.passedOver.map((each) => ({ ...each, kind: "skipped" })),
  );
  tally.oddities.push(...doubts(source, records, plan));
  const fresh = { source: sourceKey(request, source, { retina }), records: 0, plan, tally };
  const collection = store.open(name);
  const known = await unlessUnknown(collection.describe());
  if (known === undefined) {
    await store.create({ name, retina, columns, roles, created: new Date().toISOString() });
    await collection.setNote(SOURCE_FIELDS, JSON.stringify(sourceFields(plan, records)));
    return fresh;
  }
  if (known.retina.checksum !== retina.checksum)
    throw conflict(
      `“${name}” was read with the retina “${known.retina.name}”; add to it with that one, or import under another name.`,
    );
  if (known.retina.reader?.checksum !== retina.reader?.checksum)
    throw conflict(
      `“${name}” was read ${readBy(known.retina)}, and texts that are read otherwise cannot be found beside its own: add to it so, or import under another name.`,
    );
  const fields = readSourceFields(await collection.note(SOURCE_FIELDS));
  if (fields !== undefined && fields.text !== plan.text)
    throw conflict(
      `“${name}” holds the texts of the column “${fields.text}”, and this import reads those of “${plan.text}”, so each row would come twice. Choose “${fields.text}” as the text column, or import under another name.`,
      { text: plan.text, known: fields.text },
    );
  checkColumnCount(new Set([...known.columns, ...columns].map((column) => column.name)).size);
  await collection.extend(columns, { ...roles, ...known.roles });
  return { ...fresh, plan: { ...plan, columns: plan.columns.map((each) => asKept(each, known)) } };
}

/** What is read as it is, and probably should not be. */
function doubts(
  { files: [file] }: ImportSource,
  records: readonly SourceRecord[],
  { ambiguous = [] }: ColumnPlan,
): FileWarning[] {
  const reasons = ambiguous.map(
    (column) =>
      `in “${column}” day or month may come first, so its values stay text; choose the date format dmy or mdy`,
  );
  const garbled = mojibakeIn(records);
  if (garbled > 0)
    reasons.push(
      `${garbled} of the first ${records.length} rows have letters that were decoded wrongly before (such as Ã¼); import it with their repair`,
    );
  return reasons.map((reason) => ({ place: file?.name ?? "", reason }));
}

/** Shows the first records to what tells languages, so that the first rows have many beside them, too. */
async function meetLanguages(
  source: ImportSource,
  plan: ColumnPlan,
  reading: TextReading,
): Promise<void> {
  if (plan.language !== undefined || plan.roles.language !== undefined) return;
  const { records } = await source.beginning();
  await reading.languages(records.map((record) => plainText(record.get(plan.text))));
}

/** @throws bad-input for a language that the map has no retina of */
function checkLanguage({ language }: ColumnPlan, { own, known }: TextReading): void {
  if (language === undefined || language === own || known.includes(language)) return;
  throw badInput(
    "language",
    `No retina on this map reads “${language}”; there are: ${known.join(", ") || "none"}.`,
    { value: language, known: [...known] },
  );
}

const readBy = ({ reader }: ReadWith) =>
  reader === undefined ? "by words" : `by the reader “${reader.name}” as it was then`;

const asKept = (column: Column, { columns }: CollectionInfo): Column =>
  columns.find(({ name }) => name === column.name) ?? column;

const PART_COLUMNS: readonly Column[] = [
  { name: "parent", type: "text" },
  { name: "part", type: "number" },
];

async function unlessUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === "unknown-collection") return undefined;
    throw cause;
  }
}

/** What the column is called that says in which language each row was read; another where the file has one of that name. */
const LANGUAGE = "language";
const OWN_LANGUAGE = "language (found)";

interface Start {
  readonly collection: ImportedCollection;
  readonly progress: Progress;
  readonly info: CollectionInfo;
}

/** Rows on their way: read, and not yet on disk. */
interface Batch {
  readonly drafts: readonly Draft[];
  readonly findings: readonly Finding[];
  readonly cells: Promise<readonly (Positions | undefined)[]>;
  /** Records up to its end, and the share of the files that was read by then. */
  readonly records: number;
  readonly done: number;
}

class ImportRun {
  readonly #request: ImportRequest;
  readonly #collection: ImportedCollection;
  readonly #tools: ImportTools;
  readonly #watch: ImportWatch;
  readonly #progress: Progress;
  readonly #tally: TallyJson;
  readonly #ids: IdGiver;
  readonly #waiting: Batch[] = [];
  #columns: readonly Column[];
  /** The column in which the languages of rows are kept that the import itself has found; made with the first that is another. */
  #languageColumn: string | undefined;
  /** Of the records that were read and are in no batch yet. */
  #findings: Finding[] = [];
  #misfitsFile: string | undefined;

  constructor(
    request: ImportRequest,
    { collection, progress, info }: Start,
    tools: ImportTools,
    watch: ImportWatch,
  ) {
    this.#request = request;
    this.#collection = collection;
    this.#tools = tools;
    this.#watch = watch;
    this.#progress = progress;
    this.#tally = progress.tally;
    this.#ids = new IdGiver(progress.plan);
    this.#columns = info.columns;
    this.#languageColumn = info.roles.language;
  }

  async all(source: ImportSource): Promise<ImportReport> {
    const { signal } = this.#watch;
    for await (const { file, records, done } of source.batches())
      for (let from = 0, size = 0; from < records.length; from += size) {
        throwIfCancelled(signal);
        size = this.#ids.records < BATCH ? FIRST_BATCH : BATCH;
        await this.#begin(file, records.slice(from, from + size), done);
        while (this.#waiting.length > AHEAD) await this.#finishOne();
      }
    while (this.#waiting.length > 0) {
      throwIfCancelled(signal);
      await this.#finishOne();
    }
    // What was passed over at the very end.
    addFindings(this.#tally, this.#findings);
    await this.#collection.setNote(NOTE, undefined);
    await this.#collection.prepare();
    return {
      name: this.#request.name,
      plan: this.#progress.plan,
      records: this.#ids.records,
      resumedAt: this.#progress.records,
      isChanged: await source.hasChanged(),
      ...(this.#misfitsFile && { misfitsFile: this.#misfitsFile }),
      ...reportTally(this.#tally),
    };
  }

  /** Whether the next record was not brought in by an earlier run. */
  get #isNew(): boolean {
    return this.#ids.records >= this.#progress.records;
  }

  /** Has texts read, without waiting for it. Records that an earlier run brought in only give their ids. */
  async #begin(file: TextFile, records: readonly FileRecord[], done: number): Promise<void> {
    const fresh: NamedRecord[] = [];
    for (const { line, fields, problem, raw } of records) {
      const isNew = this.#isNew;
      const place = locationOf(file, line);
      const named = fields && this.#ids.name({ place, record: fields });
      if (!isNew) continue;
      if (raw !== undefined) await this.#keepAside(raw);
      if (named !== undefined) fresh.push(named);
      const kind = named === undefined ? "skipped" : "repaired";
      if (problem !== undefined) this.#findings.push({ kind, place, reason: problem });
    }
    const count = this.#ids.records;
    if (fresh.length === 0) {
      this.#watch.onProgress({ rows: count, done });
      return;
    }
    const { reading } = this.#tools;
    const how = { plan: this.#progress.plan, split: this.#request.split, reading };
    const drafts = await draftRows(fresh, how, (finding) => this.#findings.push(finding));
    const findings = this.#findings;
    this.#findings = [];
    const filled = drafts.filter(hasText);
    const cells = reading.fingerprints(
      filled.map(({ text }) => text),
      filled.map(({ language }) => language),
    );
    // Whoever finishes the batch meets what it rejects with.
    cells.catch(() => undefined);
    this.#waiting.push({ drafts, findings, cells, records: count, done });
  }

  /** A record that cannot be read goes to a file, so that it can be put right. */
  async #keepAside(raw: string): Promise<void> {
    const { misfitsFolder } = this.#tools;
    if (this.#misfitsFile === undefined) {
      const name = this.#request.name.replace(/[^\p{L}\p{N} _.-]/gu, "_");
      this.#misfitsFile = path.join(misfitsFolder, `${name}.txt`);
      await mkdir(misfitsFolder, { recursive: true });
      if (this.#progress.records === 0) await rm(this.#misfitsFile, { force: true });
    }
    await appendFile(this.#misfitsFile, `${raw}\n`);
  }

  /** Writes the oldest batch. */
  async #finishOne(): Promise<void> {
    const batch = this.#waiting.shift()!;
    await this.#addColumns(batch.drafts);
    const { rows, findings } = this.#rowsOf(batch.drafts, await batch.cells);
    for (let from = 0; from < rows.length; from += MOST_PUT) {
      const count = await this.#collection.put(rows.slice(from, from + MOST_PUT));
      this.#tally.added += count.added;
      this.#tally.updated += count.updated;
    }
    addFindings(this.#tally, [...batch.findings, ...findings]);
    addLanguages(
      this.#tally,
      batch.drafts.filter(hasText).map(({ language }) => language),
    );
    const progress: Progress = { ...this.#progress, records: batch.records, tally: this.#tally };
    await this.#collection.setNote(NOTE, JSON.stringify(progress));
    // From here on it goes on behind them, whatever happens.
    this.#watch.onProgress({ rows: batch.records, done: batch.done });
  }

  #rowsOf(drafts: readonly Draft[], cells: readonly (Positions | undefined)[]) {
    const findings: Finding[] = [];
    let next = 0;
    const rows = drafts.map((draft): NewRow => {
      const { id, text, place } = draft;
      const values = this.#withLanguage(draft);
      const isEmpty = !hasText(draft);
      const own = isEmpty ? undefined : cells[next++];
      if (isEmpty) findings.push({ kind: "withoutText", place, reason: "it has no text" });
      else if (own === undefined)
        findings.push({ kind: "withoutKnownWord", place, reason: "it has no known word" });
      return {
        id,
        text,
        values: this.#columns.map((column) => valueFor(values, column)),
        cells: own ?? NO_POSITIONS,
      };
    });
    return { rows, findings };
  }

  /** The values of a row, with its language where the import keeps that. */
  #withLanguage({ values, language }: Draft): ReadonlyMap<string, Value> {
    const column = this.#languageColumn;
    if (column === undefined || language === "" || values.has(column)) return values;
    return new Map([...values, [column, nameOfLanguage(language)]]);
  }

  /** The first row in another language makes a column for it. Rows before it that have no value there are in the retina's. */
  async #addLanguageColumn(drafts: readonly Draft[]): Promise<void> {
    const { own } = this.#tools.reading;
    const isOther = ({ language }: Draft) => language !== "" && language !== own;
    if (own === undefined || this.#languageColumn !== undefined || !drafts.some(isOther)) return;
    const isTaken = this.#columns.some(({ name }) => name === LANGUAGE);
    const name = isTaken ? OWN_LANGUAGE : LANGUAGE;
    checkColumnCount(this.#columns.length + 1);
    const { roles } = await this.#collection.describe();
    await this.#collection.extend([{ name, type: "text" }], { ...roles, language: name });
    this.#columns = (await this.#collection.describe()).columns;
    this.#languageColumn = name;
  }

  /** Fields that the first records did not have. */
  async #addColumns(drafts: readonly Draft[]): Promise<void> {
    await this.#addLanguageColumn(drafts);
    const known = new Set(this.#columns.map(({ name }) => name));
    const added = new Set(drafts.flatMap(({ values }) => [...values.keys()]));
    const columns = [...added]
      .filter((name) => !known.has(name))
      .map((name) => ({ name, type: "text" as const }));
    if (columns.length === 0) return;
    checkColumnCount(known.size + columns.length);
    await this.#collection.extend(columns, (await this.#collection.describe()).roles);
    this.#columns = (await this.#collection.describe()).columns;
  }
}

const hasText = ({ text }: Draft): boolean => text.trim() !== "";
