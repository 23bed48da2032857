import type { Page } from "@playwright/test";

/** Waits until the page asks for printing; no dialog opens, and what would be printed stays until `page.pdf` prints it. */
export async function printed(page: Page, ask: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.printed = "";
    };
  });
  await ask();
  await page.locator("html[data-printed]").waitFor({ state: "attached" });
}
