import path from "node:path";
import { listCollections } from "../../../collection/port/list-collections.ts";
import type {
  Collection,
  CollectionHead,
  CollectionInfo,
  CollectionStore,
  ListedCollection,
  RowPart,
  Selection,
} from "../../../collection/port/store.ts";
import { TaskQueue } from "../../../collection/port/task-queue.ts";
import { byCodePoint } from "../../../collection/port/values.ts";
import { unknownCollection } from "../../../errors.ts";
import { Duck } from "../../files/duck.ts";
import { CollectionFolders, HeaderFile } from "./collection-folders.ts";
import { CollectionPool, type PoolBounds } from "./collection-pool.ts";
import { createTables } from "./collection-tables.ts";
import type { OpenCollection } from "./open-collection.ts";

/**
 * Collections in a folder of this machine: each has a folder of its own. Other processes may use the same folder: the disk is
 * asked what there is, and one process at a time has a collection open.
 */
export class EmbeddedStore implements CollectionStore {
  readonly #folders: CollectionFolders;
  readonly #pool: CollectionPool;
  /** What makes and removes. */
  readonly #queue = new TaskQueue();
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
      return kept === undefined ? this.open(name).describe() : { ...kept, name };
    });
  }

  open(name: string): Collection {
    return new EmbeddedCollection(name, {
      use: (act) => this.#use(name, act),
      stream: (read) => this.#stream(name, read),
    });
  }

  create(head: CollectionHead): Promise<void> {
    return this.#queue.run(() =>
      this.#folders.create(head.name, async (folder) => {
        const duck = await Duck.open(path.join(folder, "rows.duckdb"));
        await createTables(duck, head).finally(() => duck.close());
      }),
    );
  }

  remove(name: string): Promise<void> {
    return this.#queue.run(async () => {
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

  close(): Promise<void> {
    return this.#pool.closeAll();
  }

  async #use<T>(name: string, act: (open: OpenCollection) => Promise<T>): Promise<T> {
    const folder = await this.#folderOf(name);
    try {
      return await this.#pool.use(folder, act);
    } catch (cause) {
      // It was removed before its turn came.
      await this.#folderOf(name);
      throw cause;
    }
  }

  async *#stream<T>(
    name: string,
    read: (open: OpenCollection) => AsyncIterable<T>,
  ): AsyncGenerator<T> {
    yield* this.#pool.stream(await this.#folderOf(name), read);
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

/** How a collection is reached, open or not. */
interface Reach {
  use<T>(act: (open: OpenCollection) => Promise<T>): Promise<T>;
  stream<T>(read: (open: OpenCollection) => AsyncIterable<T>): AsyncGenerator<T>;
}

/** A collection by its name. The pool opens it for a question where it is not open, and closes it when others need the room. */
class EmbeddedCollection implements Collection {
  readonly #name: string;
  readonly #reach: Reach;

  constructor(name: string, reach: Reach) {
    this.#name = name;
    this.#reach = reach;
  }

  async describe(): Promise<CollectionInfo> {
    // One that was recovered is called otherwise than it calls itself.
    return { ...(await this.#reach.use((open) => open.describe())), name: this.#name };
  }
  readonly extend: Collection["extend"] = (...to) => this.#reach.use((open) => open.extend(...to));
  readonly put: Collection["put"] = (rows) => this.#reach.use((open) => open.put(rows));
  readonly prepare: Collection["prepare"] = () => this.#reach.use((open) => open.prepare());
  readonly removeRows: Collection["removeRows"] = (ids) =>
    this.#reach.use((open) => open.removeRows(ids));
  readonly rows: Collection["rows"] = (...by) => this.#reach.use((open) => open.rows(...by));
  readonly count: Collection["count"] = (of) => this.#reach.use((open) => open.count(of));
  readonly heat: Collection["heat"] = (of) => this.#reach.use((open) => open.heat(of));
  readonly estimateHeat: Collection["estimateHeat"] = (of) =>
    this.#reach.use((open) => open.estimateHeat(of));
  readonly facet: Collection["facet"] = (...by) => this.#reach.use((open) => open.facet(...by));
  readonly span: Collection["span"] = (...by) => this.#reach.use((open) => open.span(...by));
  readonly histogram: Collection["histogram"] = (...by) =>
    this.#reach.use((open) => open.histogram(...by));
  readonly timeline: Collection["timeline"] = (...by) =>
    this.#reach.use((open) => open.timeline(...by));
  readonly cells: Collection["cells"] = (ids) => this.#reach.use((open) => open.cells(ids));
  readonly stream: Collection["stream"] = (of) => this.#reach.stream((open) => open.stream(of));
  scan<P extends RowPart>(selection: Selection, parts: readonly P[]) {
    return this.#reach.stream((open) => open.scan(selection, parts));
  }
  readonly points: Collection["points"] = (...by) => this.#reach.use((open) => open.points(...by));
  readonly label: Collection["label"] = (...by) => this.#reach.use((open) => open.label(...by));
  readonly score: Collection["score"] = (score) => this.#reach.use((open) => open.score(score));
  readonly renameScore: Collection["renameScore"] = (...by) =>
    this.#reach.use((open) => open.renameScore(...by));
  readonly note: Collection["note"] = (key) => this.#reach.use((open) => open.note(key));
  readonly setNote: Collection["setNote"] = (...by) =>
    this.#reach.use((open) => open.setNote(...by));
}
