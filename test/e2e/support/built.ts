import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The project's folder, from the source as from the built copy of this file. */
export const ROOT = packageFolder(import.meta.dirname);

function packageFolder(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : packageFolder(dirname(folder));
}

/**
 * A module of the built application, so that worker threads and error classes are those that ship.
 * `built<typeof import("../../../core/errors.ts")>("core/errors.js")`
 */
export const built = <Module>(path: string): Promise<Module> =>
  import(pathToFileURL(join(ROOT, "dist", path)).href);
