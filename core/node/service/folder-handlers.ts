import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { Handler, Output } from "../../api/client-types.ts";
import { ApiError, badInput, forbidden } from "../../errors.ts";
import type { FilePlace } from "../collections/import/given-files.ts";
import { reasonOf } from "../config/system-error.ts";
import { isIn, type ReadableFolders, requireReadable } from "../files/readable.ts";
import { isCorpusFile } from "../training/train-files.ts";

/** Folders that are listed at once. */
const MOST = 1000;

/** Lets a person choose a folder of this machine in a page, which has no dialog for that. */
export function folderHandlers({
  mayReadFiles,
  folders,
}: Pick<FilePlace, "mayReadFiles" | "folders">) {
  const list: Handler<"app.folders"> = ({ path: asked = firstOf(folders) }) => {
    if (!mayReadFiles)
      throw forbidden("A service that asks for no key does not show the folders of its machine.");
    return listFolder(asked, folders);
  };
  return { "app.folders": list };
}

const mayShow = (place: string, folders: ReadableFolders): boolean =>
  folders === undefined || folders.some((folder) => isIn(place, folder));

/** The person's own where it may be read, else the first that may. */
function firstOf(folders: ReadableFolders): string {
  const home = homedir();
  return mayShow(home, folders) ? home : (folders?.[0] ?? home);
}

async function listFolder(asked: string, folders: ReadableFolders): Promise<Output<"app.folders">> {
  if (!path.isAbsolute(asked) || asked.includes("\0"))
    throw badInput("path", `A folder is named from the top, such as ${homedir()}.`);
  const here = path.resolve(asked);
  const real = await requireReadable(here, folders).catch((cause: unknown) => {
    throw cause instanceof ApiError && cause.code === "bad-input"
      ? badInput("path", cause.message)
      : cause;
  });
  const entries = await readdir(real, { withFileTypes: true }).catch((cause: unknown) => {
    throw badInput("path", `${here} cannot be read: ${reasonOf(cause)}.`);
  });
  const parent = path.dirname(here);
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b));
  return {
    path: here,
    parent: parent === here || !mayShow(parent, folders) ? null : parent,
    folders: names.slice(0, MOST).map((name) => ({ name, path: path.join(here, name) })),
    texts: entries.filter((entry) => entry.isFile() && isCorpusFile(entry.name)).length,
    isCut: names.length > MOST,
  };
}
