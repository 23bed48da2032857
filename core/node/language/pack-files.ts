import { readdir } from "node:fs/promises";
import path from "node:path";
import { ApiError, badPack, notFound } from "../../errors.ts";
import type { Pack } from "../../language/pack.ts";
import { readPack } from "../../language/pack-file.ts";
import { codeOf, reasonOf } from "../config/system-error.ts";
import { readWhole } from "../files/regular-file.ts";

/** What the files are called after the dot. */
export const PACK_EXTENSION = ".pack";
const MOST_BYTES = 100_000_000;

/** @throws not-found where there is none, bad-retina-file when it is not a sound pack */
export async function loadPack(file: string): Promise<Pack> {
  let bytes: Uint8Array;
  try {
    bytes = await readWhole(file, MOST_BYTES);
  } catch (cause) {
    if (cause instanceof ApiError) throw badPack(cause.message, { file });
    if (codeOf(cause) === "ENOENT") throw notFound(`There is no language pack ${file}.`);
    throw badPack(`The language pack ${path.basename(file)} cannot be read: ${reasonOf(cause)}.`, {
      file,
    });
  }
  return readPack(bytes, path.basename(file));
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
