import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { builtCore } from "./built-core.ts";
import { LATER } from "./run-node.js";

const results = process.env.SEMASCOPE_RESULTS;

/** Killed nodes are slow when they are back: the tests that kill them come last. */
class KillsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kills = ({ moduleId }: TestSpecification) => moduleId.endsWith("/faults.test.ts");
    return [...files].sort((a, b) => Number(kills(a)) - Number(kills(b)));
  }
}

/** The tests that need a running cluster: one is started for all of them, so they run one after another, in one process. */
export default defineConfig({
  plugins: [builtCore],
  test: {
    include: ["test/cluster/**/*.test.ts"],
    setupFiles: ["test/config/properties.ts", "test/config/same-numbers.ts"],
    globalSetup: ["test/support/cluster/setup.ts"],
    // As it is shipped: without the maps it names.
    server: { deps: { external: [/\/dist\/(?:core|vendor)\//] } },
    fileParallelism: false,
    isolate: false,
    execArgv: [LATER],
    sequence: { sequencer: KillsLast },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    reporters: results === undefined ? ["default"] : ["default", "json"],
    outputFile: { json: join(results ?? "", "cluster.json") },
  },
});
