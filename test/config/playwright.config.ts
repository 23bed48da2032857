import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { defineConfig, type ReporterDescription } from "@playwright/test";

const results = process.env.SEMASCOPE_RESULTS;
const forPeople: ReporterDescription = ["list"];
const browser = process.env.PLAYWRIGHT_CHROMIUM ?? "";
const run = `e2e-${basename(browser)}`;
const forPrograms: ReporterDescription[] =
  results === undefined ? [] : [["json", { outputFile: join(results, `${run}.json`) }]];

/**
 * Tests make much in the page that is soon forgotten: with more room for it (MB) collecting it takes less of the processor, a
 * twentieth of all of a browser test.
 */
const ROOM = "--js-flags=--min-semi-space-size=32,--max-semi-space-size=64";

const GRID = "http-only/grid-*.spec.ts";

/** The same specs over both transports; `run-e2e.js` says which browser. */
export default defineConfig({
  testDir: "../e2e",
  outputDir: `../../test-results/${run}`,
  // What is built runs as it is: translating it again takes five seconds of the processor for each worker.
  build: { external: ["**/dist/**"] },
  fullyParallel: true,
  // A page leaves gaps between what it is asked: one test more than processors fills them.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  // For machines whose processors are busy with something else: a test that passes takes a few seconds.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // A test that passes at its second try has a fault, or the program has.
  retries: 0,
  reporter: [forPeople, ...forPrograms],
  use: {
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "light",
    reducedMotion: "reduce",
    // Taking a trace slows every test down, and nobody looks at those of tests that pass: `--trace on` takes one by hand.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: browser, args: [ROOM] },
  },
  projects: [
    // Workers are not shared between projects, and each opens an engine or a browser of its own: the small ones have one, and are
    // first, so that the workers of the large one fill in after them.
    { name: "electron", testMatch: "electron/**/*.spec.ts", workers: 1 },
    // The map alone in a page, which no transport has a part in.
    { name: "grid", testMatch: GRID, workers: 1 },
    { name: "app", testIgnore: ["electron/**", GRID] },
  ],
});
