import { setImmediate } from "node:timers/promises";
import type { Column, Value } from "../../api/collection-types.ts";
import type { Cancellation } from "../../cancellation.ts";
import { checkCollectionName, checkColumnList, isRowId } from "../../collection/check-head.ts";
import {
  type ColumnPlan,
  type PlanWishes,
  proposeColumns,
  type SourceRecord,
} from "../../collection/propose-columns.ts";
import { plainText, readValue } from "../../collection/read-value.ts";
import type { CollectionStore, NewRow } from "../../collection/store.ts";
import { cleanText } from "../../collection/values.ts";
import type { Model } from "../../engine.ts";
import { ApiError, badInput, conflict, throwIfCancelled } from "../../errors.ts";
import { NO_POSITIONS } from "../../fingerprint/positions.ts";
import { murmur3 } from "../../kernel/murmur3.ts";
import type { Positions } from "../../retina/types.ts";
import type { LanguageAnswer } from "../../text/types.ts";
import { listSource, type PlacedRecord, readSource, type SourceFile } from "./read-source.ts";

export const SPLITS = ["none", "paragraphs", "slices"] as const;
/** One row for each text, or one for each part of it, which keeps whose part it is. */
export type Split = (typeof SPLITS)[number];

export interface ImportRequest {
  readonly name: string;
  readonly paths: readonly string[];
  readonly split: Split;
  readonly wishes: PlanWishes;
}

export interface ImportTools {
  readonly store: CollectionStore;
  readonly model: Model;
  readonly language: (text: string) => LanguageAnswer | Promise<LanguageAnswer>;
}

export interface ImportWatch {
  readonly signal: Cancellation;
  /** After each batch that is on disk. */
  onProgress(progress: ImportProgress): void;
}

export interface ImportProgress {
  readonly rows: number;
  /** Share of the files' bytes, 0..1. */
  readonly done: number;
}

/** A row or value that is not as it should be. */
export interface Oddity {
  readonly place: string;
  readonly reason: string;
}

export interface ImportReport {
  readonly name: string;
  readonly plan: ColumnPlan;
  readonly records: number;
  readonly added: number;
  readonly updated: number;
  readonly withoutText: number;
  readonly withoutKnownWord: number;
  /** Values that do not fit their column; kept as texts in a column “… (as given)”. */
  readonly unread: number;
  readonly skipped: number;
  /** The first hundred of all of these. */
  readonly oddities: readonly Oddity[];
  /** English names, most rows first; "" where it is unknown. */
  readonly languages: readonly { readonly language: string; readonly rows: number }[];
  /** Records that an earlier, interrupted import had brought in already. */
  readonly resumedAt: number;
  /** A file became another while it was read: import it again. */
  readonly isChanged: boolean;
}

const PREVIEW = 1000;
const BATCH = 250;
const MOST_LISTED = 100;
const NOTE = "import";

/** How far an import has come, kept in the collection with every batch. */
interface Progress {
  readonly source: string;
  /** Records whose rows are all on disk. */
  readonly records: number;
  readonly plan: ColumnPlan;
  readonly tally: Tally;
}

interface Tally {
  added: number;
  updated: number;
  withoutText: number;
  withoutKnownWord: number;
  unread: number;
  skipped: number;
  oddities: Oddity[];
  languages: [string, number][];
}

const NOTHING: Tally = {
  added: 0,
  updated: 0,
  withoutText: 0,
  withoutKnownWord: 0,
  unread: 0,
  skipped: 0,
  oddities: [],
  languages: [],
};

/** What a file would become, from its first records. @throws bad-input, unknown-column */
export async function previewSource(paths: readonly string[], wishes: PlanWishes) {
  const files = await listSource(paths);
  const records: SourceRecord[] = [];
  for (const file of files) {
    for await (const batch of readSource(file, ignore, ignore)) {
      records.push(...batch.map(({ record }) => record));
      if (records.length >= PREVIEW) break;
    }
    if (records.length >= PREVIEW) break;
  }
  if (records.length === 0) throw badInput("file", `There is no row in ${paths.join(", ")}.`);
  return { files, plan: proposeColumns(records.slice(0, PREVIEW), wishes), records };
}

const ignore = () => undefined;

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
  const preview = await previewSource(request.paths, request.wishes);
  const source = JSON.stringify([
    preview.files.map(({ file, bytes, changed }) => [file, bytes, changed]),
    request.split,
    request.wishes,
  ]);
  const progress = await prepare(name, source, preview.plan, request.split, tools);
  const run = new ImportRun(request, progress, tools, watch);
  return run.all(preview.files, source);
}

