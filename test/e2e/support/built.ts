import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const ROOT = join(import.meta.dirname, "../../..");

/**
 * A module of the built application, so that worker threads and error classes are those that ship.
 * `built<typeof import("../../../core/errors.ts")>("core/errors.js")`
 */
export const built = <Module>(path: string): Promise<Module> =>
  import(pathToFileURL(join(ROOT, "dist", path)).href);
