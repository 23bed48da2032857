import { readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import type { CollectionInfo } from "../../collection/store.ts";
import { writeSafely } from "../config/write-safely.ts";
import { FORMAT } from "./cell-format.ts";

const NAME = "info.json";

interface Header {
  readonly format: number;
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
      const text = await readFile(path.join(folder, NAME), "utf8");
      const { format, check, tables, info } = JSON.parse(text) as Header;
      const isWhole = format === FORMAT && check === crc32(JSON.stringify(info));
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

  /** After the last write, once the tables are closed. */
  async write(info: CollectionInfo): Promise<void> {
    // Nothing was written since: what is there is still true.
    if ((await HeaderFile.read(this.#folder)) !== undefined) return;
    const check = crc32(JSON.stringify(info));
    const tables = await tablesOf(this.#folder);
    const header: Header = { format: FORMAT, check, tables, info };
    await writeSafely(this.#file, JSON.stringify(header));
    this.#isThere = true;
  }
}

async function tablesOf(folder: string): Promise<string> {
  const { size, mtimeMs } = await stat(path.join(folder, "rows.duckdb"));
  return `${size} ${mtimeMs}`;
}
