import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

const results = process.env.SEMASCOPE_RESULTS;

/** Files of pure functions: they keep nothing between two calls, so one thread runs many with the modules loaded once. */
const PURE = [
  "test/core/{analysis,atlas,basemap,collection,expression,fingerprint,handlers,image,kernel,retina,text,train}/**",
  "test/renderer/{model,styles}/**",
];
/** These replace modules, clocks or globals of the page, which others must not see. */
const WITH_STAND_INS = [
  "test/core/text/vocabulary-attack.test.ts",
  "test/renderer/model/workspace-file.test.ts",
  "test/renderer/model/text/**",
  "test/renderer/model/filters/filter-versions.test.ts",
];
const PAGE = ["test/renderer/{api,app,components,features,state}/**", ...WITH_STAND_INS];

const tests = (folders: readonly string[]) =>
  folders.map((folder) => (/\.tsx?$/.test(folder) ? folder : `${folder}/*.test.{ts,tsx}`));

export default defineConfig({
  test: {
    globalSetup: ["test/config/fresh-build.js"],
    reporters: results === undefined ? ["default"] : ["default", "json"],
    outputFile: { json: join(results ?? "", "unit.json") },
    setupFiles: ["test/config/properties.ts", "test/config/same-numbers.ts"],
    // Without this, two processors would run one file at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // For machines whose processors are busy with something else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: tests(PURE),
          exclude: [...configDefaults.exclude, ...tests(WITH_STAND_INS)],
          pool: "threads",
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "page", include: tests(PAGE), pool: "threads" },
      },
      {
        // What starts threads, watches signals or counts open files has a process of its own.
        extends: true,
        test: {
          name: "hosts",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [...configDefaults.exclude, "test/cluster/**", ...tests(PURE), ...tests(PAGE)],
          pool: "forks",
        },
      },
    ],
  },
});
