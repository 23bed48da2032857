import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { _electron, expect, test } from "@playwright/test";
import { ROOT } from "../support/built.ts";

const binary = electronBinary();

test.skip(
  binary === null,
  "Electron's binary is not installed: run `node node_modules/electron/install.js`.",
);

test("the desktop window opens on the map, isolated and without Node, and builds a fingerprint", async () => {
  const data = mkdtempSync(join(tmpdir(), "semascope-electron-"));
  const app = await _electron.launch({
    executablePath: binary ?? "",
    args: [ROOT, `--user-data-dir=${data}`, ...withoutSandbox.args],
    env: { ...process.env, SEMASCOPE_HOME: data, ...withoutSandbox.env },
  });
  const page = await app.firstWindow();
  await expect(page.getByRole("application", { name: "Semantic map" })).toBeVisible();
  expect(
    await page.evaluate(() => ["require", "process", "module"].filter((name) => name in window)),
  ).toEqual([]);
  await page.keyboard.type("jaguar");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("treeitem", { name: /jaguar, [\d,]+ cells/ })).toBeVisible();
  await app.close();
  rmSync(data, { recursive: true, force: true, maxRetries: 10 });
});

/** Chromium's sandbox does not run as root. The program turns it on again unless its own switch says that this is a test. */
const withoutSandbox =
  process.getuid?.() === 0
    ? { args: ["--no-sandbox"], env: { SEMASCOPE_TEST_WITHOUT_SANDBOX: "1" } }
    : { args: [], env: {} };

/** Where the package says that its program is; asking the package itself could start a download. */
function electronBinary(): string | null {
  const folder = join(ROOT, "node_modules/electron");
  const note = join(folder, "path.txt");
  if (!existsSync(note)) return null;
  const path = join(folder, "dist", readFileSync(note, "utf8").trim());
  return existsSync(path) ? path : null;
}
