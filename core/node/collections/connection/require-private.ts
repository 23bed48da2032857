import { stat } from "node:fs/promises";
import { badInput } from "../../../errors.ts";
import { reasonOf } from "../../config/system-error.ts";

const OTHERS = 0o077;

/** @throws bad-input where others than its owner may read a file that holds a password */
export async function requirePrivate(file: string): Promise<void> {
  // Windows keeps rights elsewhere; files of a user's folders are private there.
  if (process.platform === "win32") return;
  const mode = await modeOf(file);
  if ((mode & OTHERS) === 0) return;
  const shown = (mode & 0o777).toString(8).padStart(3, "0");
  throw badInput(
    "file",
    `Others may read ${file} (mode ${shown}), which holds a password: run chmod 600 on it, and change the password if it may have been read.`,
    { file, mode: shown },
  );
}

async function modeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).mode;
  } catch (cause) {
    throw badInput("file", `The file ${file} cannot be read: ${reasonOf(cause)}.`, { file });
  }
}
