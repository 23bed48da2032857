import { ensureChromium, HOW_TO_GET_ONE } from "./chromium.js";
import { runNode } from "./run-node.js";

/** Runs the browser tests on the built application. Arguments go to Playwright: a file, `--project app`, `-g title`. */

const browser = ensureChromium();
if (browser === undefined) {
  console.error(HOW_TO_GET_ONE);
  process.exit(1);
}

process.env.PLAYWRIGHT_CHROMIUM = browser;
const code = await runNode(
  "node_modules/@playwright/test/cli.js",
  "test",
  "--config=test/config/playwright.config.ts",
  ...process.argv.slice(2),
);
process.exit(code);
