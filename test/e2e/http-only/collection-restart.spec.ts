import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { makeTestFolder } from "../../support/test-host.ts";
import { App } from "../support/app.ts";
import { ROOT } from "../support/built.ts";
import { COMPLAINTS, CollectionDesk } from "../support/collection-desk.ts";
import { expect, test } from "../support/test.ts";

// A whole program is started several times in each, and reads its retinas each time: tiny ones, as no word is looked at.
test.describe.configure({ mode: "default", timeout: 360_000 });
const SLOW = { timeout: 120_000 };

let home: string;
let retinas: string;
let running: ChildProcess | undefined;

test.beforeEach(async () => {
  home = await makeTestFolder();
  retinas = join(home, "retinas");
});
test.afterEach(async () => {
  await end("SIGKILL");
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
});

/** The program in a process of its own, with the person's folder of this test. @returns the address that lets a browser in */
async function start(): Promise<string> {
  const program = join(ROOT, "dist/core/node/cli.js");
  const child = spawn(
    process.execPath,
    [program, "serve", "--port", "0", "--json", "--retinas", retinas],
    { env: { ...process.env, SEMASCOPE_HOME: home }, stdio: ["ignore", "pipe", "ignore"] },
  );
  running = child;
  const [told] = await once(child.stdout, "data");
  return JSON.parse(String(told)).application;
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const child = running;
  running = undefined;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

async function open(page: Page, address: string): Promise<CollectionDesk> {
  await page.goto(address);
  const desk = new CollectionDesk(new App(page));
  await expect(desk.app.map).toBeVisible(SLOW);
  return desk;
}

/** The first preview of a program waits for its thread. */
async function make(desk: CollectionDesk, name: string, content: string): Promise<void> {
  await desk.drop(`${name}.csv`, content);
  await desk.page.getByRole("textbox", { name: "Name" }).fill(name, SLOW);
  await desk.app.button("Create the collection").click();
}

test("an import that was cut off by a kill is resumed on one click, without a row lost or twice", async ({
  page,
}) => {
  const rows = 12_000;
  const text = "The bank charged a fee on my account and the battery of the telephone is empty";
  const lines = Array.from({ length: rows }, (_, i) => `${i},${text} for the time number ${i}`);
  const desk = await open(page, await start());
  await make(desk, "long", ["id,text", ...lines].join("\n"));
  const bar = page.getByRole("progressbar", { name: "Import of long" });
  await expect(page.locator(".intake-banner")).toContainText(/[1-9][\d,]* rows ready/, SLOW);
  // What is open is kept in the workspace, a moment after it was opened.
  await expect(page.getByText("Saved", { exact: true })).toBeVisible(SLOW);
  await expect(bar).toBeVisible();
  await end("SIGKILL");

  const again = await open(page, await start());
  const first = again.rows.getByRole("row").nth(1);
  await expect(first).toContainText("The bank charged a fee", SLOW);
  await expect(page.locator(".intake-banner")).toContainText(/Start it again|was interrupted/);
  await again.app.button("Resume import").click();
  await expect(bar).toBeVisible();
  // A click that begins in the import and ends after it: no row has moved away from the pointer.
  await first.hover();
  await page.mouse.down();
  await again.expectIn(rows, 180_000);
  await page.mouse.up();
  await expect(first).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("was interrupted")).toHaveCount(0);
});

test("a collection whose retina was removed says which, and its labels are there when it is back", async ({
  page,
}) => {
  const desk = await open(page, await start());
  await make(desk, "orphaned", COMPLAINTS);
  const row = desk.row(/charged a fee/);
  await expect(row).toBeVisible(SLOW);
  const seen = await row.boundingBox();
  await row.click();
  await expect(page.getByRole("toolbar", { name: "Chosen rows" })).toBeVisible();
  expect(await row.boundingBox()).toEqual(seen);
  await page.keyboard.press("y");
  await expect(row).toContainText("● matches", SLOW);
  await desk.expectIn(12, 120_000);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible(SLOW);
  await end("SIGTERM");
  const own = join(retinas, "en_associative.retina");
  renameSync(own, `${own}.away`);

  const without = await open(page, await start());
  const told = page.getByRole("heading", {
    name: "“orphaned” was imported on the map en_associative",
  });
  await expect(told).toBeVisible(SLOW);
  await expect(page.getByText("That map is no longer installed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Switch to en_associative" })).toHaveCount(0);
  await without.app.button("Install a map").click();
  await expect(page.getByRole("heading", { name: "Maps", level: 2 })).toBeVisible();
  await end("SIGTERM");

  renameSync(`${own}.away`, own);
  const back = await open(page, await start());
  await back.app.button("Collections").click();
  const change = page.getByRole("button", { name: "Switch to en_associative" });
  await expect(change.or(back.row(/charged a fee/)).first()).toBeVisible(SLOW);
  // In one turn: between a look and a click the button may be gone.
  await change.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });
  await expect(back.row(/charged a fee/)).toContainText("● matches", SLOW);
});
