import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { makeTestFolder } from "../../support/test-host.ts";
import { App } from "../support/app.ts";
import { ROOT } from "../support/built.ts";
import { expect, test } from "../support/test.ts";

/** The program as a person starts it, so that it can be killed. */
async function startProgram(home: string): Promise<{ child: ChildProcess; address: string }> {
  const program = join(ROOT, "dist/core/node/cli.js");
  const options = [
    "serve",
    "--port",
    "0",
    "--json",
    "--threads",
    "1",
    "--retinas",
    join(home, "retinas"),
  ];
  const child = spawn(process.execPath, [program, ...options], {
    env: { ...process.env, SEMASCOPE_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout!, "data");
  return { child, address: JSON.parse(String(line)).application };
}

async function openText(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible({ timeout: 20_000 });
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("button", { name: "Text", exact: true }).click();
  return page.getByRole("textbox", { name: "Text to look at" });
}

const countWords = (text: string) => text.match(/word\d+/g)?.length ?? 0;

/** The highest number of a word in any document that the program said it has saved. */
function watchWritten(page: Page): () => number {
  let written = -1;
  page.on("response", (response) => {
    const isSave = response.ok() && response.url().includes("/workspace-save");
    const words = isSave ? (response.request().postData() ?? "").match(/word\d+/g) : null;
    for (const word of words ?? []) written = Math.max(written, Number(word.slice(4)));
  });
  return () => written;
}

test("a program that is killed while a person types on loses nothing that it had saved", async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const made = await makeTestFolder();
  // A folder may be called so.
  const home = `${made} työ 文書 `;
  renameSync(made, home);
  const context = await browser.newContext();
  const children: ChildProcess[] = [];
  const start = async () => {
    const { child, address } = await startProgram(home);
    children.push(child);
    return { child, address };
  };
  try {
    const before = await start();
    const page = await context.newPage();
    const written = watchWritten(page);
    const box = await openText(page, before.address);
    await box.focus();
    for (let next = 0; next < 400 && written() < 10; next++) {
      await page.keyboard.insertText(` word${next}`);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    before.child.kill("SIGKILL");
    await once(before.child, "exit");
    const safe = written() + 1;
    expect(safe).toBeGreaterThan(10);
    // On a slow machine each word may have been saved by then.
    await page.keyboard.insertText(" unsaved");
    await expect(page.getByText("Not saved.")).toBeVisible();
    await page.close();

    const after = await start();
    const again = await context.newPage();
    const found = await openText(again, after.address);
    await expect
      .poll(async () => countWords(await found.inputValue()))
      .toBeGreaterThanOrEqual(safe);
    expect(readdirSync(join(home, "data", "workspace")).join()).not.toContain("damaged");
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await context.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  }
});

test("of two windows on one workspace one edits; the other is read-only, says so and can take over", async ({
  page,
  connection,
  context,
}) => {
  const bar = (window: Page) =>
    window.getByRole("alert").filter({ hasText: "is being edited in another window" });
  const first = await App.open(page, connection);
  await first.build("violin");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const other = await context.newPage();
  const second = new App(other);
  await other.goto(new URL(connection.address).origin);
  await expect(bar(other)).toBeVisible();
  await expect(second.line).toHaveValue("violin");
  await second.line.fill("violin + guitar");
  await expect(second.line, "no letter is taken that would be lost").toHaveValue("violin");
  await second.line.press("Enter");
  await other.reload();
  await expect(bar(other)).toBeVisible();
  await expect(second.line).toHaveValue("violin");
  await second.button("Edit here").click();
  await expect(other.getByText("Saved", { exact: true })).toBeVisible();
  await expect(bar(page)).toBeVisible();
  await second.build("river");
  await expect(other.getByText("Saved", { exact: true })).toBeVisible();
  await other.reload();
  await expect(second.line).toHaveValue("violin + river");
  await expect(bar(other)).toHaveCount(0);
});

test("what a window could not save while the host was gone is saved once it is back", async ({
  page,
  connection,
  faults,
}) => {
  const app = await App.open(page, connection);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  faults.isDown = true;
  const box = await openBox(page, app);
  await box.fill("typed while the host was gone");
  const problem = page.getByRole("alert").filter({ hasText: "Not saved." });
  await expect(problem).toContainText("The engine cannot be reached.");
  faults.isDown = false;
  await problem.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(await openBox(page, app)).toHaveValue("typed while the host was gone");
});

async function openBox(page: Page, app: App) {
  await app.go("Text");
  return page.getByRole("textbox", { name: "Text to look at" });
}

test("a workspace made with a retina that is not here opens with another when asked to, and leaves all as it was when not", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  await app.build("violin");
  await page.getByText("Saved", { exact: true }).waitFor();
  const file = JSON.parse((await savedAsFile(page)).toString("utf8"));
  file.retina = { name: "law_2020", checksum: "" };
  await app.build("guitar");
  const choose = () =>
    page.getByLabel("Workspace file").setInputFiles({
      name: "law.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(file)),
    });
  const box = page.getByRole("dialog", { name: "was made on another map" });
  await choose();
  await expect(box).toContainText("law_2020 is not installed here");
  await box.getByRole("button", { name: "Cancel" }).click();
  await expect(app.line).toHaveValue("violin + guitar");
  await choose();
  await box.getByRole("button", { name: "Open it with en_associative" }).click();
  await expect(app.line).toHaveValue("violin");
  await expect(page.getByText("It was edited or damaged after it was saved").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(app.line).toHaveValue("violin + guitar");
});

async function savedAsFile(page: Page): Promise<Buffer> {
  await page.keyboard.press("Control+Shift+S");
  const saving = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  return readFile(await (await saving).path());
}