/** Makes or extends the collection. @returns where an interrupted import of the same files goes on */
async function prepare(
  name: string,
  source: string,
  plan: ColumnPlan,
  split: Split,
  { store, model }: ImportTools,
): Promise<Progress> {
  const { name: retina, checksum } = model.retina;
  const columns = [...plan.columns, ...(split === "none" ? [] : PART_COLUMNS)];
  const roles = { ...plan.roles, ...(split === "none" ? {} : { parent: "parent", part: "part" }) };
  checkColumnList(columns, roles);
  const known = (await store.list()).find((each) => each.name === name);
  const fresh = { source, records: 0, plan, tally: structuredClone(NOTHING) };
  if (known === undefined) {
    const created = new Date().toISOString();
    await store.create({ name, retina: { name: retina, checksum }, columns, roles, created });
    return fresh;
  }
  if (known.retina.checksum !== checksum)
    throw conflict(
      `“${name}” was read with the retina “${known.retina.name}”; add to it with that one, or import under another name.`,
    );
  const types = new Map(known.columns.map((column) => [column.name, column.type]));
  await store.extend(name, columns, { ...roles, ...known.roles });
  const kept = await store.note(name, NOTE);
  const before = kept === undefined ? undefined : (JSON.parse(kept) as Progress);
  if (before?.source === source) return before;
  const asKept = plan.columns.map((column) => ({
    ...column,
    type: types.get(column.name) ?? column.type,
  }));
  return { ...fresh, plan: { ...plan, columns: asKept } };
}

const PART_COLUMNS: readonly Column[] = [
  { name: "parent", type: "text" },
  { name: "part", type: "number" },
];

/** One row before its fingerprint. */
interface Draft {
  readonly id: string;
  readonly text: string;
  readonly values: ReadonlyMap<string, Value>;
  readonly place: string;
}

class ImportRun {
  readonly #request: ImportRequest;
  readonly #tools: ImportTools;
  readonly #watch: ImportWatch;
  readonly #plan: ColumnPlan;
  readonly #tally: Tally;
  readonly #languages: Map<string, number>;
  readonly #startAt: number;
  /** How often each id came in these files. */
  readonly #ids = new Map<string, number>();
  #columns: readonly Column[] = [];
  #records = 0;

  constructor(request: ImportRequest, progress: Progress, tools: ImportTools, watch: ImportWatch) {
    this.#request = request;
    this.#tools = tools;
    this.#watch = watch;
    this.#plan = progress.plan;
    this.#tally = progress.tally;
    this.#languages = new Map(progress.tally.languages);
    this.#startAt = progress.records;
  }

