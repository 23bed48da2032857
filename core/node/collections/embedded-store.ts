import path from "node:path";
import type { Column, ColumnRoles, Field } from "../../api/collection-types.ts";
import { byCodePoint } from "../../collection/code-points.ts";
import { Lane } from "../../collection/lane.ts";
import { listCollections } from "../../collection/list-collections.ts";
import type {
  CollectionHead,
  CollectionInfo,
  CollectionStore,
  FacetOptions,
  HistogramOptions,
  LabelMark,
  ListedCollection,
  NewRow,
  RowPage,
  ScoreOptions,
  Selection,
  StreamedRow,
  TextRow,
  TimelineOptions,
} from "../../collection/store.ts";
import { unknownCollection } from "../../errors.ts";
import { CollectionFolders } from "./collection-folders.ts";
import { CollectionPool, type PoolBounds } from "./collection-pool.ts";
import { createTables } from "./collection-tables.ts";
import { Duck } from "./duck.ts";
import type { EmbeddedCollection } from "./embedded-collection.ts";
import { HeaderFile } from "./header-file.ts";

/**
 * Collections in a folder of this machine: each has a folder of its own. Other processes may use the same folder: the disk is
 * asked what there is, and one process at a time has a collection open.
 */
export class EmbeddedStore implements CollectionStore {
  readonly #folders: CollectionFolders;
  readonly #pool: CollectionPool;
  /** What makes and removes. */
  readonly #lane = new Lane();
  /** As the disk had them when they were last looked for: folder by name. */
  #known: ReadonlyMap<string, string> = new Map();
  /** Folders that are being removed. */
  readonly #leaving = new Set<string>();

  private constructor(folders: CollectionFolders, pool: CollectionPool) {
    this.#folders = folders;
    this.#pool = pool;
  }

  /** @param bounds of what is open at a time */
  static async open(folder: string, bounds?: Partial<PoolBounds>): Promise<EmbeddedStore> {
    return new EmbeddedStore(await CollectionFolders.open(folder), new CollectionPool(bounds));
  }

  async list(): Promise<ListedCollection[]> {
    const folders = await this.#folders.all();
    this.#known = folders;
    return listCollections(folders.keys(), async (name) => {
      const folder = folders.get(name);
      const isOpen = folder === undefined || this.#pool.has(folder);
      const kept = isOpen ? undefined : await HeaderFile.read(folder);
      return kept === undefined ? this.describe(name) : { ...kept, name };
    });
  }

  create(head: CollectionHead): Promise<void> {
    return this.#lane.run(() =>
      this.#folders.create(head.name, async (folder) => {
        const duck = await Duck.open(path.join(folder, "rows.duckdb"));
        await createTables(duck, head).finally(() => duck.close());
      }),
    );
  }

  async describe(name: string): Promise<CollectionInfo> {
    // One that was recovered is called otherwise than it calls itself.
    return { ...(await this.#use(name, (open) => open.describe())), name };
  }

  remove(name: string): Promise<void> {
    return this.#lane.run(async () => {
      const folder = await this.#folderOf(name);
      // From here on there is none of this name: whoever opened it again would keep what is being deleted.
      this.#leaving.add(folder);
      try {
        // One that cannot be opened, or written to, can still be removed.
        await this.#pool.close(folder).catch(() => undefined);
        await this.#folders.remove(folder);
      } finally {
        this.#leaving.delete(folder);
      }
    });
  }

  async extend(name: string, columns: readonly Column[], roles: ColumnRoles) {
    return this.#use(name, (open) => open.extend(columns, roles));
  }
  async put(name: string, rows: readonly NewRow[]) {
    return this.#use(name, (open) => open.put(rows));
  }
  async removeRows(name: string, ids: readonly string[]) {
    return this.#use(name, (open) => open.removeRows(ids));
  }
  async rows(name: string, selection: Selection, page: RowPage) {
    return this.#use(name, (open) => open.rows(selection, page));
  }
  async count(name: string, selection: Selection) {
    return this.#use(name, (open) => open.count(selection));
  }
  async heat(name: string, selection: Selection) {
    return this.#use(name, (open) => open.heat(selection));
  }
  async estimateHeat(name: string, selection: Selection) {
    return this.#use(name, (open) => open.estimateHeat(selection));
  }
  async facet(name: string, selection: Selection, options: FacetOptions) {
    return this.#use(name, (open) => open.facet(selection, options));
  }
  async span(name: string, selection: Selection, field: Field) {
    return this.#use(name, (open) => open.span(selection, field));
  }
  async histogram(name: string, selection: Selection, options: HistogramOptions) {
    return this.#use(name, (open) => open.histogram(selection, options));
  }
  async timeline(name: string, selection: Selection, options: TimelineOptions) {
    return this.#use(name, (open) => open.timeline(selection, options));
  }
  async cells(name: string, ids: readonly string[]) {
    return this.#use(name, (open) => open.cells(ids));
  }
  async *stream(name: string, selection: Selection): AsyncGenerator<readonly StreamedRow[]> {
    yield* this.#pool.stream(await this.#folderOf(name), (open) => open.stream(selection));
  }

  async *texts(name: string, selection: Selection): AsyncGenerator<readonly TextRow[]> {
    yield* this.#pool.stream(await this.#folderOf(name), (open) => open.texts(selection));
  }
  async points(name: string, selection: Selection, field?: Field) {
    return this.#use(name, (open) => open.points(selection, field));
  }
  async label(name: string, filter: string, marks: readonly LabelMark[]) {
    return this.#use(name, (open) => open.label(filter, marks));
  }
  async score(name: string, score: ScoreOptions) {
    return this.#use(name, (open) => open.score(score));
  }
  async renameScore(name: string, score: string, to: string | undefined) {
    return this.#use(name, (open) => open.renameScore(score, to));
  }
  async note(name: string, key: string) {
    return this.#use(name, (open) => open.note(key));
  }
  async setNote(name: string, key: string, note: string | undefined) {
    return this.#use(name, (open) => open.setNote(key, note));
  }

  close(): Promise<void> {
    return this.#pool.closeAll();
  }

  async #use<T>(name: string, act: (open: EmbeddedCollection) => Promise<T>): Promise<T> {
    const folder = await this.#folderOf(name);
    try {
      return await this.#pool.use(folder, act);
    } catch (cause) {
      // It was removed before its turn came.
      await this.#folderOf(name);
      throw cause;
    }
  }

  /** What is open is not looked for: nobody else can remove it. */
  async #folderOf(name: string): Promise<string> {
    const known = this.#known.get(name);
    if (known !== undefined && !this.#leaving.has(known) && this.#pool.has(known)) return known;
    this.#known = await this.#folders.all();
    const folder = this.#known.get(name);
    if (folder === undefined || this.#leaving.has(folder)) {
      const there = [...this.#known].filter(([, each]) => !this.#leaving.has(each));
      throw unknownCollection(name, there.map(([each]) => each).sort(byCodePoint));
    }
    return folder;
  }
}
