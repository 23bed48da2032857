import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { measureGestures } from "./collection-gestures.ts";
import { startPaintClock } from "./page-clock.ts";
import { type Row, rowOf } from "./rows.ts";

const SAMPLE = path.resolve(
  import.meta.dirname,
  "../../../../retinas/samples/state-of-the-union.csv.gz",
);
/** Milliseconds that a gesture may take: on the sample, and on more rows. */
const AIM = { sample: 100, more: 150 };
const IMPORT_MS = 1_800_000;

/** What the hand does in a collection: the sample, and the same texts cut or repeated to other numbers of rows. */
export async function measureCollections(page: Page, sizes: readonly number[]): Promise<Row[]> {
  await page.getByRole("button", { name: "Collections", exact: true }).click();
  const start = performance.now();
  await page
    .getByRole("button", { name: /^Open the sample/ })
    .first()
    .click();
  await page.getByRole("grid", { name: "Rows" }).waitFor({ timeout: IMPORT_MS });
  const first = performance.now() - start;
  await imported(page);
  const rows = [
    rowOf("Sample: click to first rows", [first], {}),
    rowOf("Sample: click to all rows", [performance.now() - start], {}),
    ...(await measureGestures(page, { what: "Sample", aim: AIM.sample, category: "party" })),
  ];
  for (const size of sizes) {
    await importRows(page, size);
    const what = `${size.toLocaleString("en")} rows`;
    rows.push(...(await measureGestures(page, { what, aim: AIM.more, category: "party" })));
  }
  return rows;
}

const POINTS = 20_000;
const NOTES = "What was found, and what it means: ".repeat(2);

/** Keys in the notes of a report on a map of so many points, each to the frame that shows it. */
export async function measureReport(page: Page): Promise<Row[]> {
  await page.getByRole("button", { name: "Collections", exact: true }).click();
  await importRows(page, POINTS);
  await page.getByRole("radio", { name: "Points", exact: true }).check({ force: true });
  await page.locator(".points-lens .loading").waitFor({ state: "detached", timeout: IMPORT_MS });
  await page.keyboard.press("Escape");
  await page.keyboard.type("wr");
  const notes = page.getByRole("textbox", { name: "Notes" });
  await notes.click();
  await page.getByAltText("The page as it is printed").waitFor({ timeout: 120_000 });
  const times: number[] = [];
  for (const key of NOTES) {
    const painted = await startPaintClock(page);
    await page.keyboard.press(key);
    times.push(await painted());
  }
  await page.keyboard.press("Escape");
  const what = `Key in a report of ${POINTS.toLocaleString("en")} points to its frame`;
  return [rowOf(what, times, { aim: 50 })];
}

/** The same in a collection that is there already: one of a million rows takes an hour to make. */
export async function measureExisting(page: Page, name: string): Promise<Row[]> {
  await page.getByRole("button", { name: "Collections", exact: true }).click();
  const choice = page.getByRole("combobox", { name: "Open collection" });
  const option = choice.locator("option").filter({ hasText: `${name} (` });
  await option.waitFor({ state: "attached", timeout: 60_000 });
  const start = performance.now();
  await choice.selectOption(await option.getAttribute("value"));
  await page.getByRole("radio", { name: "Rows", exact: true }).check({ force: true });
  const rows = page.getByRole("grid", { name: "Rows" });
  await rows.getByRole("row").nth(1).waitFor({ timeout: IMPORT_MS });
  const first = performance.now() - start;
  await page.locator(".time-strip .distribution-plot").waitFor({ timeout: IMPORT_MS });
  const timeline = performance.now() - start;
  await startOver(page);
  const column = page.locator(".facet > summary").first();
  return [
    rowOf(`${name}: opened to first rows`, [first], {}),
    rowOf(`${name}: opened to the timeline`, [timeline], {}),
    ...(await measureGestures(page, {
      what: name,
      aim: AIM.more,
      category: (await column.textContent()) ?? "",
    })),
  ];
}

/** The workspace keeps how a collection was last looked at. */
async function startOver(page: Page): Promise<void> {
  const chips = page.getByRole("list", { name: "Restrictions" }).getByRole("button");
  for (let left = await chips.count(); left > 0; left--) {
    await chips.first().click();
    await expect(chips).toHaveCount(left - 1);
  }
  const usual = page.getByRole("button", { name: "Order as in the file" });
  if (await usual.isVisible()) await usual.click();
}

async function fileOf(folder: string, size: number): Promise<string> {
  const [head, ...records] = parse(gunzipSync(await readFile(SAMPLE))) as string[][];
  const idAt = head!.indexOf("id");
  const lines = Array.from({ length: size }, (_, i) => {
    const record = records[i % records.length]!;
    const round = Math.floor(i / records.length);
    return record.map((cell, k) => quoted(k === idAt ? `${cell}.${round}` : cell)).join(",");
  });
  const file = path.join(folder, `rows ${size}.csv`);
  await writeFile(file, [head!.join(","), ...lines].join("\n"));
  return file;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** A collection of the sample's rows, cut or repeated to this number. */
async function importRows(page: Page, size: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-bench-"));
  try {
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: /^Import a file as a collection/ }).click();
    await (await choosing).setFiles(await fileOf(folder, size));
    await page.getByRole("combobox", { name: "Category" }).selectOption("party");
    await page.getByRole("button", { name: "Create the collection" }).click();
    await imported(page);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Until the bar of the import has come and gone. */
async function imported(page: Page): Promise<void> {
  const bar = page.locator(".intake-banner progress");
  await bar.waitFor({ timeout: 60_000 }).catch(() => undefined);
  await bar.waitFor({ state: "detached", timeout: IMPORT_MS });
  await page.locator(".time-strip .distribution-plot").waitFor({ timeout: 60_000 });
}
