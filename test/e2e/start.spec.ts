import { keepScreenshot } from "./support/screenshots.ts";
import { expect, test } from "./support/test.ts";

test("the page opens on the map, ready to type, without an error or a warning", async ({
  page,
  connection,
}) => {
  const told: string[] = [];
  page.on("pageerror", (error) => told.push(String(error)));
  page.on("console", (message) => told.push(message.text()));
  await page.goto(connection.address);
  await expect(page.getByRole("application", { name: "Semantic map" })).toBeVisible();
  await expect(page.getByRole("combobox").first()).toBeFocused();
  await expect(page.locator(".map-name").first()).toBeVisible();
  await keepScreenshot(page, `start-${connection.transport}`);
  expect(told).toEqual([]);
});
