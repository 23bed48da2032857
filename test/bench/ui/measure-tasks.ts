import type { Page } from "@playwright/test";
import { startClock } from "./page-clock.ts";
import { type Row, rowOf } from "./rows.ts";

const RUNS = 6;
const ITEMS =
  "violin river court bread engine winter planet money horse garden school doctor island castle bridge forest theatre camera market battle".split(
    " ",
  );

/** What is short enough to wait for: every pair of twenty words compared. */
export async function measureTasks(page: Page): Promise<Row[]> {
  return [await comparing(page)];
}

async function comparing(page: Page): Promise<Row> {
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("radio", { name: "Many" }).check();
  await page.getByRole("textbox", { name: /^Items to compare/ }).fill(ITEMS.join("\n"));
  await page.getByRole("button", { name: "Look at these lines" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Import/ })
    .click();
  const times = await clicked(page, /^Compare 190 pairs/, {
    element: ".compare-lens",
    text: "190 pairs again",
  });
  return rowOf("Comparing 190 pairs, from click to painted rows", times, { aim: 1000 });
}

/** The button is there again, with another name, when the rows are. */
async function clicked(
  page: Page,
  name: RegExp,
  awaited: { readonly element: string; readonly text: string },
): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    // What it waits for before the first run is no part of one.
    const button = page.getByRole("button", { name, disabled: false });
    await button.waitFor();
    const mark = await startClock(page, "pointerup", awaited);
    await button.click();
    times.push(await mark());
  }
  return times;
}
