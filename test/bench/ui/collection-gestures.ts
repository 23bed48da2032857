import type { Page } from "@playwright/test";
import { startClock, startFrames } from "./page-clock.ts";
import { type Row, rowOf } from "./rows.ts";

const RUNS = 20;
const TURNS = 30;
/** A frame at 60 per second. */
const FRAME_MS = 1000 / 60;

export interface GestureOptions {
  readonly what: string;
  /** Milliseconds that a gesture may take. */
  readonly aim: number;
  /** A column with at least four values. */
  readonly category: string;
}

/** What a hand does in the open collection. */
export async function measureGestures(page: Page, options: GestureOptions): Promise<Row[]> {
  const { what, aim } = options;
  return [
    rowOf(`${what}: brush over time to painted heat`, await brushes(page), { aim }),
    ...(await chips(page, options)),
    rowOf(`${what}: sort to painted rows`, await sorts(page), { aim }),
    rowOf(`${what}: longest frame while scrolling`, await scrolls(page), { aim: 50 }),
    ...(await pointFrames(page, what)),
  ];
}

const HEAT = { element: ".map-title", text: "" };
const FIRST_ROW = { element: "[role=grid][aria-label=Rows] [role=rowgroup] [role=row]", text: "" };

/** Each step of the timeline at most once: what was asked before would come from the page's own memory. */
async function brushes(page: Page): Promise<number[]> {
  const bars = page.locator(".time-strip .distribution-bars");
  const steps = await bars.evaluate((svg) => (svg as SVGSVGElement).viewBox.baseVal.width);
  const times: number[] = [];
  for (const step of hopping(steps).slice(0, RUNS)) {
    const { x, y } = await middleOf(page, (step + 0.5) / steps);
    const mark = await startClock(page, "pointerdown", HEAT);
    await page.mouse.move(x, y);
    await page.mouse.down();
    times.push(await mark());
    await page.mouse.up();
  }
  await showAll(page);
  return times;
}

/** All steps in long hops. */
function hopping(steps: number): number[] {
  let hop = Math.max(1, Math.round(0.37 * steps));
  while (divisor(hop, steps) > 1) hop++;
  return Array.from({ length: steps }, (_, i) => (i * hop) % steps);
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

async function middleOf(page: Page, share: number) {
  const box = (await page.locator(".time-strip .distribution-plot").boundingBox())!;
  return { x: box.x + box.width * share, y: box.y + box.height / 2 };
}

/** By a double click on the timeline. */
async function showAll(page: Page): Promise<void> {
  const { x, y } = await middleOf(page, 0.5);
  await page.mouse.dblclick(x, y);
  await page.locator(".collection-chips li").first().waitFor({ state: "detached" });
}

/** A value of a column is added as a chip, and taken away. */
async function chips(page: Page, { what, aim, category }: GestureOptions): Promise<Row[]> {
  const values = page.getByRole("list", { name: category, exact: true }).getByRole("button");
  const some = Math.min(4, await values.count());
  const [added, removed]: number[][] = [[], []];
  for (let i = 0; i < RUNS; i++) {
    const add = await startClock(page, "pointerdown", HEAT);
    await values.nth(i % some).click();
    added!.push(await add());
    const remove = await startClock(page, "pointerdown", HEAT);
    await page.getByRole("list", { name: "Restrictions" }).getByRole("button").first().click();
    removed!.push(await remove());
  }
  return [
    rowOf(`${what}: chip added to painted heat`, added!, { aim }),
    rowOf(`${what}: chip taken away to painted heat`, removed!, { aim }),
  ];
}

/** By each column in turn, one way and the other. */
async function sorts(page: Page): Promise<number[]> {
  const heads = page
    .getByRole("grid", { name: "Rows" })
    .getByRole("columnheader")
    .filter({ has: page.getByRole("button") });
  const columns = await heads.count();
  const times: number[] = [];
  for (let column = 0; column < columns; column++) {
    const head = heads.nth(column).getByRole("button").first();
    // The first order by a column may be the one that the rows are in already; turned round, it never is.
    await head.click();
    await page.waitForTimeout(1000);
    for (let i = 0; i < RUNS / columns; i++) {
      const mark = await startClock(page, "pointerdown", FIRST_ROW);
      await head.click();
      times.push(await mark());
    }
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

/** Frames while the rows are points of the map: under a brush that moves over all of the time, and while zooming. */
async function pointFrames(page: Page, what: string): Promise<Row[]> {
  await page.getByRole("radio", { name: "Points", exact: true }).check({ force: true });
  const title = page.locator(".map-title").filter({ hasText: "as points" });
  await title.waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1000);
  const shown = /^[\d,]+/.exec((await title.textContent()) ?? "")?.[0] ?? "";
  const aim = FRAME_MS + 1;
  const zooming = await zooms(page);
  const brushing = await drags(page);
  await showAll(page);
  return [
    rowOf(`${what}: frame while zooming into ${shown} points`, zooming, { aim }),
    rowOf(`${what}: frame while brushing over ${shown} points`, brushing, { aim }),
  ];
}

async function zooms(page: Page): Promise<number[]> {
  const box = (await page.locator("canvas").first().boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const stop = await startFrames(page);
  for (const way of [-1, 1])
    for (let turn = 0; turn < TURNS; turn++) {
      await page.mouse.wheel(0, 60 * way);
      await page.waitForTimeout(16);
    }
  return stop();
}

async function drags(page: Page): Promise<number[]> {
  const first = await middleOf(page, 0.02);
  await page.mouse.move(first.x, first.y);
  const stop = await startFrames(page);
  await page.mouse.down();
  for (let move = 1; move <= 2 * TURNS; move++) {
    const { x, y } = await middleOf(page, 0.02 + (0.96 * move) / (2 * TURNS));
    await page.mouse.move(x, y);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  return stop();
}
