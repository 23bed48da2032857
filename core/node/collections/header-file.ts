import { readFile, rm } from "node:fs/promises";
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
  readonly info: CollectionInfo;
}

/**
 * What a list of collections shows of one, beside it: opening each of them for that would take seconds. It is there only
 * while it is true: whoever writes to the collection takes it away first.
 */
export class HeaderFile {
  readonly #file: string;
  #isThere = true;

  constructor(folder: string) {
    this.#file = path.join(folder, NAME);
  }

  /** Nothing where it has to be asked of the collection itself. */
  static async read(folder: string): Promise<CollectionInfo | undefined> {
    try {
      const text = await readFile(path.join(folder, NAME), "utf8");
      const { format, check, info } = JSON.parse(text) as Header;
      return format === FORMAT && check === crc32(JSON.stringify(info)) ? info : undefined;
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

  /** After the last write. */
  async write(info: CollectionInfo): Promise<void> {
    const header: Header = { format: FORMAT, check: crc32(JSON.stringify(info)), info };
    await writeSafely(this.#file, JSON.stringify(header));
    this.#isThere = true;
  }
}
