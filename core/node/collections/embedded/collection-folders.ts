import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import type { CollectionInfo } from "../../../collection/port/store.ts";
import { TaskQueue } from "../../../collection/port/task-queue.ts";
import { ApiError, conflict } from "../../../errors.ts";
import { isDiskTrouble } from "../../config/system-error.ts";
import { syncFolder, writeSafely } from "../../config/write-safely.ts";
import { Duck } from "../../files/duck.ts";
import { readWholeText } from "../../files/regular-file.ts";
import { FORMAT, readMeta } from "./collection-tables.ts";

const NAME_FILE = "collection.json";
const TABLES_FILE = "rows.duckdb";
/** Folders that are being made or thrown away. */
const UNFINISHED = ".unfinished";
/** From then on nobody works on an unfinished folder any more, and it is cleared. */
const ABANDONED_MS = 3_600_000;
/** Of a folder whose name cannot be read. */
const NAMELESS = "unnamed";

/**
 * The folders of a store, which several processes may share. A new collection is made aside and gets its place by one
 * rename to a folder whose name follows from the collection's: the disk lets one process have it, and a process that is
 * ended before it leaves no claim behind.
 */
export class CollectionFolders {
  readonly #root: string;
  /** A file of the database must not be opened twice in one process. */
  readonly #queue = new TaskQueue();
  /** What `collection.json` says of each folder: it never changes. */
  readonly #names = new Map<string, string>();
  /** Folders whose tables were asked for the name: once only, as they may be in use from then on. */
  readonly #asked = new Set<string>();

  private constructor(root: string) {
    this.#root = root;
  }

  static async open(root: string): Promise<CollectionFolders> {
    await mkdir(root, { recursive: true, mode: 0o700 });
    await clearAbandoned(root);
    return new CollectionFolders(root);
  }

  /**
   * The folder of each collection by its name, as the disk has them now. A folder that nobody would look for, since its
   * name cannot be read or is another one's, is listed as “… (recovered …)”, a name that nobody can give.
   */
  all(): Promise<Map<string, string>> {
    return this.#queue.run(() => this.#scan());
  }

  /** @param fill writes the new collection into a folder @throws conflict where another process was faster */
  create(name: string, fill: (folder: string) => Promise<void>): Promise<void> {
    return this.#queue.run(() => this.#create(name, fill));
  }

  /** @throws conflict while another process has it open */
  remove(folder: string): Promise<void> {
    return this.#queue.run(() => this.#remove(folder));
  }

