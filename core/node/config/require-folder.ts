import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { badInput } from "../../errors.ts";
import { codeOf } from "./error-code.ts";

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
