import type { Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { type Connection, expect, overBoth, test } from "./support/test.ts";

/** More than the 64 KB that a browser finishes of a page that is closed, in words so long that none is looked up. */
const KILOBYTE = 1000;
const text = (letter: string, kilobytes: number): string =>
  `${letter.repeat(KILOBYTE - 1)} `.repeat(kilobytes).trim();

async function openText(page: Page, connection: Connection) {
  await App.openAt(page, connection, "Text");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  return page.getByRole("textbox", { name: "Text to look at" });
}

/** As a person does who closes the window; resolves once it is gone. */
async function close(page: Page): Promise<void> {
  const gone = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await gone;
}

async function expectText(page: Page, { address }: Connection, whole: string): Promise<void> {
  const again = new URL(address);
  // The token in the first address works once.
  again.search = "";
  await page.goto(again.href);
  await new App(page).go("Text");
  const box = page.getByRole("textbox", { name: "Text to look at" });
  await expect(box).toBeVisible();
  // The box is there before what was saved is.
  await expect
    .poll(async () => (await box.inputValue()) === whole, "the text is the one that was written")
    .toBe(true);
}

overBoth(() => {
  test("a last edit of 150 KB in a workspace of 300 KB is there after the window was closed at once", async ({
    page,
    context,
    connection,
  }) => {
    const box = await openText(page, connection);
    const before = text("v", 300);
    await box.fill(before);
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    const after = `${before} ${text("j", 150)}`;
    await box.fill(after);
    await close(page);
    await expectText(await context.newPage(), connection, after);
  });
});

overBoth(() => {
  test("a last edit of 150 KB that nobody took before the window was closed is there at the next start, and saved", async ({
    page,
    context,
    connection,
    faults,
  }) => {
    const box = await openText(page, connection);
    faults.isDown = true;
    const whole = text("j", 150);
    await box.fill(whole);
    await close(page);
    faults.isDown = false;
    const next = await context.newPage();
    await expectText(next, connection, whole);
    await expect(next.getByText("Saved", { exact: true })).toBeVisible();
    await next.evaluate(() => localStorage.clear());
    await expectText(next, connection, whole);
  });
});
