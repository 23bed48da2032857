import type { Column } from "../../../api/collection-types.ts";
import { checkCollectionName, checkColumnCount } from "../../../collection/check-head.ts";
import type { NewRow } from "../../../collection/store.ts";
import { throwIfCancelled } from "../../../errors.ts";
import { NO_POSITIONS } from "../../../fingerprint/positions.ts";
import type { Positions } from "../../../kernel/grid.ts";
import type { TextFile } from "../../files/list-files.ts";
import { type FileRecord, placeOf, readRecords } from "../../files/read-records.ts";
import { type Draft, draftRows, IdGiver, type NamedRecord, valueFor } from "./draft-rows.ts";
import type { ImportReport, ImportRequest, ImportTools, ImportWatch } from "./import-types.ts";
import { listSource, NOTE, type Progress, prepareImport, previewSource } from "./prepare-import.ts";
import { addLanguages, addOdd, type Odd, reportTally, type TallyJson } from "./tally.ts";

/** Records that are read and written together; the first are fewer, so that there soon is something to see. */
const BATCH = 500;
const FIRST_BATCH = 250;
/** Batches whose texts are being read while an earlier one is written. */
const AHEAD = 4;
/** Rows a call of the store. */
const MOST_PUT = 1000;

/**
 * Reads files into a collection, which is made if there is none of the name. Rows whose id is there are replaced. What is
 * on disk is noted with every batch, so an import that was interrupted goes on where it was when it is asked for again;
 * rows have the ids they would have had, so none comes twice.
 *
 * @throws bad-input, unknown-column, conflict for a collection of another retina, cancelled
 */
export async function importCollection(
  request: ImportRequest,
  tools: ImportTools,
  watch: ImportWatch,
): Promise<ImportReport> {
  const name = checkCollectionName(request.name);
  const preview = await previewSource(request.paths, request.wishes, {
    parquet: tools.parquet,
    signal: watch.signal,
  });
  const source = JSON.stringify([
    preview.files.map(({ file, bytes, changed }) => [file, bytes, changed]),
    request.split,
    request.wishes,
  ]);
  const progress = await prepareImport(name, source, preview.plan, request.split, tools);
  const { columns } = await tools.store.describe(name);
  return new ImportRun({ ...request, name }, { progress, columns }, tools, watch).all(
    preview.files,
  );
}

interface Start {
  readonly progress: Progress;
  readonly columns: readonly Column[];
}

/** Rows on their way: read, and not yet on disk. */
interface Batch {
  readonly drafts: readonly Draft[];
  readonly odd: readonly Odd[];
  readonly cells: Promise<readonly (Positions | undefined)[]>;
  readonly texts: readonly string[];
  /** Records up to its end, and the share of the files that was read by then. */
  readonly records: number;
  readonly done: number;
}

class ImportRun {
  readonly #request: ImportRequest;
  readonly #tools: ImportTools;
  readonly #watch: ImportWatch;
  readonly #progress: Progress;
  readonly #tally: TallyJson;
  readonly #ids: IdGiver;
  readonly #waiting: Batch[] = [];
  #columns: readonly Column[];
  /** Of the records that were read and are in no batch yet. */
  #odd: Odd[] = [];

  constructor(
    request: ImportRequest,
    { progress, columns }: Start,
    tools: ImportTools,
    watch: ImportWatch,
  ) {
    this.#request = request;
    this.#tools = tools;
    this.#watch = watch;
    this.#progress = progress;
    this.#tally = progress.tally;
    this.#ids = new IdGiver(progress.plan);
    this.#columns = columns;
  }

