import { join } from "node:path";
import { defineConfig } from "vitest/config";

const results = process.env.SEMASCOPE_RESULTS;

/** What happens when nodes are killed and the network is cut: minutes of waiting, so apart from the usual suite. */
export default defineConfig({
  test: {
    include: ["test/cluster/faults.test.ts"],
    setupFiles: ["test/config/properties.ts"],
    globalSetup: ["test/support/cluster/setup.ts"],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    reporters: results === undefined ? ["default"] : ["default", "json"],
    outputFile: { json: join(results ?? "", "faults.json") },
  },
});
