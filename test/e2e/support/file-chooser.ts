import type { FileChooser, Page } from "@playwright/test";

/**
 * What the page asks files with, once `open` has made it ask. A key can overtake the wish to be told of it where the page
 * is busy, and a window of the system would open that nobody sees: an answer of the page shows that the wish has arrived.
 */
export async function fileChooser(page: Page, open: () => Promise<void>): Promise<FileChooser> {
  const chooser = page.waitForEvent("filechooser");
  await page.evaluate(() => undefined);
  const [asked] = await Promise.all([chooser, open()]);
  return asked;
}
