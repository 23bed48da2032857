import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { ApiError, badReader } from "../../errors.ts";
import type { Reader, ReaderHeader } from "../../reader/reader.ts";
import { readReader, readReaderHeader, writeReader } from "../../reader/reader-file.ts";
import { userDirectories } from "../config/directories.ts";
import { codeOf, reasonOf } from "../config/system-error.ts";
import { writeSafely } from "../config/write-safely.ts";
import { readWhole } from "../files/regular-file.ts";

const READER_EXTENSION = ".reader";
const MOST_BYTES = 200_000_000;
const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

/** Where readers are kept. */
export const readersFolder = () => path.join(userDirectories().data, "readers");

const fileOf = (folder: string, name: string) => path.join(folder, `${name}${READER_EXTENSION}`);

/** @throws bad-input for a name that no reader can have */
export function requireReaderName(name: string): string {
  if (NAME.test(name)) return name;
  throw badReader(
    `“${name.slice(0, 40)}” cannot be the name of a reader: lower case letters, digits, _ and -, at most 40.`,
  );
}

/** A file in the folder of readers: what it says of itself, or why it cannot be used. */
export type ListedReader = { readonly name: string } & (
  | { readonly header: ReaderHeader }
  | { readonly problem: string }
);

/** In order of name. */
export async function listReaders(folder: string): Promise<ListedReader[]> {
  const names = await namesIn(folder);
  return Promise.all(
    names.map(async (name) => {
      try {
        return { name, header: readReaderHeader(await bytesOf(folder, name), name) };
      } catch (cause) {
        if (cause instanceof ApiError) return { name, problem: cause.message };
        throw cause;
      }
    }),
  );
}

/** @throws bad-input where there is none, and when it is not a sound reader */
export const loadReader = async (folder: string, name: string): Promise<Reader> =>
  readReader(await bytesOf(folder, requireReaderName(name)), `“${name}”`);

/** When the file of a reader was written. @throws bad-input where there is none */
export async function changeOf(folder: string, name: string): Promise<number> {
  const info = await stat(fileOf(folder, requireReaderName(name))).catch(() => undefined);
  return info?.mtimeMs ?? Promise.reject(await missing(folder, name));
}

/** Keeps a reader under a name, over one of the same name. @returns its file */
export async function keepReader(
  folder: string,
  name: string,
  reader: Omit<Reader, "checksum">,
): Promise<string> {
  const file = fileOf(folder, name);
  await writeSafely(file, writeReader(reader));
  return file;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return [];
    throw cause;
  });
  return names
    .filter((name) => name.endsWith(READER_EXTENSION) && !name.startsWith("."))
    .map((name) => path.basename(name, READER_EXTENSION))
    .sort();
}

async function bytesOf(folder: string, name: string): Promise<Uint8Array> {
  try {
    return await readWhole(fileOf(folder, name), MOST_BYTES);
  } catch (cause) {
    if (cause instanceof ApiError) throw badReader(cause.message);
    if (codeOf(cause) !== "ENOENT")
      throw badReader(`The reader “${name}” cannot be read: ${reasonOf(cause)}.`);
    throw await missing(folder, name);
  }
}

async function missing(folder: string, name: string) {
  const known = await namesIn(folder);
  return badReader(
    `There is no reader “${name}”; there are: ${known.join(", ") || "none"}. “semascope reader fit” makes one.`,
    { value: name, known },
  );
}
