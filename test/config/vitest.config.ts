import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { builtCore } from "./built-core.ts";
import { LATER, WASM_LATER } from "./run-node.js";

const results = process.env.SEMASCOPE_RESULTS;

/** Files of pure functions: they keep nothing between two calls, so one thread runs many with the modules loaded once. */
const PURE = [
  "test/core/{analysis,basemap,collection,expression,fingerprint,handlers,image,kernel,language,reader,retina,text}/**",
  "test/renderer/{model,styles}/**",
  "test/renderer/features/*/model/**",
];
/** Pure as well, but these train, divide maps or compile; `npm run test:quick` leaves them out. */
const LONG = ["test/core/{atlas,train}/**", "test/core/kernel/generated.test.ts"];
/** These replace modules of `core`, whose sources they load. */
const WITH_STAND_INS_IN_CORE = [
  "test/core/node/opening/{atlas-files,retina-store}.test.ts",
  "test/core/text/vocabulary-attack.test.ts",
  "test/core/train/learn-from-others.test.ts",
];
/** These replace modules of the page, or globals that pure functions read, which others must not see. */
const WITH_STAND_INS_IN_PAGE = [
  "test/renderer/api/collection-queries.test.ts",
  "test/renderer/app/renders.test.tsx",
  "test/renderer/components/terms/term-input.test.tsx",
  "test/renderer/features/collection/{difference-lens,export-rows-menu,groups-view,one-step,split,unavailable-list,use-heat,use-topics,words-lens}.test.tsx",
  "test/renderer/model/workspace-file.test.ts",
  "test/renderer/features/text/model/**",
  "test/renderer/model/filters/filter-versions.test.ts",
  "test/renderer/features/collection/{label-rows,open-sample,search-like}.test.ts",
  "test/renderer/state/filters/change-guard.test.ts",
];
const WITH_STAND_INS = [...WITH_STAND_INS_IN_CORE, ...WITH_STAND_INS_IN_PAGE];
/**
 * These replace modules or the clock, change the environment, count what this process holds, or end it; and those of the embedded
 * store, whose native code a process should not share.
 */
const ALONE = [
  "test/core/node/collections/embedded/**",
  "test/core/node/collections/import/import-collection.test.ts",
  "test/core/node/collections/thread/collection-thread.test.ts",
  "test/core/node/commands/{collection,program}.test.ts",
  "test/core/node/files/hostile-tables.test.ts",
  "test/core/node/mcp/{mcp-server,mcp-tools}.test.ts",
  "test/core/node/jobs/{job-store,task-endpoints}.test.ts",
  "test/core/node/threads/{supervised-worker,worker-pool}.test.ts",
  "test/core/node/workspace/workspace-store.test.ts",
  "test/electron/{engine-host,main}.test.ts",
  "test/electron/ipc/**",
  "test/electron/window/{guards,main-window}.test.ts",
  "test/readme.test.ts",
];
const PAGE = ["test/renderer/{api,app,components,features,state}/**"];

const tests = (folders: readonly string[]) =>
  folders.map((folder) => (/\.tsx?$/.test(folder) ? folder : `${folder}/*.test.{ts,tsx}`));

export default defineConfig({
  test: {
    globalSetup: ["test/config/fresh-build.js"],
    reporters: results === undefined ? ["default"] : ["default", "json"],
    outputFile: { json: join(results ?? "", "unit.json") },
    setupFiles: ["test/config/properties.ts", "test/config/same-numbers.ts"],
    // Projects share what was made of a file, and so do runs.
    experimental: { fsModuleCache: true },
    // As it is shipped: other packages' code, without the maps it names.
    server: { deps: { external: [/\/dist\/(?:core|vendor)\//] } },
    // Without this, two processors would run one file at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // For machines whose processors are busy with something else.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        plugins: [builtCore],
        test: {
          name: "pure",
          include: tests(PURE),
          exclude: [...configDefaults.exclude, ...tests([...WITH_STAND_INS, ...LONG])],
          pool: "threads",
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [builtCore],
        test: {
          name: "long",
          include: tests(LONG),
          exclude: [...configDefaults.exclude, ...tests(WITH_STAND_INS)],
          pool: "threads",
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [builtCore],
        test: {
          name: "page",
          include: tests(PAGE),
          exclude: [...configDefaults.exclude, ...tests([...WITH_STAND_INS, ...PURE])],
          environment: "jsdom",
          pool: "threads",
          isolate: false,
          setupFiles: ["test/config/fresh-page.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "stand-ins",
          include: tests(WITH_STAND_INS_IN_CORE),
          pool: "threads",
        },
      },
      {
        extends: true,
        plugins: [builtCore],
        test: {
          name: "page-stand-ins",
          include: tests(WITH_STAND_INS_IN_PAGE),
          pool: "threads",
        },
      },
      {
        // What starts threads or opens files and ends both; a process runs many with the modules loaded once.
        extends: true,
        plugins: [builtCore],
        test: {
          name: "hosts",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [
            ...configDefaults.exclude,
            "test/cluster/**",
            ...tests([...PURE, ...LONG, ...PAGE, ...WITH_STAND_INS, ...ALONE]),
          ],
          pool: "forks",
          execArgv: [LATER, WASM_LATER],
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [builtCore],
        test: {
          name: "alone",
          include: tests(ALONE),
          pool: "forks",
          execArgv: [LATER, WASM_LATER],
        },
      },
    ],
  },
});