  async all(files: readonly TextFile[]): Promise<ImportReport> {
    const total = Math.max(
      1,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    let read = 0;
    const onBytes = (bytes: number) => {
      read += bytes;
    };
    const { parquet } = this.#tools;
    const { signal } = this.#watch;
    for (const file of files)
      for await (const records of readRecords(file, { onBytes, signal, parquet }))
        for (let from = 0, size = 0; from < records.length; from += size) {
          throwIfCancelled(signal);
          size = this.#ids.records < BATCH ? FIRST_BATCH : BATCH;
          const some = records.slice(from, from + size);
          await this.#begin(file, some, Math.min(1, read / total));
          while (this.#waiting.length > AHEAD) await this.#finishOne();
        }
    while (this.#waiting.length > 0) {
      throwIfCancelled(this.#watch.signal);
      await this.#finishOne();
    }
    // What was passed over at the very end.
    addOdd(this.#tally, this.#odd);
    await this.#tools.store.setNote(this.#request.name, NOTE, undefined);
    return this.#report(await hasChanged(files, this.#request.paths));
  }

  /** Whether the next record was not brought in by an earlier run. */
  get #isNew(): boolean {
    return this.#ids.records >= this.#progress.records;
  }

  /** Has texts read, without waiting for it. Records that an earlier run brought in only give their ids. */
  async #begin(file: TextFile, records: readonly FileRecord[], done: number): Promise<void> {
    const fresh: NamedRecord[] = [];
    for (const { line, fields, odd } of records) {
      const isNew = this.#isNew;
      const place = placeOf(file, line);
      const named = fields && this.#ids.name({ place, record: fields });
      if (!isNew) continue;
      if (named !== undefined) fresh.push(named);
      const kind = named === undefined ? "skipped" : "repaired";
      if (odd !== undefined) this.#odd.push({ kind, place, reason: odd });
    }
    const count = this.#ids.records;
    if (fresh.length === 0) {
      this.#watch.onProgress({ rows: count, done });
      return;
    }
    const { reading } = this.#tools;
    const how = { plan: this.#progress.plan, split: this.#request.split, reading };
    const drafts = await draftRows(fresh, how, (odd) => this.#odd.push(odd));
    const odd = this.#odd;
    this.#odd = [];
    const texts = drafts.map(({ text }) => text).filter((text) => text.trim() !== "");
    const cells = reading.fingerprints(texts);
    // Whoever finishes the batch is told.
    cells.catch(() => undefined);
    this.#waiting.push({ drafts, odd, cells, texts, records: count, done });
  }

  /** Writes the oldest batch. */
  async #finishOne(): Promise<void> {
    const batch = this.#waiting.shift()!;
    await this.#addColumns(batch.drafts);
    const { rows, odd } = this.#rowsOf(batch.drafts, await batch.cells);
    const { store } = this.#tools;
    const { name } = this.#request;
    for (let from = 0; from < rows.length; from += MOST_PUT) {
      const count = await store.put(name, rows.slice(from, from + MOST_PUT));
      this.#tally.added += count.added;
      this.#tally.updated += count.updated;
    }
    // The rows can be looked at by now; telling languages begins with loading what is known of them.
    this.#watch.onProgress({ rows: batch.records, done: batch.done });
    addOdd(this.#tally, [...batch.odd, ...odd]);
    addLanguages(this.#tally, await this.#tools.reading.languages(batch.texts));
    const progress: Progress = {
      ...this.#progress,
      records: batch.records,
      tally: this.#tally,
    };
    await store.setNote(name, NOTE, JSON.stringify(progress));
  }

  #rowsOf(drafts: readonly Draft[], cells: readonly (Positions | undefined)[]) {
    const odd: Odd[] = [];
    let next = 0;
    const rows = drafts.map(({ id, text, values, place }): NewRow => {
      const isEmpty = text.trim() === "";
      const own = isEmpty ? undefined : cells[next++];
      if (isEmpty) odd.push({ kind: "withoutText", place, reason: "it has no text" });
      else if (own === undefined)
        odd.push({ kind: "withoutKnownWord", place, reason: "it has no known word" });
      return {
        id,
        text,
        values: this.#columns.map((column) => valueFor(values, column)),
        cells: own ?? NO_POSITIONS,
      };
    });
    return { rows, odd };
  }

  /** Fields that the first records did not have. */
  async #addColumns(drafts: readonly Draft[]): Promise<void> {
    const known = new Set(this.#columns.map(({ name }) => name));
    const added = new Set(drafts.flatMap(({ values }) => [...values.keys()]));
    const columns = [...added]
      .filter((name) => !known.has(name))
      .map((name) => ({ name, type: "text" as const }));
    if (columns.length === 0) return;
    checkColumnCount(known.size + columns.length);
    const { store } = this.#tools;
    const { name } = this.#request;
    await store.extend(name, columns, (await store.describe(name)).roles);
    this.#columns = (await store.describe(name)).columns;
  }

  #report(isChanged: boolean): ImportReport {
    return {
      name: this.#request.name,
      plan: this.#progress.plan,
      records: this.#ids.records,
      resumedAt: this.#progress.records,
      isChanged,
      ...reportTally(this.#tally),
    };
  }
}

async function hasChanged(files: readonly TextFile[], paths: readonly string[]): Promise<boolean> {
  const now = await listSource(paths);
  const isSame = (file: TextFile, i: number) =>
    now[i]?.bytes === file.bytes && now[i]?.changed === file.changed;
  return !(now.length === files.length && files.every(isSame));
}