  async all(files: readonly SourceFile[], source: string): Promise<ImportReport> {
    const { store } = this.#tools;
    this.#columns = (await store.describe(this.#request.name)).columns;
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    let read = 0;
    const onBytes = (bytes: number) => {
      read += bytes;
    };
    const onSkip = (place: string, reason: string) => {
      if (this.#records >= this.#startAt) this.#note("skipped", place, reason);
    };
    for (const file of files)
      for await (const records of readSource(file, onBytes, onSkip))
        for (let from = 0; from < records.length; from += BATCH) {
          throwIfCancelled(this.#watch.signal);
          if (await this.#take(records.slice(from, from + BATCH))) await this.#keep(source);
          this.#watch.onProgress({
            rows: this.#records,
            done: Math.min(1, read / Math.max(1, total)),
          });
        }
    const now = await listSource(this.#request.paths);
    await store.setNote(this.#request.name, NOTE, undefined);
    const isSame = (file: SourceFile, i: number) =>
      now[i]?.bytes === file.bytes && now[i]?.changed === file.changed;
    return this.#report(!(now.length === files.length && files.every(isSame)));
  }

  /** Whether anything was written: records that an earlier run brought in only give their ids. */
  async #take(records: readonly PlacedRecord[]): Promise<boolean> {
    const drafts: Draft[] = [];
    for (const record of records) {
      const isNew = this.#records++ >= this.#startAt;
      const id = this.#idOf(record);
      if (isNew) drafts.push(...(await this.#draft(record, id)));
    }
    if (drafts.length === 0) return false;
    await this.#addColumns(drafts);
    const rows: NewRow[] = [];
    for (const draft of drafts) {
      rows.push(await this.#rowOf(draft));
      // A text takes milliseconds; whoever else is served by this process has its turn between two.
      await setImmediate();
    }
    for (let from = 0; from < rows.length; from += 1000) {
      const count = await this.#tools.store.put(this.#request.name, rows.slice(from, from + 1000));
      this.#tally.added += count.added;
      this.#tally.updated += count.updated;
    }
    return true;
  }

  async #keep(source: string): Promise<void> {
    this.#tally.languages = [...this.#languages];
    const progress: Progress = {
      source,
      records: this.#records,
      plan: this.#plan,
      tally: this.#tally,
    };
    await this.#tools.store.setNote(this.#request.name, NOTE, JSON.stringify(progress));
  }

  /** The record's own id, or its number with a part that depends on its text; unique among these files. */
  #idOf({ record }: PlacedRecord): string {
    const { id, text } = this.#plan;
    const own = id === undefined ? "" : plainText(record.get(id)).trim();
    const base = isRowId(own) ? own : numbered(this.#records, plainText(record.get(text)));
    const times = (this.#ids.get(base) ?? 0) + 1;
    this.#ids.set(base, times);
    return times === 1 ? base : `${base} (${times})`;
  }

  async #draft({ place, record }: PlacedRecord, id: string): Promise<Draft[]> {
    const { columns, text: textField } = this.#plan;
    const types = new Map(columns.map(({ name, type }) => [name, type]));
    const values = new Map<string, Value>();
    for (const [name, raw] of record) {
      if (name === textField || name === this.#plan.id) continue;
      const value = readValue(raw, types.get(name) ?? "text");
      values.set(name, value ?? null);
      if (value !== undefined) continue;
      values.set(`${name} (as given)`, readValue(raw, "text") ?? null);
      this.#note(
        "unread",
        place,
        `“${plainText(raw).slice(0, 60)}” is no ${types.get(name)} (${name})`,
      );
    }
    const text = cleanText(plainText(record.get(textField)));
    if (this.#request.split === "none") return [{ id, text, values, place }];
    const parts = this.#partsOf(text);
    return parts.map((part, i) => ({
      id: `${id}/${String(i + 1).padStart(3, "0")}`,
      text: part,
      values: new Map([...values, ["parent", id], ["part", i + 1]]),
      place,
    }));
  }

  #partsOf(text: string): string[] {
    const parts =
      this.#request.split === "slices"
        ? this.#tools.model.text.slices(text).map((slice) => slice.text)
        : text.split(/\n\s*\n/).map((part) => part.trim());
    const filled = parts.filter((part) => part !== "");
    return filled.length === 0 ? [""] : filled;
  }

  /** Fields that the first records did not have. */
  async #addColumns(drafts: readonly Draft[]): Promise<void> {
    const known = new Set(this.#columns.map(({ name }) => name));
    const added = new Set(drafts.flatMap(({ values }) => [...values.keys()]));
    const columns = [...added]
      .filter((name) => !known.has(name))
      .map((name) => ({ name, type: "text" as const }));
    if (columns.length === 0) return;
    const { store } = this.#tools;
    const { roles } = await store.describe(this.#request.name);
    await store.extend(this.#request.name, columns, roles);
    this.#columns = (await store.describe(this.#request.name)).columns;
  }

  async #rowOf({ id, text, values, place }: Draft): Promise<NewRow> {
    const cells = this.#fingerprint(text, place);
    if (text.trim() !== "") {
      const { language } = await this.#tools.language(text.slice(0, 1000));
      this.#languages.set(language ?? "", (this.#languages.get(language ?? "") ?? 0) + 1);
    }
    return {
      id,
      text,
      values: this.#columns.map((column) => this.#valueOf(values, column)),
      cells,
    };
  }

  /** A later record may hold another kind of value in a field that no column was planned for. */
  #valueOf(values: ReadonlyMap<string, Value>, { name, type }: Column): Value {
    const value = values.get(name) ?? null;
    return readValue(value, type) ?? null;
  }

  #fingerprint(text: string, place: string): Positions {
    if (text.trim() === "") {
      this.#note("withoutText", place, "it has no text");
      return NO_POSITIONS;
    }
    try {
      return this.#tools.model.text.fingerprint(text);
    } catch (cause) {
      if (
        !(cause instanceof ApiError) ||
        (cause.code !== "no-known-words" && cause.code !== "empty-text")
      )
        throw cause;
      this.#note("withoutKnownWord", place, "it has no known word");
      return NO_POSITIONS;
    }
  }

  #note(
    kind: "withoutText" | "withoutKnownWord" | "unread" | "skipped",
    place: string,
    reason: string,
  ) {
    this.#tally[kind]++;
    if (this.#tally.oddities.length < MOST_LISTED) this.#tally.oddities.push({ place, reason });
  }

  #report(isChanged: boolean): ImportReport {
    const { languages: _, ...tally } = this.#tally;
    const languages = [...this.#languages]
      .map(([language, rows]) => ({ language, rows }))
      .sort((a, b) => b.rows - a.rows);
    return {
      name: this.#request.name,
      plan: this.#plan,
      records: this.#records,
      resumedAt: this.#startAt,
      isChanged,
      languages,
      ...tally,
    };
  }
}

/** Sorts as the file does; the same text at the same place has the same id again. */
function numbered(record: number, text: string): string {
  const units = new Uint32Array(Math.max(1, text.length));
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return `${String(record).padStart(8, "0")}-${murmur3(units).slice(0, 8)}`;
}
