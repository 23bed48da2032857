import { join } from "node:path";
import { defineConfig } from "vitest/config";

const results = process.env.SEMASCOPE_RESULTS;

/** The tests that need a running cluster: one is started for all of them, so they run one after another. */
export default defineConfig({
  test: {
    include: ["test/cluster/**/*.test.ts"],
    setupFiles: ["test/config/properties.ts", "test/config/same-numbers.ts"],
    globalSetup: ["test/support/cluster/setup.ts"],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    reporters: results === undefined ? ["default"] : ["default", "json"],
    outputFile: { json: join(results ?? "", "cluster.json") },
  },
});
