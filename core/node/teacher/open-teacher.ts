import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { writeFile } from "atomically";
import { cancelled, throwIfCancelled } from "../../errors.ts";
import type { Reading, ReadingWatch, Teacher } from "../../train/teacher/teacher.ts";
import { userDirectories } from "../config/directories.ts";
import { Pool } from "../threads/pool.ts";
import { findTeacherFiles, type TeacherFiles } from "./teacher-files.ts";
import type { TeacherMethods, TeacherThreadData } from "./teacher-worker.ts";

/** Where a teacher is, and where its readings are kept. */
export interface TeacherRequest {
  readonly folder: string;
  readonly readings: string;
}

/** Where readings are kept unless another folder is named. */
export const readingsFolder = () => path.join(userDirectories().data, "readings");

/** What a teacher is opened for. */
export interface TeacherUse {
  /** Some sentences of the corpus, whose script the teacher has to know. */
  readonly sample: readonly string[];
  readonly threads: number;
  /** Teachers that are open at a time, and so share the memory; 1 when left out. */
  readonly sharedBy?: number;
  /** Texts that go through the model together, see `TeacherThreadData`; 32 when left out. */
  readonly batch?: number;
}

const USUAL_BATCH = 32;
/** Texts read as one piece of work, and kept in one file. */
const CHUNK = 512;
/** Memory for all threads together, and what one takes of it for each byte of the model. */
const MEMORY = 3_000_000_000;
const MEMORY_PER_BYTE = 4;
/** How often it is looked whether to stop, in milliseconds. */
const LOOK_EVERY = 200;

/** A teacher with its threads, to be closed at the end. */
export interface OpenTeacher extends Teacher {
  close(): Promise<void>;
}

/** Finds and opens a sentence encoder, and tries it. Takes seconds. @throws bad-input */
export async function openTeacher(
  { folder, readings }: TeacherRequest,
  { sample, threads, sharedBy = 1, batch = USUAL_BATCH }: TeacherUse,
): Promise<OpenTeacher> {
  const files = await findTeacherFiles(folder);
  const affordable = Math.max(1, Math.floor(MEMORY / sharedBy / MEMORY_PER_BYTE / files.bytes));
  const pool = new Pool<TeacherMethods>({
    file: "teacher/teacher-worker",
    threads: Math.min(threads, affordable),
    data: { files, sample, batch } satisfies TeacherThreadData,
  });
  const dimensions = await pool.run("open", null).catch(async (cause) => {
    await pool.close();
    throw cause;
  });
  const cache = new ReadingCache(readings, identityOf(files, batch));
  return {
    card: {
      teacher: path.basename(path.resolve(folder)),
      teacherFile: path.relative(folder, files.model).replaceAll("\\", "/"),
      teacherChecksum: `sha256:${files.checksum}`,
    },
    read: (texts, watch) => readTexts(texts, { pool, cache, watch, dimensions }),
    wholes: (texts) => pool.run("wholes", texts),
    async close() {
      await pool.close();
      await cache.trim();
    },
  };
}

/** All that decides what the encoder makes of a text. */
function identityOf(files: TeacherFiles, batch: number) {
  const { checksum, tokenizer, tokenizerConfig, pooling, longest } = files;
  const words = JSON.stringify([tokenizer, tokenizerConfig]);
  const hash = createHash("sha256").update(words).digest("hex");
  return JSON.stringify([
    checksum,
    hash,
    pooling,
    longest,
    ...(batch === USUAL_BATCH ? [] : [batch]),
  ]);
}

interface OpenParts {
  readonly pool: Pool<TeacherMethods>;
  readonly dimensions: number;
  readonly cache: ReadingCache;
  readonly watch: ReadingWatch;
}

/** Texts of like length go together, so that little is padded; which ones depends on the texts alone. */
async function readTexts(texts: readonly string[], parts: OpenParts): Promise<Reading> {
  const { pool, cache, watch, dimensions } = parts;
  const values = new Int16Array(texts.length * dimensions);
  const chunks = chunksOf(texts);
  let done = 0;
  const place = (read: Int16Array, order: readonly number[]) => {
    order.forEach((text, row) => {
      values.set(read.subarray(row * dimensions, (row + 1) * dimensions), text * dimensions);
    });
    done += order.length;
    watch.report(done / texts.length);
  };
  const open: { readonly order: readonly number[]; readonly list: readonly string[] }[] = [];
  for (const order of chunks) {
    throwIfCancelled(watch.signal);
    const list = order.map((at) => texts[at]!);
    const known = await cache.find(list, dimensions);
    if (known === undefined) open.push({ order, list });
    else place(known, order);
  }
  const readings = open.map(async ({ order, list }) => {
    const read = await pool.run("read", list);
    await cache.keep(list, read);
    place(read, order);
  });
  await unlessCancelled(watch, Promise.all(readings));
  return { dimensions, values };
}

function chunksOf(texts: readonly string[]): number[][] {
  const order = Array.from(texts.keys());
  order.sort((a, b) => texts[a]!.length - texts[b]!.length || a - b);
  return Array.from({ length: Math.ceil(order.length / CHUNK) }, (_, i) =>
    order.slice(i * CHUNK, (i + 1) * CHUNK),
  );
}

/** Waits for the work, or for the wish to stop; closing the threads is left to the caller. */
async function unlessCancelled({ signal }: ReadingWatch, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const stop = new Promise<never>((_, reject) => {
    timer = setInterval(() => signal.aborted && reject(cancelled()), LOOK_EVERY);
  });
  try {
    await Promise.race([work, stop]);
  } finally {
    clearInterval(timer);
    work.catch(() => {});
  }
}

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
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch(() => {});
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
