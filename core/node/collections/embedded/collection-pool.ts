import { access } from "node:fs/promises";
import path from "node:path";
import { ApiError, busy, damagedCollection, notEnoughMemory } from "../../../errors.ts";
import { codeOf, diskTrouble } from "../../config/system-error.ts";
import { HeaderFile } from "./collection-folders.ts";
import { OpenCollection } from "./open-collection.ts";

export interface PoolBounds {
  /** Collections that are open at a time: each has two files, a thread, and some megabytes from the beginning. */
  readonly collections: number;
  /** What they hold in memory together. */
  readonly bytes: number;
}

const BOUNDS: PoolBounds = { collections: 8, bytes: 1_000_000_000 };

interface Entry {
  readonly collection: Promise<OpenCollection>;
  /** Questions and streams that are at it. */
  users: number;
  /** Once it is open. */
  bytes: () => number;
}

/**
 * The collections that are open, by folder. Beyond the bounds those that were not used for longest are closed; never one
 * that is in use, and never the last one used, however large it is.
 */
export class CollectionPool {
  readonly #bounds: PoolBounds;
  /** The one that was used last comes last. */
  readonly #entries = new Map<string, Entry>();
  /** Folders whose collection is being closed: nobody may open one meanwhile. */
  readonly #closing = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(bounds: Partial<PoolBounds> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  has(folder: string): boolean {
    return this.#entries.has(folder);
  }

  /** @throws conflict for a damaged or newer one, or while another process has it; busy while the store is closed */
  async use<T>(folder: string, act: (collection: OpenCollection) => Promise<T>): Promise<T> {
    const entry = await this.#enter(folder);
    try {
      return await act(await entry.collection);
    } finally {
      this.#leave(entry);
    }
  }

  /** In use until the last batch was taken, or the reader has gone. */
  async *stream<T>(
    folder: string,
    read: (collection: OpenCollection) => AsyncIterable<T>,
  ): AsyncGenerator<T> {
    const entry = await this.#enter(folder);
    try {
      yield* read(await entry.collection);
    } finally {
      this.#leave(entry);
    }
  }

  /** Closes one if it is open, even if it is in use: what is asked of it later is refused. */
  async close(folder: string): Promise<void> {
    const entry = this.#entries.get(folder);
    await (entry === undefined ? this.#closing.get(folder) : this.#retire(folder, entry));
  }

  /** Closes all, the last used one last. @throws what kept the first of them from closing, once all were tried */
  async closeAll(): Promise<void> {
    this.#isClosed = true;
    const failures: unknown[] = [];
    // Others are retired meanwhile to make room; each is closed once, and all of them are waited for.
    for (const [folder, entry] of this.#entries)
      await this.#retire(folder, entry).catch((cause) => failures.push(cause));
    await Promise.all(this.#closing.values());
    if (failures.length > 0) throw failures[0];
  }

  async #enter(folder: string): Promise<Entry> {
    while (this.#closing.has(folder)) await this.#closing.get(folder);
    if (this.#isClosed) throw busy("The collections are being closed.");
    const entry = this.#entries.get(folder) ?? this.#newEntry(folder);
    this.#entries.delete(folder);
    this.#entries.set(folder, entry);
    entry.users++;
    return entry;
  }

  #newEntry(folder: string): Entry {
    // Room first, so that the bound on their number holds while this one is being opened.
    const collection = Promise.resolve()
      .then(() => this.#makeRoom())
      .then(() => openFolder(folder));
    const entry: Entry = { collection, users: 0, bytes: () => 0 };
    collection.then(
      (open) => {
        entry.bytes = () => open.bytes;
      },
      () => {
        if (this.#entries.get(folder) === entry) this.#entries.delete(folder);
      },
    );
    return entry;
  }

  #leave(entry: Entry): void {
    entry.users--;
    void this.#makeRoom();
  }

  async #makeRoom(): Promise<void> {
    for (const [folder, entry] of [...this.#entries]) {
      if (!this.#isOver()) return;
      const isLast = folder === [...this.#entries.keys()].at(-1);
      if (entry.users > 0 || isLast || this.#entries.get(folder) !== entry) continue;
      // What it could not write down, on a full disk, is worked out again when it is opened.
      await this.#retire(folder, entry).catch(() => undefined);
    }
  }

  #isOver(): boolean {
    const { collections, bytes } = this.#bounds;
    const held = [...this.#entries.values()].reduce((sum, entry) => sum + entry.bytes(), 0);
    return this.#entries.size > collections || held > bytes;
  }

  async #retire(folder: string, { collection }: Entry): Promise<void> {
    this.#entries.delete(folder);
    const closed = collection.then(
      (open) => open.close(),
      // It never was open.
      () => undefined,
    );
    const settled = closed.catch(() => undefined);
    this.#closing.set(folder, settled);
    await settled;
    this.#closing.delete(folder);
    await closed;
  }
}

/** What is damaged loses what the list shows of it, so that the list has to open it and finds out, too. */
async function openFolder(folder: string): Promise<OpenCollection> {
  try {
    // The database would make a new file.
    await access(path.join(folder, "rows.duckdb"));
    return await OpenCollection.open(folder);
  } catch (cause) {
    const known = whyNotOpen(cause);
    if (isDamage(known)) await new HeaderFile(folder).drop().catch(() => undefined);
    throw known;
  }
}

function whyNotOpen(cause: unknown): unknown {
  const trouble = diskTrouble("The collection", cause);
  if (trouble instanceof ApiError) return trouble;
  if (cause instanceof RangeError || /out of memory/i.test(String(cause)))
    return notEnoughMemory("the collection");
  if (codeOf(cause) !== "ENOENT") return damagedCollection("its tables cannot be read");
  const file =
    cause instanceof Error && "path" in cause ? path.basename(String(cause.path)) : "a file";
  return damagedCollection(`${file} is missing`);
}

const isDamage = (cause: unknown) => cause instanceof ApiError && cause.details.state === "damaged";
