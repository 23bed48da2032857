import { mkdir, open, readdir } from "node:fs/promises";
import path from "node:path";
import { writeFile } from "atomically";
import { ApiError, badRetinaFile, notEnoughMemory, notFound } from "../../errors.ts";
import { KIND } from "../../retina/format-layout.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import { readRetinaHead as headOf, openRetina, type RetinaHead } from "../../retina/open-retina.ts";
import { HEAD_START, headLength } from "../../tables/framed-file.ts";
import { codeOf, reasonOf } from "../config/system-error.ts";
import { syncFolder } from "../config/write-safely.ts";
import { readWhole, readWholeText } from "../files/regular-file.ts";

/** What the files are called after the dot. */
export const RETINA_EXTENSION = ".retina";
/** Two million terms have about 800 MB. */
const MOST_BYTES = 2 ** 31 - 1;

/**
 * Opens the retina in a file.
 * @throws not-found when there is none, bad-retina-file when it cannot be read or is not a sound retina, busy without memory for it
 */
export async function loadRetina(file: string): Promise<IndexedRetina> {
  const [bytes, names] = await Promise.all([readRetinaBytes(file), readNames(file)]);
  const name = path.basename(file);
  try {
    return openRetina(bytes, name, names);
  } catch (cause) {
    throw cause instanceof RangeError ? notEnoughMemory(name) : cause;
  }
}

/** Card and checksum of the retina in a file, without the rest of it. @throws bad-retina-file */
export async function readRetinaHead(file: string): Promise<RetinaHead> {
  const name = path.basename(file);
  const handle = await open(file).catch((cause) => {
    throw badRetinaFile(`The retina file ${name} cannot be read: ${reasonOf(cause)}.`, { file });
  });
  try {
    const { size } = await handle.stat();
    const first = Buffer.alloc(Math.min(size, HEAD_START));
    await handle.read(first, 0, first.length, 0);
    const wanted = first.length < HEAD_START ? first.length : headLength(first, KIND);
    const head = Buffer.alloc(Math.min(size, wanted, MOST_HEAD));
    await handle.read(head, 0, head.length, 0);
    return headOf(head, size, name);
  } finally {
    await handle.close();
  }
}
/** A card has some kilobytes. */
const MOST_HEAD = 2 ** 24;

/** The file beside a retina in which an editor names the regions of its map. */
export const namesFileOf = (file: string): string =>
  path.format({ ...path.parse(file), base: "", ext: ".names.tsv" });
const MOST_NAMES = 2 ** 20;

/** A file of names that cannot be read keeps no retina from being opened. */
async function readNames(file: string): Promise<string> {
  try {
    return await readWholeText(namesFileOf(file), MOST_NAMES);
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT")
      console.warn(`${namesFileOf(file)} cannot be read: ${reasonOf(cause)}.`);
    return "";
  }
}

/** The bytes of a retina file, unchecked. */
export async function readRetinaBytes(file: string): Promise<Uint8Array> {
  try {
    return await readWhole(file, MOST_BYTES);
  } catch (cause) {
    if (cause instanceof ApiError) throw badRetinaFile(cause.message, { file });
    if (codeOf(cause) === "ENOENT") throw notFound(`There is no retina file ${file}.`);
    throw badRetinaFile(
      `The retina file ${path.basename(file)} cannot be read: ${reasonOf(cause)}.`,
      {
        file,
      },
    );
  }
}

/**
 * Writes a retina, whose bytes are known to open, so that at every moment either the old file or the whole new one is
 * there: a temporary file is written and synced, then renamed.
 */
export async function writeRetinaFile(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    mode: 0o644,
    fsyncWait: true,
  });
  await syncFolder(path.dirname(file));
}

/** The paths of a folder's retina files, sorted. */
export async function listRetinaFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    const files = names.filter((name) => name.endsWith(RETINA_EXTENSION) && !name.startsWith("."));
    return files.sort().map((name) => path.join(folder, name));
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return [];
    throw cause;
  }
}
