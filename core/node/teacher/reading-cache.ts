import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { writeFile } from "atomically";

/** Once there is more, what was used longest ago goes. */
const MOST_BYTES = 1_500_000_000;
const HASH_BYTES = 32;
const ENDING = ".reading";

/**
 * Readings kept on disk under what they were made of, so that the next training on the same texts, of whatever kind,
 * does not read them again. A file that is missing, damaged or cannot be written costs time and nothing else.
 */
export class ReadingCache {
  readonly #folder: string;
  readonly #encoder: string;

  /** `encoder` distinguishes encoders that give different readings. */
  constructor(folder: string, encoder: string) {
    this.#folder = folder;
    this.#encoder = encoder;
  }

  async find(texts: readonly string[], dimensions: number): Promise<Int16Array | undefined> {
    const file = this.#fileOf(texts);
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes === undefined || bytes.length !== HASH_BYTES + 2 * texts.length * dimensions)
      return undefined;
    const content = Uint8Array.from(bytes.subarray(HASH_BYTES));
    if (!digest(content).equals(bytes.subarray(0, HASH_BYTES))) return undefined;
    const now = new Date();
    await utimes(file, now, now).catch(() => {});
    return new Int16Array(content.buffer);
  }

  async keep(texts: readonly string[], values: Int16Array): Promise<void> {
    const content = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const bytes = Buffer.concat([digest(content), content]);
    await mkdir(this.#folder, { recursive: true }).catch(() => {});
    await writeFile(this.#fileOf(texts), bytes).catch(() => {});
  }

  /** Removes what was used longest ago, until the rest is small enough. */
  async trim(most = MOST_BYTES): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = names.filter((name) => name.endsWith(ENDING));
    const entries = await Promise.all(
      files.map(async (name) => {
        const file = path.join(this.#folder, name);
        const info = await stat(file).catch(() => undefined);
        return { file, size: info?.size ?? 0, used: info?.mtimeMs ?? 0 };
      }),
    );
    entries.sort((a, b) => b.used - a.used);
    let bytes = 0;
    for (const { file, size } of entries) {
      bytes += size;
      if (bytes > most) await rm(file, { force: true });
    }
  }

  #fileOf(texts: readonly string[]): string {
    const hash = createHash("sha256").update(this.#encoder).update(JSON.stringify(texts));
    return path.join(this.#folder, `${hash.digest("hex")}${ENDING}`);
  }
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
