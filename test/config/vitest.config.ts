import { join } from "node:path";
import { defineConfig } from "vitest/config";

const results = process.env.SEMASCOPE_RESULTS;

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/cluster/**", "node_modules/**"],
    globalSetup: ["test/config/fresh-build.js"],
    setupFiles: ["test/config/properties.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: results === undefined ? ["default"] : ["default", "json"],
    outputFile: { json: join(results ?? "", "unit.json") },
  },
});
