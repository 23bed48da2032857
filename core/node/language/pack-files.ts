import { readdir } from "node:fs/promises";
import path from "node:path";
import { ApiError, badPack, notFound } from "../../errors.ts";
import type { Pack, PackSummary } from "../../language/pack.ts";
import { packChecksum, readPack, readPackHeader } from "../../language/pack-file.ts";
import { codeOf, reasonOf } from "../config/system-error.ts";
import { readWhole } from "../files/regular-file.ts";

/** What the files are called after the dot. */
export const PACK_EXTENSION = ".pack";
const MOST_BYTES = 100_000_000;

/** @throws not-found where there is none, bad-retina-file when it is not a sound pack */
export const loadPack = async (file: string): Promise<Pack> =>
  readPack(await bytesOf(file), path.basename(file));

/** What tells a pack from any other, a twentieth of the work of loading it. @throws not-found, bad-retina-file */
export const checksumOfPack = async (file: string): Promise<string> =>
  packChecksum(await bytesOf(file), path.basename(file));

/**
 * The packs of folders, by language; of two of a language the first. Those that cannot be read are left out: whoever asks for
 * their language is told why.
 */
export async function summarizePacks(folders: readonly string[]): Promise<PackSummary[]> {
  const files = (await Promise.all(folders.map(listPacks))).flatMap((found) => [...found]);
  const first = new Map(files.reverse());
  const summaries = await Promise.all(
    [...first].map(async ([language, file]) => {
      const header = await bytesOf(file)
        .then((bytes) => readPackHeader(bytes, file))
        .catch((cause: unknown) => {
          if (cause instanceof ApiError) return undefined;
          throw cause;
        });
      return header === undefined ? [] : [{ language, words: header.counts.words, file }];
    }),
  );
  return summaries.flat().sort((a, b) => (a.language < b.language ? -1 : 1));
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readWhole(file, MOST_BYTES);
  } catch (cause) {
    if (cause instanceof ApiError) throw badPack(cause.message, { file });
    if (codeOf(cause) === "ENOENT") throw notFound(`There is no language pack ${file}.`);
    throw badPack(`The language pack ${path.basename(file)} cannot be read: ${reasonOf(cause)}.`, {
      file,
    });
  }
}

/** The files of the packs in a folder by language, in order of name. */
export async function listPacks(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch((cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return [];
    throw cause;
  });
  return new Map(
    names
      .filter((name) => name.endsWith(PACK_EXTENSION) && !name.startsWith("."))
      .sort()
      .map((name) => [path.basename(name, PACK_EXTENSION), path.join(folder, name)]),
  );
}
