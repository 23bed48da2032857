import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CDPSession, chromium, type FileChooser, type Page } from "@playwright/test";
import { COMPLAINTS } from "../../e2e/support/collection-desk.ts";
import { Faults, openEngine, startHttpHost } from "../../e2e/support/host.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { median } from "../../support/statistics.ts";
import { answerDamaged, importLetters, openDamaged } from "./damage.ts";
import { step } from "./walk.ts";

/**
 * Uses the application at random, as a tireless person would, in a real Chromium on the shipped retinas, and fails on any
 * error of the page, any failure of the engine, or growth: `npm run soak:ui -- [--minutes M] [--seed S]`. With `--damaged 1000`
 * it opens so many workspaces with a random change each, and then changes answers of the engine.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    damaged: { type: "string" },
    verbose: { type: "boolean" },
  },
});

interface Reading {
  /** MB after a collection. */
  readonly heap: number;
  /** Nodes that are alive but no longer in the page; those in it depend on what the walk made. */
  readonly detached: number;
  readonly listeners: number;
}

/** What is known to be no failure: the browser reports every refusal of a call, which the page shows in its place. */
const EXPECTED = /the server responded with a status of 4\d\d/;
/** Steps between two readings, which start from an empty workspace view. */
const READ_EVERY = 60;
/** Undo, history and cached answers have limits, but what they hold differs. */
const MOST_GROWTH = 1.5;
/** So few are no growth, whatever their share. */
const SLACK = { heap: 10, detached: 500, listeners: 300 };

const trail: string[] = [];
const faults: string[] = [];
const blame = (what: string) => {
  faults.push(`${what}\n    after: ${trail.slice(-6).join("; ")}`);
};

const engine = await openEngine();
const host = await startHttpHost(engine);
const browser = await chromium.launch({
  executablePath: process.env.PLAYWRIGHT_CHROMIUM ?? "",
});
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
listen(page);
await page.goto(host.admit(new Faults()));
await page.locator(".map-name").first().waitFor();
const session = await context.newCDPSession(page);
if (values.damaged === undefined) report(await walk(page, session));
else await damage(page, Number(values.damaged));
await browser.close();
await host.close();
await engine.close();

async function damage(page: Page, count: number): Promise<void> {
  const file = join(engine.data, "letters.csv");
  await writeFile(file, COMPLAINTS);
  await importLetters(engine, file);
  const random = seededRandom(Number(values.seed));
  const { opened, refused } = await openDamaged({ page, random, blame }, count);
  console.log(`${count} changed workspaces: ${opened} opened, ${refused} refused in words`);
  const changed = await answerDamaged({ page, random, blame });
  const answers = [...changed.values()].reduce((sum, each) => sum + each, 0);
  console.log(`${answers} changed answers of ${changed.size} endpoints`);
  conclude();
}

function listen(page: Page): void {
  page.on("pageerror", (error) => blame(`uncaught: ${error.message}`));
  page.on("crash", () => blame("the page crashed"));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !EXPECTED.test(text)) blame(`console: ${text}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 500) blame(`${response.status()} from ${response.url()}`);
  });
  page.on("dialog", (dialog) => void dialog.dismiss().catch(() => {}));
  page.on("filechooser", (chooser) => void letGo(chooser));
}

/** A chooser left to itself holds its box, and by it the whole view the box was once in, as long as the page is open. */
async function letGo(chooser: FileChooser): Promise<void> {
  await chooser
    .element()
    .dispose()
    .catch(() => {});
}

async function walk(page: Page, session: CDPSession): Promise<Reading[]> {
  const random = seededRandom(Number(values.seed));
  const end = Date.now() + Number(values.minutes) * 60_000;
  const readings: Reading[] = [];
  for (let steps = 1; Date.now() < end; steps++) {
    try {
      const done = await step(page, random);
      trail.push(done);
      if (values.verbose) console.log(done);
    } catch (cause) {
      blame(`a step failed: ${cause instanceof Error ? cause.message : cause}`);
    }
    await page.waitForTimeout(20 + random.below(80));
    if (steps % READ_EVERY === 0) {
      readings.push(await read(page, session));
      if (values.verbose) console.log(JSON.stringify(readings.at(-1)));
    }
    if (faults.length >= 20) break;
  }
  return readings;
}

/** Back in the first view with nothing open. */
async function read(page: Page, session: CDPSession): Promise<Reading> {
  for (let i = 0; i < 3; i++) await page.keyboard.press("Escape");
  const build = page.getByRole("navigation", { name: "Views" }).getByRole("button", {
    name: "Explore",
    exact: true,
  });
  await build.click({ timeout: 5000 }).catch(() => blame("the way back to Explore is closed"));
  await page.waitForTimeout(600);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let count = 1;
    while (walker.nextNode()) count++;
    return count;
  });
  return { heap: usedSize / 1e6, detached: nodes - shown, listeners: jsEventListeners };
}

function report(readings: readonly Reading[]): void {
  console.log(`${trail.length} steps in ${values.minutes} minutes, seed ${values.seed}`);
  // Stores, caches and undo fill up first.
  const settled = readings.slice(Math.floor(readings.length / 4));
  const third = Math.max(1, Math.floor(settled.length / 3));
  for (const field of ["heap", "detached", "listeners"] as const) {
    const all = settled.map((reading) => reading[field]);
    const [early, late] = [median(all.slice(0, third)), median(all.slice(-third))];
    const unit = field === "heap" ? " MB" : "";
    console.log(
      `${field.padEnd(10)}${early.toFixed(0).padStart(8)}${unit}, later ${late.toFixed(0)}${unit}`,
    );
    if (late > MOST_GROWTH * early + SLACK[field]) faults.push(`${field} grew`);
  }
  conclude();
}

function conclude(): void {
  for (const fault of faults) console.log(fault);
  console.log(faults.length === 0 ? "No error." : `${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
