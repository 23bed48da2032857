import { join } from "node:path";
import type { Page } from "@playwright/test";

const FOLDER = join(import.meta.dirname, "../../../test-results/screenshots");

/** Keeps a picture of the page as an artefact, with the pointer parked where it hovers over nothing. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: "disabled" });
}
