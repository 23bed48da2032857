import { spawnSync } from "node:child_process";
import { ensureChromium, HOW_TO_GET_ONE } from "./chromium.js";
import { ROOM } from "./run-node.js";

/** Runs the browser tests on the built application. Arguments go to Playwright: a file, `--project app`, `-g title`. */

const browser = ensureChromium();
if (browser === undefined) {
  console.error(HOW_TO_GET_ONE);
  process.exit(1);
}

const { status } = spawnSync(
  process.execPath,
  [
    ROOM,
    "node_modules/@playwright/test/cli.js",
    "test",
    "--config=test/config/playwright.config.ts",
    ...process.argv.slice(2),
  ],
  { stdio: "inherit", env: { ...process.env, PLAYWRIGHT_CHROMIUM: browser } },
);
process.exit(status ?? 1);
