import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Column, ColumnRoles, Field } from "../../api/collection-types.ts";
import { byCodePoint } from "../../collection/code-points.ts";
import { Lane } from "../../collection/lane.ts";
import type {
  CollectionHead,
  CollectionStore,
  FacetOptions,
  HistogramOptions,
  LabelMark,
  NewRow,
  RowPage,
  ScoreOptions,
  Selection,
  StreamedRow,
  TextRow,
  TimelineOptions,
} from "../../collection/store.ts";
import { conflict, unknownCollection } from "../../errors.ts";
import { syncFolder, writeSafely } from "../config/write-safely.ts";
import { createTables } from "./collection-tables.ts";
import { Duck } from "./duck.ts";
import { EmbeddedCollection } from "./embedded-collection.ts";
import { HeaderFile } from "./header-file.ts";

const NAME_FILE = "collection.json";
/** Folders that are being made or thrown away; the next start clears them. */
const UNFINISHED = ".unfinished";

/** Collections in a folder of this machine: each has a folder of its own, whose name says nothing. */
export class EmbeddedStore implements CollectionStore {
  readonly #folder: string;
  readonly #lane = new Lane();
  /** Folder of each collection by its name. */
  readonly #folders: Map<string, string>;
  readonly #open = new Map<string, Promise<EmbeddedCollection>>();

  private constructor(folder: string, folders: Map<string, string>) {
    this.#folder = folder;
    this.#folders = folders;
  }

  static async open(folder: string): Promise<EmbeddedStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const folders = new Map<string, string>();
    for (const entry of await readdir(folder)) {
      const own = path.join(folder, entry);
      if (entry.endsWith(UNFINISHED)) continue;
      const name = await nameOf(own);
      if (name !== undefined) folders.set(name, own);
    }
    return new EmbeddedStore(folder, folders);
  }

  async list() {
    const names = [...this.#folders.keys()].sort(byCodePoint);
    return Promise.all(
      names.map(async (name) => {
        const kept = this.#open.has(name) ? undefined : await HeaderFile.read(this.#folderOf(name));
        return kept ?? this.describe(name);
      }),
    );
  }

  create(head: CollectionHead): Promise<void> {
    return this.#lane.run(async () => {
      if (this.#folders.has(head.name))
        throw conflict(`There is a collection “${head.name}” already; choose another name.`);
      const id = randomUUID();
      const unfinished = path.join(this.#folder, id + UNFINISHED);
      await mkdir(unfinished, { mode: 0o700 });
      const duck = await Duck.open(path.join(unfinished, "rows.duckdb"));
      await createTables(duck, head).finally(() => duck.close());
      await writeSafely(path.join(unfinished, NAME_FILE), JSON.stringify({ name: head.name }));
      const folder = path.join(this.#folder, id);
      await rename(unfinished, folder);
      await syncFolder(this.#folder);
      this.#folders.set(head.name, folder);
    });
  }

  async describe(name: string) {
    return (await this.#of(name)).describe();
  }

  remove(name: string): Promise<void> {
    return this.#lane.run(async () => {
      const folder = this.#folderOf(name);
      const open = this.#open.get(name);
      this.#open.delete(name);
      // From here on there is none of this name: whoever opened it again would keep what is being deleted.
      this.#folders.delete(name);
      try {
        // One that cannot be opened can still be removed.
        await open?.then((collection) => collection.close()).catch(() => undefined);
        await rename(folder, folder + UNFINISHED);
      } catch (cause) {
        this.#folders.set(name, folder);
        throw cause;
      }
      await syncFolder(this.#folder);
      await rm(folder + UNFINISHED, { recursive: true, force: true });
    });
  }

  async extend(name: string, columns: readonly Column[], roles: ColumnRoles) {
    return (await this.#of(name)).extend(columns, roles);
  }
  async put(name: string, rows: readonly NewRow[]) {
    return (await this.#of(name)).put(rows);
  }
  async removeRows(name: string, ids: readonly string[]) {
    return (await this.#of(name)).removeRows(ids);
  }
  async rows(name: string, selection: Selection, page: RowPage) {
    return (await this.#of(name)).rows(selection, page);
  }
  async count(name: string, selection: Selection) {
    return (await this.#of(name)).count(selection);
  }
  async heat(name: string, selection: Selection) {
    return (await this.#of(name)).heat(selection);
  }
  async estimateHeat(name: string, selection: Selection) {
    return (await this.#of(name)).estimateHeat(selection);
  }
  async facet(name: string, selection: Selection, options: FacetOptions) {
    return (await this.#of(name)).facet(selection, options);
  }
  async span(name: string, selection: Selection, field: Field) {
    return (await this.#of(name)).span(selection, field);
  }
  async histogram(name: string, selection: Selection, options: HistogramOptions) {
    return (await this.#of(name)).histogram(selection, options);
  }
  async timeline(name: string, selection: Selection, options: TimelineOptions) {
    return (await this.#of(name)).timeline(selection, options);
  }
  async cells(name: string, ids: readonly string[]) {
    return (await this.#of(name)).cells(ids);
  }
  async *stream(name: string, selection: Selection): AsyncGenerator<readonly StreamedRow[]> {
    yield* (await this.#of(name)).stream(selection);
  }

  async *texts(name: string, selection: Selection): AsyncGenerator<readonly TextRow[]> {
    yield* (await this.#of(name)).texts(selection);
  }
  async points(name: string, selection: Selection, field?: Field) {
    return (await this.#of(name)).points(selection, field);
  }
  async label(name: string, filter: string, marks: readonly LabelMark[]) {
    return (await this.#of(name)).label(filter, marks);
  }
  async score(name: string, score: ScoreOptions) {
    return (await this.#of(name)).score(score);
  }
  async renameScore(name: string, score: string, to: string | undefined) {
    return (await this.#of(name)).renameScore(score, to);
  }
  async note(name: string, key: string) {
    return (await this.#of(name)).note(key);
  }
  async setNote(name: string, key: string, note: string | undefined) {
    return (await this.#of(name)).setNote(key, note);
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const collection of open) await (await collection.catch(() => undefined))?.close();
  }

  #folderOf(name: string): string {
    const folder = this.#folders.get(name);
    if (folder === undefined)
      throw unknownCollection(name, [...this.#folders.keys()].sort(byCodePoint));
    return folder;
  }

  async #of(name: string): Promise<EmbeddedCollection> {
    const folder = this.#folderOf(name);
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const opening = EmbeddedCollection.open(folder);
    this.#open.set(name, opening);
    opening.catch(() => {
      if (this.#open.get(name) === opening) this.#open.delete(name);
    });
    return opening;
  }
}

/** Nothing for a folder that is no collection. */
async function nameOf(folder: string): Promise<string | undefined> {
  try {
    const { name } = JSON.parse(await readFile(path.join(folder, NAME_FILE), "utf8")) as {
      name: unknown;
    };
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}
