import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { startClock, startFrames } from "./page-clock.ts";
import { type Row, rowOf } from "./rows.ts";

const SAMPLE = path.resolve(
  import.meta.dirname,
  "../../../../retinas/samples/state-of-the-union.csv.gz",
);
const RUNS = 20;
const TURNS = 30;
/** Milliseconds that a gesture may take: on the sample, and on more rows. */
const AIM = { sample: 100, more: 150 };
const IMPORT_MS = 1_800_000;

/** What the hand does in a collection: the sample, and the same texts cut or repeated to other numbers of rows. */
export async function measureCollections(page: Page, sizes: readonly number[]): Promise<Row[]> {
  await page.getByRole("button", { name: "Collection", exact: true }).click();
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
    ...(await gestures(page, "Sample", AIM.sample)),
  ];
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-bench-"));
  try {
    for (const size of sizes) {
      await importRows(page, await fileOf(folder, size));
      rows.push(...(await gestures(page, `${size.toLocaleString("en")} rows`, AIM.more)));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
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

async function importRows(page: Page, file: string): Promise<void> {
  await page.getByRole("button", { name: "More about collections" }).click();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: /^Make a collection of a file/ }).click();
  await (await choosing).setFiles(file);
  await page.getByRole("combobox", { name: "Category" }).selectOption("party");
  await page.getByRole("button", { name: "Make the collection" }).click();
  await imported(page);
}

/** Until the bar of the import has come and gone. */
async function imported(page: Page): Promise<void> {
  const bar = page.locator(".intake-banner progress");
  await bar.waitFor({ timeout: 60_000 }).catch(() => undefined);
  await bar.waitFor({ state: "detached", timeout: IMPORT_MS });
  await page.locator(".time-brush-bars").waitFor({ timeout: 60_000 });
}

const HEAT = { element: ".map-title", text: "" };
const FIRST_ROW = { element: "[role=grid][aria-label=Rows] [role=rowgroup] [role=row]", text: "" };

async function gestures(page: Page, what: string, aim: number): Promise<Row[]> {
  return [
    rowOf(`${what}: brush over time to painted heat`, await brushes(page), { aim }),
    ...(await chips(page, what, aim)),
    rowOf(`${what}: sort to painted rows`, await sorts(page), { aim }),
    rowOf(`${what}: longest frame while scrolling`, await scrolls(page), { aim: 50 }),
  ];
}

async function brushes(page: Page): Promise<number[]> {
  const box = (await page.locator(".time-brush-bars").boundingBox())!;
  const at = (share: number) => box.x + box.width * share;
  const y = box.y + box.height / 2;
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const mark = await startClock(page, "pointerdown", HEAT);
    await page.mouse.move(at(0.02 + ((i * 0.37) % 0.9)), y);
    await page.mouse.down();
    times.push(await mark());
    await page.mouse.up();
  }
  await page.mouse.dblclick(at(0.5), y);
  await page.locator(".collection-chips li").first().waitFor({ state: "detached" });
  return times;
}

/** A value of a column is added as a chip, and taken away. */
async function chips(page: Page, what: string, aim: number): Promise<Row[]> {
  const values = page.getByRole("list", { name: "party", exact: true }).getByRole("button");
  const [added, removed]: number[][] = [[], []];
  for (let i = 0; i < RUNS; i++) {
    const add = await startClock(page, "pointerdown", HEAT);
    await values.nth(i % 4).click();
    added!.push(await add());
    const remove = await startClock(page, "pointerdown", HEAT);
    await page
      .getByRole("button", { name: /^Take away/ })
      .first()
      .click();
    removed!.push(await remove());
  }
  return [
    rowOf(`${what}: chip added to painted heat`, added!, { aim }),
    rowOf(`${what}: chip taken away to painted heat`, removed!, { aim }),
  ];
}

async function sorts(page: Page): Promise<number[]> {
  const head = page
    .getByRole("grid", { name: "Rows" })
    .getByRole("columnheader", { name: /^date/ })
    .getByRole("button")
    .first();
  await head.click();
  await page.waitForTimeout(1000);
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const mark = await startClock(page, "pointerdown", FIRST_ROW);
    await head.click();
    times.push(await mark());
  }
  return times;
}

async function scrolls(page: Page): Promise<number[]> {
  await page.getByRole("grid", { name: "Rows" }).hover();
  const longest: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const stop = await startFrames(page);
    for (let turn = 0; turn < TURNS; turn++) await page.mouse.wheel(0, run % 2 === 0 ? 240 : -240);
    longest.push(Math.max(...(await stop())));
  }
  return longest;
}
