import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import path from "node:path";
import { badInput } from "../../errors.ts";
import { codeOf, reasonOf } from "./system-error.ts";

/** @throws bad-input with a sentence when the folder is missing, is none, or cannot be read */
export async function requireFolder(
  folder: string,
  option = "retinas",
  hint = "name one that holds retina files",
): Promise<void> {
  try {
    if (!(await stat(folder)).isDirectory())
      throw badInput(option, `${folder} is a file, not a folder.`);
    await access(folder, constants.R_OK | constants.X_OK);
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "ENOENT") throw badInput(option, `There is no folder ${folder}; ${hint}.`);
    if (code === "EACCES") throw badInput(option, `The folder ${folder} may not be read.`);
    throw cause;
  }
}

/**
 * Checks in advance whether a file could be written, so that nobody waits an hour to learn that it cannot. Folders that are
 * not there yet are made when the file is. @throws bad-input with a sentence that names the option
 */
export async function requireWritable(file: string, option: string): Promise<void> {
  const refuse = (reason: string) =>
    badInput(option, `--${option} ${file} cannot be written: ${reason}; name another file.`, {
      file,
    });
  try {
    if ((await kindOf(file))?.isDirectory()) throw refuse("it is a folder");
    const folder = await nearestThere(path.dirname(path.resolve(file)));
    if (!(await stat(folder)).isDirectory()) throw refuse(`${folder} is a file, not a folder`);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw codeOf(cause).startsWith("E") ? refuse(reasonOf(cause)) : cause;
  }
}

async function kindOf(file: string) {
  try {
    return await stat(file);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw cause;
  }
}

/** The folder, or the first above it that is there. */
async function nearestThere(folder: string): Promise<string> {
  const parent = path.dirname(folder);
  if (folder === parent || (await kindOf(folder)) !== undefined) return folder;
  return nearestThere(parent);
}
