import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import path from "node:path";
import { cancelled, throwIfCancelled } from "../../errors.ts";
import type { Reading, ReadingWatch, Teacher } from "../../train/teacher/teacher.ts";
import { userDirectories } from "../config/directories.ts";
import { startThread } from "../threads/start-thread.ts";
import { WorkerPool } from "../threads/worker-pool.ts";
import { ReadingCache } from "./reading-cache.ts";
import { findTeacherFiles, type TeacherFiles } from "./teacher-files.ts";
import type { TeacherMethods } from "./teacher-methods.ts";

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
  const { size } = await stat(files.model);
  const affordable = Math.max(1, Math.floor(MEMORY / sharedBy / MEMORY_PER_BYTE / size));
  const pool = new WorkerPool<TeacherMethods>({
    threads: Math.min(threads, affordable),
    start: () => startThread("teacher/teacher-worker", { data: { files, sample, batch } }),
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

interface Desk {
  readonly pool: WorkerPool<TeacherMethods>;
  readonly dimensions: number;
  readonly cache: ReadingCache;
  readonly watch: ReadingWatch;
}

/** Texts of like length go together, so that little is padded; which ones depends on the texts alone. */
async function readTexts(texts: readonly string[], desk: Desk): Promise<Reading> {
  const { pool, cache, watch, dimensions } = desk;
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
