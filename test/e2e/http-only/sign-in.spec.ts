import type { Page } from "@playwright/test";
import { App } from "../support/app.ts";
import { Faults, startHttpHost } from "../support/host.ts";
import { expect, test } from "../support/test.ts";

const keyBox = (page: Page) => page.getByLabel("Key of this service");

/** What the browser's console says: a blocked style or form is told there. */
function watchConsole(page: Page): readonly string[] {
  const told: string[] = [];
  page.on("console", (message) => told.push(message.text()));
  return told;
}

test("who comes with a used address types the key and is in the application", async ({
  page,
  connection,
  browser,
}) => {
  const { origin, apiKey } = connection.host!;
  await App.open(page, connection);
  const other = await browser.newContext();
  const stranger = await other.newPage();
  const told = watchConsole(stranger);

  await stranger.goto(connection.address);
  await expect(stranger.getByRole("alert")).toHaveText(
    "This address has been used already; it works once.",
  );
  await expect(keyBox(stranger)).toBeFocused();
  expect(await fontSizeOf(stranger)).toBe("15px");

  await keyBox(stranger).fill("not the key of this service");
  await stranger.getByRole("button", { name: "Open" }).click();
  await expect(stranger.getByRole("alert")).toHaveText("That is not the key of this service.");

  await keyBox(stranger).fill(apiKey);
  await keyBox(stranger).press("Enter");
  const app = new App(stranger);
  await expect(app.map).toBeVisible();
  expect(stranger.url()).toBe(`${origin}/`);
  expect(told.filter((text) => /policy|refused|blocked/i.test(text))).toEqual([]);
  await other.close();
});

/** The style of the sign-in page, which the browser applies only where the page's policy lets it. */
const fontSizeOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).fontSize);

test("two services in one browser both go on answering it", async ({
  page,
  connection,
  context,
  engine,
}) => {
  const second = await startHttpHost(engine);
  try {
    const first = await App.open(page, connection);
    const other = await context.newPage();
    await other.goto(second.admit(new Faults()));
    await expect(new App(other).map).toBeVisible();

    await page.reload();
    await first.build("violin");
    await other.reload();
    await expect(new App(other).map).toBeVisible();
    await expect(keyBox(other)).toHaveCount(0);
  } finally {
    await second.close();
  }
});
