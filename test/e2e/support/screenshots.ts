import { join } from "node:path";
import type { Page } from "@playwright/test";

const FOLDER = join(import.meta.dirname, "../../../test-results/screenshots");
const isWanted = process.env.SEMASCOPE_SCREENSHOTS !== undefined;

/** For `test.use`, where the ground of the map is to be in the pictures and no check looks at it. */
export const GROUND_OF_SCREENSHOTS = isWanted ? "drawn" : "left out";

/**
 * Parks the pointer where it hovers over nothing and, where SEMASCOPE_SCREENSHOTS is set, keeps a picture of the page as an artefact:
 * nobody looks at the pictures of tests that pass.
 */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  if (!isWanted) return;
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: "disabled" });
}
