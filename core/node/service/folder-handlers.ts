import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { Handler, Output } from "../../api/client-types.ts";
import { badInput, forbidden } from "../../errors.ts";
import { reasonOf } from "../config/system-error.ts";
import { isCorpusFile } from "../training/train-files.ts";

/** Folders that are listed at once. */
const MOST = 1000;

/** Lets a person choose a folder of this machine in a page, which has no dialog for that. */
export function folderHandlers(mayReadFiles: boolean) {
  const folders: Handler<"app.folders"> = ({ path: asked = homedir() }) => {
    if (!mayReadFiles)
      throw forbidden("A service that asks for no key does not show the folders of its machine.");
    return listFolder(asked);
  };
  return { "app.folders": folders };
}

async function listFolder(asked: string): Promise<Output<"app.folders">> {
  if (!path.isAbsolute(asked) || asked.includes("\0"))
    throw badInput("path", `A folder is named from the top, such as ${homedir()}.`);
  const here = path.resolve(asked);
  const entries = await readdir(here, { withFileTypes: true }).catch((cause: unknown) => {
    throw badInput("path", `${here} cannot be read: ${reasonOf(cause)}.`);
  });
  const parent = path.dirname(here);
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b));
  return {
    path: here,
    parent: parent === here ? null : parent,
    folders: names.slice(0, MOST).map((name) => ({ name, path: path.join(here, name) })),
    texts: entries.filter((entry) => entry.isFile() && isCorpusFile(entry.name)).length,
    isCut: names.length > MOST,
  };
}
