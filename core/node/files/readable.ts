import { realpath } from "node:fs/promises";
import path from "node:path";
import { badInput, forbidden } from "../../errors.ts";
import { readingTrouble } from "./regular-file.ts";

/** Folders in which callers may name files; undefined where the caller is the person whose machine it is. */
export type ReadableFolders = readonly string[] | undefined;

/**
 * The path of a file or folder with its links resolved. @throws forbidden where it lies in none of the folders, bad-input where
 * it cannot be found in one
 */
export async function requireReadable(named: string, folders: ReadableFolders): Promise<string> {
  // The system's calls throw it back as a fault of the program.
  if (named.includes("\0"))
    throw badInput("file", `${JSON.stringify(named)} cannot be read: it contains a NUL character.`);
  if (folders === undefined) return named;
  if (folders.length === 0)
    throw forbidden(
      "This service reads no files of its machine; send the file, or start the service with --files DIR.",
    );
  const real = await realpath(named).catch((cause: unknown) => {
    // Whether there is a file elsewhere is nobody's business.
    if (!folders.some((folder) => isIn(path.resolve(named), folder))) throw outside(named, folders);
    throw readingTrouble(named, cause);
  });
  const allowed = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  if (!allowed.some((folder) => isIn(real, folder))) throw outside(named, folders);
  return real;
}

/** Whether a path lies in a folder, or is it. */
export function isIn(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

const outside = (named: string, folders: readonly string[]) =>
  forbidden(
    `${named} is not in ${folders.join(" or ")}; start the service with --files DIR to have other files read.`,
  );
