import type { Page } from "@playwright/test";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { App } from "../support/app.ts";
import type { Engine } from "../support/host.ts";
import { type Connection, expect, test } from "../support/test.ts";

/** Long tasks, followed from their start to their end whatever becomes of the page meanwhile. */

/** Three items to compare, each with each. */
async function chooseItems(page: Page, connection: Connection): Promise<App> {
  const app = await App.openAt(page, connection, "Compare");
  await page.getByRole("radio", { name: "Many" }).check();
  await page.locator('input[type=file][aria-label="Choose a file…"]').setInputFiles({
    name: "words.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("violin\nguitar\ndrum\n"),
  });
  const dialog = page.getByRole("dialog", { name: "Items to compare" });
  await dialog.getByRole("button", { name: /3 items$/ }).click();
  return app;
}

const pairsOf = (page: Page) => page.getByRole("grid", { name: "Compared pairs" });

const tasks = ({ service }: Engine) => service.handlers["app.jobs"]({}, NEVER_CANCELLED);

test("a comparison whose items are closed while it is being handed over is stopped", async ({
  page,
  connection,
  engine,
  faults,
}) => {
  const app = await chooseItems(page, connection);
  const arrive = faults.hold("app.jobStart");
  // Older tasks may be forgotten when this one starts, so their number says nothing.
  const before = new Set((await tasks(engine)).map(({ id }) => id));
  await app.button("Compare 3 pairs").click();
  await expect.poll(() => faults.calls.includes("app.jobStart")).toBe(true);
  await app.button("Close these items").click();
  arrive();
  const isNew = async () => (await tasks(engine)).some(({ id }) => !before.has(id));
  await expect.poll(isNew).toBe(true);
  await expect.poll(() => faults.calls.includes("app.jobCancel")).toBe(true);
});

test("a comparison goes on while nobody answers, its pairs come in afterwards, and they are there again after the page was loaded again", async ({
  page,
  connection,
}) => {
  const app = await chooseItems(page, connection);
  await test.step("a comparison goes on while nobody answers, and its pairs come in afterwards", async () => {
    const results = "**/job-result?**";
    await page.route(results, (route) => route.abort());
    await app.button("Compare 3 pairs").click();
    const words = "The engine is not answering at the moment; the task continues";
    await expect(page.getByText(words)).toBeVisible();
    await page.unroute(results);
    await expect(pairsOf(page)).toHaveAttribute("aria-rowcount", "4");
  });
  await test.step("the pairs are there again after the page was loaded again", async () => {
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await expect(pairsOf(page)).toHaveAttribute("aria-rowcount", "4");
    await expect(pairsOf(page)).toContainText("violin");
    await app.button("Close these items").click();
    await page.reload();
    await expect(
      page.getByRole("textbox", { name: "Items to compare, one per line" }),
    ).toBeVisible();
  });
});
