import type { Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { fileChooser } from "./support/file-chooser.ts";
import { expectFocusSomewhere, expectShort, Keyboard } from "./support/keyboard.ts";
import { expect, test } from "./support/test.ts";

/**
 * The five tasks of a newcomer, one after the other in one window, by keyboard alone and in few keys. The window begins with the room
 * that 200% zoom leaves; what has to be in sight is looked at in a laptop's window, too.
 */

const ZOOMED = { width: 720, height: 450 };
const LAPTOP = { width: 1024, height: 768 };

/** Makes a check at both sizes, and leaves the window at the smaller one. */
async function atBothSizes(page: Page, check: () => Promise<void>): Promise<void> {
  await check();
  await resize(page, LAPTOP);
  await test.step("in a laptop's window", check);
  await resize(page, ZOOMED);
}

/** Until the window is laid out anew: it hears of its size before it draws. */
async function resize(page: Page, size: typeof LAPTOP): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(
    ({ width }) => innerWidth === width && new Promise((drawn) => requestAnimationFrame(drawn)),
    size,
  );
}

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

test("the five tasks by keyboard alone, in sight at 200% zoom and in a laptop's window", async ({
  page,
  connection,
}) => {
  test.slow();
  await page.setViewportSize(ZOOMED);
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
    await expect(app.button(/^Exclude: /).first()).toBeVisible();
    const before = await app.cells();
    await press("Control+k");
    await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
    await keyboard.type("subtract");
    await press("Enter");
    await expect.poll(() => app.cells()).toBeLessThan(before);
    expectShort(keyboard, "subtract a sense");
    await atBothSizes(page, () => expectFocusInSight(page));
  });

  await test.step("a picture of it", async () => {
    begin();
    const download = page.waitForEvent("download");
    await press("Control+Shift+e");
    const save = page.getByRole("button", { name: "Save PNG" });
    await atBothSizes(page, async () => {
      await expect(save).toBeFocused();
      await expect(save).toBeInViewport();
    });
    await press("Enter");
    expect((await download).suggestedFilename()).toMatch(/^jaguar.*\.png$/);
    await press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await atBothSizes(page, () => expectFocusInSight(page));
    expectShort(keyboard, "save a picture");
  });

  await test.step("two texts compared and explained", async () => {
    begin();
    await press("Control+2");
    for (const text of ["Interest rates rose", "The loan is dear"]) {
      await keyboard.type(text);
      await press("Control+Enter");
    }
    expectShort(keyboard, "compare two texts");
    await atBothSizes(page, () => expectFocusInSight(page));
    await expect(page.getByRole("region", { name: "Verdict" })).toContainText(/0\.\d/);
  });

  await test.step("a filter by example, and a file classified", async () => {
    await press("Control+3");
    await page.keyboard.type("Fry the onions in butter");
    begin();
    await press("Control+k");
    await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
    await keyboard.type("create a filter from its text");
    await press("Enter");
    const name = page.getByRole("textbox", { name: "Name of the filter" });
    await expect(name).toBeFocused();
    await atBothSizes(page, () => expectFocusInSight(page));
    await keyboard.type("Cooking");
    await press("Enter");
    await expect(name).toHaveValue("Cooking");
    await expect(page.getByRole("heading", { name: "Matches 1" })).toBeVisible();
    expectShort(keyboard, "make a filter from a text", 4);
    begin();
    await press("Escape");
    const chooser = await fileChooser(page, () => press("Control+Shift+l"));
    await chooser.setFiles(CSV);
    await expect(app.button(/^Create the collection/)).toBeEnabled();
    await atBothSizes(page, () => expectFocusInSight(page));
    await press("Control+Enter");
    await expect(app.button("Score 2 rows by 1 filter")).toBeEnabled({ timeout: 60_000 });
    await press("Control+Enter");
    const results = page.getByRole("grid", { name: "Rows", exact: true });
    const first = results.getByRole("row", { name: /Boil the potatoes/ });
    await expect(first).toContainText("Cooking");
    expectShort(keyboard, "classify a file");
    await atBothSizes(page, () => expect(first).toBeInViewport());
  });

  await test.step("a report of it", async () => {
    await press("Escape", "Control+k");
    await page.keyboard.type("report");
    await press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { name: /report/i })).toBeVisible();
    await atBothSizes(page, () => expectFocusInSight(page));
    await press("Escape");
    await expect(dialog).toBeHidden();
    await atBothSizes(page, () => expectFocusInSight(page));
  });
});
