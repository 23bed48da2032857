import path from "node:path";
import type { Plugin } from "vitest/config";

const ROOT = path.resolve(import.meta.dirname, "../..");
const IN_CORE = /^core\/.*\.ts$/;

/**
 * Tests run `core` as it was built. Where Vitest loads sources, each use of what another module exports is a call, which makes
 * loops over cells take half as long again, and each file is fetched from the main process.
 */
export const builtCore: Plugin = {
  name: "built-core",
  enforce: "pre",
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith(".")) return null;
    const file = path.relative(ROOT, path.resolve(path.dirname(importer), source));
    if (!IN_CORE.test(file)) return null;
    return path.join(ROOT, "dist", file.replace(/\.ts$/, ".js"));
  },
};
