import type { Locator, Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { fileChooser } from "./support/file-chooser.ts";
import { expectFocusSomewhere, expectShort, Keyboard } from "./support/keyboard.ts";
import { expect, test } from "./support/test.ts";

/** The five tasks of a newcomer, one after the other in one window, by keyboard alone and in few keys: a laptop's window, and 200% zoom. */

const SIZES = [
  { width: 1024, height: 768 },
  { width: 720, height: 450 },
];

const CSV = {
  name: "lines.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    'text,day\r\n"Boil the potatoes and add butter",1\r\n"The court ruled on the appeal",2',
  ),
};

/** Where the next key goes has to be in sight; round a whole panel, which touches its own parts, no frame is drawn. */
async function expectFocusInSight(page: Page): Promise<void> {
  await expectFocusSomewhere(page);
  await expect(page.locator(":focus")).toBeInViewport();
  const framed = await page
    .locator("[data-panel]:focus")
    .evaluateAll((panels) => panels.map((panel) => getComputedStyle(panel).outlineStyle));
  expect(framed.filter((style) => style !== "none")).toEqual([]);
}

async function boxOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox();
  return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
}

for (const size of SIZES)
  test(`the five tasks by keyboard alone at ${size.width} x ${size.height}`, async ({
    page,
    connection,
  }) => {
    test.slow();
    await page.setViewportSize(size);
    const app = await App.open(page, connection);
    let keyboard = new Keyboard(page);
    const press = async (...keys: string[]) => {
      for (const key of keys) await keyboard.press(key);
    };
    /** Keys are counted from here on. */
    const begin = () => {
      keyboard = new Keyboard(page);
    };

    await test.step("a word, and one of its senses subtracted", async () => {
      await keyboard.type("jaguar");
      await press("Enter");
      await expect(page.getByRole("button", { name: /^\d senses/ })).toBeVisible();
      const before = await app.cells();
      await press("Escape", "t", "a");
      await expect.poll(() => app.cells()).toBeLessThan(before);
      expectShort(keyboard, "subtract a sense");
      await expectFocusInSight(page);
    });

    await test.step("a picture of it", async () => {
      begin();
      const download = page.waitForEvent("download");
      await press("Control+Shift+e");
      const save = page.getByRole("button", { name: "Save PNG" });
      await expect(save).toBeFocused();
      await expect(save).toBeInViewport();
      await press("Enter");
      expect((await download).suggestedFilename()).toMatch(/^jaguar.*\.png$/);
      await expect(page.getByRole("dialog")).toBeHidden();
      await expectFocusInSight(page);
      expectShort(keyboard, "save a picture");
    });

    await test.step("two texts compared and explained", async () => {
      begin();
      await press("Escape", "g", "c");
      for (const text of ["The bank raised interest rates", "The loan became dearer"]) {
        await keyboard.type(text);
        await press("Control+Enter");
      }
      const result = page.getByRole("button", { name: /^0\.\d+ cosine/ });
      await expect(result).toBeInViewport();
      expectShort(keyboard, "compare two texts");
      await expectFocusInSight(page);
      // The line with the result does not cover where one types.
      await expect
        .poll(async () => (await boxOf(page.locator(":focus"))).bottom)
        .toBeLessThanOrEqual((await boxOf(result)).top);
      await result.focus();
      await press("Enter");
      await expect(page.getByRole("region", { name: "Verdict" })).toContainText(/0\.\d/);
    });

    await test.step("a filter by example, and a file classified", async () => {
      await press("Escape", "g", "t");
      await page.keyboard.type("Fry the onions in butter and bake the bread");
      begin();
      await press("Escape", "w", "f");
      const name = page.getByRole("textbox", { name: "Name of the filter" });
      await expect(name).toBeFocused();
      await expectFocusInSight(page);
      await keyboard.type("Cooking");
      await press("Enter");
      await expect(name).toHaveValue("Cooking");
      await expect(page.getByRole("heading", { name: "Belongs 1" })).toBeVisible();
      expectShort(keyboard, "make a filter from a text", 4);
      begin();
      await press("Escape");
      const chooser = await fileChooser(page, () => press("Shift+C"));
      await chooser.setFiles(CSV);
      await expect(app.button(/^Make the collection/)).toBeEnabled();
      await expectFocusInSight(page);
      await press("Control+Enter");
      await expect(app.button("Score 2 rows by 1 filter")).toBeEnabled({ timeout: 60_000 });
      await press("Control+Enter");
      const results = page.getByRole("grid", { name: "Rows", exact: true });
      const first = results.getByRole("row", { name: /Boil the potatoes/ });
      await expect(first).toContainText("Cooking");
      expectShort(keyboard, "classify a file");
      await expect(first).toBeInViewport();
    });

    await test.step("a report of it", async () => {
      await press("Escape", "Control+k");
      await page.keyboard.type("report");
      await press("Enter");
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("heading", { name: /report/i })).toBeVisible();
      await expectFocusInSight(page);
      await press("Escape");
      await expect(dialog).toBeHidden();
      await expectFocusInSight(page);
    });
  });
