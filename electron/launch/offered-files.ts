import { existsSync } from "node:fs";
import { resolve } from "node:path";

const OPTION = "--import=";
const HASH = "#import=";

/** The files that a person named at the start, from the top. @throws Error with a sentence where one is not there */
export function offeredFiles(names: readonly string[]): string[] {
  const missing = names.find((name) => !existsSync(name));
  if (missing !== undefined)
    throw new Error(`There is no file or folder ${missing}; semascope --help lists the commands.`);
  return names.map((name) => resolve(name));
}

/** What an address of the page ends with so that it offers these files for an import. */
export const importHash = (files: readonly string[]): string =>
  files.length === 0 ? "" : `${HASH}${encodeURIComponent(JSON.stringify(files))}`;

/** How the desktop program is told of them. */
export const importArguments = (files: readonly string[]): string[] =>
  files.length === 0 ? [] : [`${OPTION}${importHash(files)}`];

/** What the desktop program was told. */
export const importHashIn = (args: readonly string[]): string =>
  args.find((arg) => arg.startsWith(`${OPTION}${HASH}`))?.slice(OPTION.length) ?? "";
