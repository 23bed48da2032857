import type { Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

/** Ctrl+K finds what has a name; the rail shows what the desktop has in its menu. */

async function find(page: Page, text: string) {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Commands" });
  await expect(palette).toBeVisible();
  await page.keyboard.type(text);
  return palette.getByRole("menuitem");
}

test("the palette finds words, places, pins, filters, senses and settings, best first; opening, saving, theme and settings have a control in sight, at 200% zoom too", async ({
  page,
  connection,
}) => {
  const app = await App.openAt(page, connection, "Filters");
  await test.step("the palette finds words, places, pins, filters, senses and settings, best first", async () => {
    await app.button("Load a working example").click();
    await expect(page.getByRole("textbox", { name: "Name of the filter" })).toHaveValue("Cooking");
    await app.go("Explore");
    await app.build("jaguar");
    await expect(app.button(/^Exclude: /).first()).toBeVisible();
    await app.button("Pin to the shelf").click();

    const found = await find(page, "music");
    await expect(found.filter({ hasText: /^Place/ }).first()).toContainText(/music/i);
    await found.filter({ hasText: /^Word/ }).first().click();
    await expect(page.getByRole("region", { name: "About music", exact: true })).toBeVisible();

    const pinned = await find(page, "jaguar");
    await expect(pinned.first()).toHaveText(/^Shelf\s*jaguar/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "About jaguar", exact: true })).toBeVisible();

    const filter = await find(page, "cook");
    await expect(filter.first()).toHaveText(/^Filter\s*Cooking/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Name of the filter" })).toHaveValue("Cooking");

    await app.go("Explore");
    await expect(app.button(/^Exclude: /).first()).toBeVisible();
    const before = await app.cells();
    const senses = await find(page, "subtract");
    await expect(senses.first()).toContainText("Subtract the sense ");
    await page.keyboard.press("Enter");
    await expect.poll(() => app.cells()).toBeLessThan(before);

    const rows = await find(page, "larger table");
    await expect(rows.first()).toContainText("Larger table rows");
    await page.keyboard.press("Escape");

    await find(page, "new filter");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Name of the filter" })).toBeFocused();
  });
  await test.step("opening, saving, theme and settings have a control in sight, at 200% zoom too", async () => {
    const rail = page.getByRole("navigation", { name: "Views" });
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1024, height: 768 },
      { width: 720, height: 450 },
    ]) {
      await page.setViewportSize(size);
      for (const name of ["Find", "File", "Help"])
        await expect(
          rail.getByRole("button", { name, exact: true }),
          `${name} at ${size.width} x ${size.height}`,
        ).toBeInViewport({ ratio: 1 });
    }
    const help = async (name: string) => {
      await app.button("Help").click();
      await page.getByRole("menuitem", { name }).click();
    };
    await help("Dark theme");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await help("Light theme");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await app.button("File").click();
    for (const name of [/^Open a workspace file/, /^Save the workspace as a file/])
      await expect(page.getByRole("menuitem", { name })).toBeVisible();
    await page.getByRole("menuitem", { name: /^Save the workspace/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await help("Settings");
    await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  });
});
