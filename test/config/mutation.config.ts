import { defineConfig } from "vitest/config";

/** The tests of the engine that read its sources; those of `core/node` start threads, which run from `dist`. */
export default defineConfig({
  test: {
    include: ["test/core/**/*.test.ts", "test/contract/*.test.ts"],
    exclude: ["test/core/node/**", "test/core/api/**", "test/core/kernel/generated.test.ts"],
    // Calls that start threads, and the test that there is a call for everything.
    testNamePattern:
      /^(?!(?:collections|long tasks) over |the suites have |a client that is generated )/,
    setupFiles: ["test/config/properties.ts", "test/config/same-numbers.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
