import type { Page } from "@playwright/test";
import { startFrames } from "./page-clock.ts";
import { type Row, rowOf } from "./rows.ts";

const RUNS = 20;
const TURNS = 40;

/** A table of 100,000 rows by itself: the longest frame of each stretch of scrolling. */
export async function measureTable(page: Page, address: string): Promise<Row> {
  await page.goto(address);
  const table = page.getByRole("grid", { name: "Many rows" });
  await table.getByRole("row").nth(5).waitFor();
  await table.hover();
  const longest: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const stop = await startFrames(page);
    // Every second stretch leaps, as dragging the bar does.
    for (let turn = 0; turn < TURNS; turn++)
      await page.mouse.wheel(0, run % 2 === 0 ? 120 : 40_000 * (turn < TURNS / 2 ? 1 : -1));
    longest.push(Math.max(...(await stop())));
  }
  return rowOf("Longest frame while scrolling 100,000 rows", longest, { aim: 50 });
}
