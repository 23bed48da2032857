import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { App } from "electron";

/** The files that a person named at the start, from the top. @throws Error with a sentence where one is not there */
export function offeredFiles(names: readonly string[]): string[] {
  const missing = names.find((name) => !existsSync(name));
  if (missing !== undefined)
    throw new Error(`There is no file or folder ${missing}; semascope --help lists the commands.`);
  return names.map((name) => resolve(name));
}

/** What an address of the page ends with so that it offers these files for an import. */
export const importHash = (files: readonly string[]): string =>
  files.length === 0 ? "" : `#import=${encodeURIComponent(JSON.stringify(files))}`;

/**
 * The files among the arguments of the desktop program: from the launcher, from "Open with", dropped on its icon. Options and
 * what is not there are passed over, and so is the application itself, which Electron is given where it is not packaged.
 */
export function filesIn(args: readonly string[], application: string): string[] {
  return args
    .filter((arg) => !arg.startsWith("-"))
    .map((arg) => resolve(pathOf(arg)))
    .filter((file) => file !== resolve(application) && existsSync(file));
}

/** File managers of Linux name files as addresses. */
function pathOf(arg: string): string {
  try {
    return arg.startsWith("file:") ? fileURLToPath(arg) : arg;
  } catch {
    return arg;
  }
}

/** macOS hands over files that are opened or dropped on the icon one by one; those of one gesture are offered together. */
export function onOpenedFiles(app: App, offer: (files: readonly string[]) => void): void {
  let files: string[] = [];
  app.on("open-file", (event, file) => {
    event.preventDefault();
    files.push(file);
    if (files.length > 1) return;
    setImmediate(() => {
      const all = files;
      files = [];
      offer(all);
    });
  });
}