  async #scan(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const others: { entry: string; name: string }[] = [];
    for (const entry of (await readdir(this.#root)).sort()) {
      if (entry.endsWith(UNFINISHED)) continue;
      const name = this.#names.get(entry) ?? (await this.#nameOf(entry));
      if (name === undefined) continue;
      if (entry === entryFor(name)) found.set(name, this.#pathOf(entry));
      else others.push({ entry, name });
    }
    for (const { entry, name } of others) {
      const isFree = name !== NAMELESS && !found.has(name);
      found.set(isFree ? name : recoveredName(name, entry, found), this.#pathOf(entry));
    }
    return found;
  }

  async #create(name: string, fill: (folder: string) => Promise<void>): Promise<void> {
    if ((await this.#scan()).has(name)) throw nameTaken(name);
    const unfinished = this.#pathOf(randomUUID() + UNFINISHED);
    const folder = this.#pathOf(entryFor(name));
    await mkdir(unfinished, { mode: 0o700 });
    try {
      await fill(unfinished);
      await writeSafely(path.join(unfinished, NAME_FILE), JSON.stringify({ name }));
      await rename(unfinished, folder);
    } catch (cause) {
      await rm(unfinished, { recursive: true, force: true });
      throw (await isThere(folder)) ? await this.#taken(name, folder) : cause;
    }
    await syncFolder(this.#root);
  }

  async #remove(folder: string): Promise<void> {
    const gone = this.#pathOf(randomUUID() + UNFINISHED);
    const lock = await lockOf(folder);
    // Windows does not let a folder with open files be moved; nor does it while another process has it.
    if (process.platform === "win32") lock?.close();
    try {
      await rename(folder, gone);
    } finally {
      if (process.platform !== "win32") lock?.close();
    }
    this.#names.delete(path.basename(folder));
    this.#asked.delete(path.basename(folder));
    await syncFolder(this.#root);
    await rm(gone, { recursive: true, force: true });
  }

  /** Nothing for what is no collection. */
  async #nameOf(entry: string): Promise<string | undefined> {
    const folder = this.#pathOf(entry);
    let name = await readName(folder);
    // One that does not fit its folder is damaged, or that of a copy: the tables know.
    if (name === undefined || entry !== entryFor(name)) {
      if (!(await isThere(path.join(folder, TABLES_FILE)))) return name;
      if (!this.#asked.has(entry)) {
        const told = await nameInTables(folder, name);
        if (told === IN_USE) return name ?? NAMELESS;
        this.#asked.add(entry);
        name = told ?? name;
      }
    }
    if (name !== undefined) this.#names.set(entry, name);
    return name ?? NAMELESS;
  }

  async #taken(name: string, folder: string) {
    const [listed] = [...(await this.#scan())].find(([, own]) => own === folder) ?? [];
    if (listed === name) return nameTaken(name);
    return conflict(
      listed === undefined
        ? `A folder without a collection has the place of “${name}”: ${folder}. Move it away, or choose another name.`
        : `The place of “${name}” is taken by what is listed as “${listed}”; remove that first, or choose another name.`,
    );
  }

  #pathOf(entry: string): string {
    return path.join(this.#root, entry);
  }
}

const nameTaken = (name: string) =>
  conflict(`There is a collection “${name}” already; choose another name.`, { name });

/** Names may be longer than those of files, and differ in what a disk takes for the same, such as “News” and “news”. */
const entryFor = (name: string) => createHash("sha256").update(name).digest("hex").slice(0, 32);

function recoveredName(name: string, entry: string, taken: ReadonlyMap<string, string>): string {
  const short = `${name} (recovered ${entry.slice(0, 8)})`;
  return taken.has(short) ? `${name} (recovered ${entry})` : short;
}

async function readName(folder: string): Promise<string | undefined> {
  try {
    const kept: unknown = JSON.parse(await readWholeText(path.join(folder, NAME_FILE)));
    const name = typeof kept === "object" && kept !== null && "name" in kept ? kept.name : "";
    return typeof name === "string" && name !== "" ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The tables cannot be asked while somebody has them open; later they can. */
const IN_USE = Symbol("in use");

/** The name is written down again where it is not what was read; nothing where the tables cannot be read. */
async function nameInTables(
  folder: string,
  read: string | undefined,
): Promise<string | typeof IN_USE | undefined> {
  let duck: Duck | undefined;
  try {
    duck = await lockOf(folder);
    if (duck === undefined) return undefined;
    const { name } = await readMeta(duck);
    if (name !== read) await writeSafely(path.join(folder, NAME_FILE), JSON.stringify({ name }));
    return name;
  } catch {
    return duck === undefined ? IN_USE : undefined;
  } finally {
    duck?.close();
  }
}

/** Keeps other processes from opening a collection; nothing where its tables cannot be opened by anybody. */
async function lockOf(folder: string): Promise<Duck | undefined> {
  const tables = path.join(folder, TABLES_FILE);
  if (!(await isThere(tables))) return undefined;
  try {
    return await Duck.open(tables);
  } catch (cause) {
    if (cause instanceof ApiError && cause.details.state === "in-use") throw cause;
    return undefined;
  }
}

async function clearAbandoned(root: string): Promise<void> {
  for (const entry of await readdir(root)) {
    if (!entry.endsWith(UNFINISHED)) continue;
    const folder = path.join(root, entry);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const NAME = "info.json";

const HEADER_FORMAT = String(FORMAT);

interface Header {
  readonly format: string;
  /** Of `info` as JSON. */
  readonly check: number;
  /** Size and time of the file of the tables. */
  readonly tables: string;
  readonly info: CollectionInfo;
}

/**
 * What a list of collections shows of one, beside it: opening each of them for that would take seconds. It is there only
 * while it is true: whoever writes to the collection takes it away first. It counts for nothing once the tables are not the
 * file that they were: then the list has to find out.
 */
export class HeaderFile {
  readonly #folder: string;
  readonly #file: string;
  #isThere = true;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = path.join(folder, NAME);
  }

  /** Nothing where it has to be asked of the collection itself. */
  static async read(folder: string): Promise<CollectionInfo | undefined> {
    try {
      const text = await readWholeText(path.join(folder, NAME));
      const { format, check, tables, info } = JSON.parse(text) as Header;
      const isWhole = format === HEADER_FORMAT && check === crc32(JSON.stringify(info));
      return isWhole && tables === (await tablesOf(folder)) ? info : undefined;
    } catch {
      return undefined;
    }
  }

  /** Before a write. */
  async drop(): Promise<void> {
    if (!this.#isThere) return;
    await rm(this.#file, { force: true });
    this.#isThere = false;
  }

  /** After the last write, once the tables are closed. On a full disk nothing is kept, and the list opens the collection. */
  async write(info: CollectionInfo): Promise<void> {
    // Nothing was written since: what is there is still true.
    if ((await HeaderFile.read(this.#folder)) !== undefined) return;
    const check = crc32(JSON.stringify(info));
    const tables = await tablesOf(this.#folder);
    const header: Header = { format: HEADER_FORMAT, check, tables, info };
    try {
      await writeSafely(this.#file, JSON.stringify(header));
      this.#isThere = true;
    } catch (cause) {
      if (!isDiskTrouble(cause)) throw cause;
    }
  }
}

async function tablesOf(folder: string): Promise<string> {
  const { size, mtimeMs } = await stat(path.join(folder, "rows.duckdb"));
  return `${size} ${mtimeMs}`;
}
