import type { Browser, Page } from "@playwright/test";
import { retinasFolder, startServerProcess } from "../../support/server-process.ts";
import { type Row, rowOf } from "./rows.ts";

const OPENINGS = 8;
const STARTS = 4;

/** From the command on a machine where the program never ran, to the map with its names in a new browser. */
export async function measureColdStart(browser: Browser): Promise<Row> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const start = performance.now();
    const server = await startServerProcess({ retinas: retinasFolder(undefined) });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(server.application);
    await page.locator(".map-name").first().waitFor();
    times.push(performance.now() - start);
    await context.close();
    await server.stop();
  }
  return rowOf("First start of all, command to map with names", times, {});
}

/** From asking for the page to the map with its names, on a host that has been running for a while. */
export async function measureOpening(page: Page): Promise<Row> {
  const times: number[] = [];
  for (let i = 0; i < OPENINGS; i++) {
    const start = performance.now();
    await page.reload();
    await page.locator(".map-name").first().waitFor();
    times.push(performance.now() - start);
  }
  return rowOf("First useful paint after the window opens", times, { aim: 1500 });
}
