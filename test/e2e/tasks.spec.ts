import { App } from "./support/app.ts";
import { cellsOfColour, decodePng, downloadedBytes, plainGrid } from "./support/decode-png.ts";
import { expectFocusSomewhere, Keyboard } from "./support/keyboard.ts";
import { GROUND_OF_SCREENSHOTS, keepScreenshot } from "./support/screenshots.ts";
import { expect, test } from "./support/test.ts";
import { positionsOf } from "./support/truth.ts";

/** The first input in the usual style. */
const FIRST = "16,97,134,255";

/** The five main tasks, one after the other in one window: by mouse, and again by keyboard alone. */

/** Texts are short: where they are typed, the window is drawn for each key. */
const HEADLINES = ["Interest rates rose", "A symphony was played"] as const;
const COOKING = ["Fry the onions", "Bake the bread"] as const;
const LAW = "The court ruled";

const RECIPE = "Boil the potatoes";

test.describe("by mouse", () => {
  test.use({ ground: GROUND_OF_SCREENSHOTS });

  test("the five tasks", async ({ page, connection, engine }) => {
    // A collection is made for one, by a thread that opens the retina first.
    test.slow();
    const app = await App.open(page, connection);

    await test.step("a word becomes a fingerprint, and a sense is subtracted from it", async () => {
      await app.build("jaguar");
      const before = await app.cells();
      const subtract = app.button(/^Exclude: /).first();
      await subtract.click();
      await expect(app.tree.getByRole("treeitem")).not.toHaveCount(1);
      await expect.poll(() => app.cells()).toBeLessThan(before);
      await expect(app.line).toHaveValue(/jaguar - /);
      await keepScreenshot(page, `task-subtract-${connection.transport}`);
    });

    await test.step("two texts are compared, and what they share is explained", async () => {
      await app.go("Compare");
      await app.compare(...HEADLINES);
      await expect(page.getByRole("region", { name: "Verdict" })).toContainText(/0\.\d/);
      await app.openMeasures();
      await expect(page.getByRole("row", { name: /^Cosine/ })).toContainText(/0\.\d/);
      await expect(page.getByRole("list", { name: "Legend" }).getByRole("listitem")).toHaveCount(3);
      await keepScreenshot(page, `task-compare-${connection.transport}`);
    });

    await test.step("a filter is made from examples and classifies texts", async () => {
      await app.go("Filters");
      await page.getByRole("textbox", { name: "Name of the category" }).fill("Cooking");
      await app.button("Create").click();
      const belongs = page.getByRole("textbox", { name: "A text that matches" });
      for (const text of COOKING) {
        await belongs.fill(text);
        await belongs.press("Enter");
      }
      await expect(page.getByRole("heading", { name: "Matches 2" })).toBeVisible();
      await app.go("Collections");
      await page.getByRole("textbox", { name: "Texts, one per line" }).fill(`${RECIPE}\n${LAW}`);
      await app.button("Preview").click();
      await app.button("Create the collection").click();
      await page.getByRole("radio", { name: "Categories" }).check({ timeout: 60_000 });
      await app.button("Score 2 rows by 1 filter").click();
      const results = page.getByRole("grid", { name: "Rows", exact: true });
      const first = results.getByRole("row", { name: /Boil the potatoes/ });
      await expect(first).toContainText("Cooking");
      await keepScreenshot(page, `task-filter-${connection.transport}`);
    });

    await test.step("a picture is exported, and holds exactly the cells that the map shows", async () => {
      await app.go("Explore");
      await app.line.fill("");
      await app.line.press("Enter");
      await app.build("violin");
      await expect(app.line).toHaveValue("violin");
      await app.button("Colour senses").click();
      await app.button("Export").click();
      await page.getByRole("menuitem", { name: /^Save picture/ }).click();
      const dialog = page.getByRole("dialog", { name: "Save picture" });
      await dialog.getByText("Title and legend", { exact: true }).click();
      await dialog.getByLabel("Width", { exact: true }).fill("1026");
      await page.keyboard.press("Tab");
      await expect(dialog.getByText("1,026 × 1,026 px")).toBeVisible();
      await keepScreenshot(page, `task-picture-${connection.transport}`);
      const saving = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Save PNG" }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe("violin.png");
      const picture = decodePng(await downloadedBytes(file));
      const positions = await positionsOf(engine, { term: "violin" });
      expect([picture.width, picture.height]).toEqual([1026, 1026]);
      expect(cellsOfColour(picture, plainGrid(8), FIRST)).toEqual(positions);
      await dialog.getByRole("button", { name: "Close" }).click();
    });

    await test.step("similar terms are found, walked to and pinned", async () => {
      const cello = app.similar.getByRole("row", { name: /\bcello\b/ }).first();
      await expect(cello).toBeVisible();
      await cello.dblclick();
      await expect(page.getByRole("region", { name: "About cello" })).toBeVisible();
      await app.button("Pin to the shelf").click();
      await expect(app.button("Remove pin cello")).toBeVisible();
      await keepScreenshot(page, `task-similar-${connection.transport}`);
    });
  });
});

test.describe("by keyboard alone", () => {
  test.beforeEach(async ({ page, window }) => {
    // A mouse that moves would hide a way that only the mouse has.
    const watch = await page.addInitScript(() => {
      for (const name of ["mousedown", "pointerdown", "touchstart"])
        addEventListener(name, () => {
          document.documentElement.dataset.usedMouse = "yes";
        });
    });
    window.keep(watch);
  });

  test.afterEach(async ({ page }) => {
    await expect(page.locator("html[data-used-mouse]")).toHaveCount(0);
    await expectFocusSomewhere(page);
  });

  test("a picture is exported in under 30 keys, and similar terms are found, walked to and pinned in under 60", async ({
    page,
    connection,
    keyboard,
    engine,
  }) => {
    const app = await App.open(page, connection);
    await keyboard.type("violin");
    await keyboard.press("Enter");
    await expect(app.cellsOf("violin")).toBeVisible();
    const built = keyboard.presses;
    await keyboard.press("Control+Shift+E");
    const dialog = page.getByRole("dialog", { name: "Save picture" });
    await expect(dialog.getByText(/× [\d,]+ px/)).toBeVisible();
    await keyboard.moveTo(dialog.getByRole("button", { name: "Save PNG" }), "Shift+Tab");
    const saving = page.waitForEvent("download");
    await keyboard.press("Enter");
    const bytes = await downloadedBytes(await saving);
    const positions = await positionsOf(engine, { term: "violin" });
    expect(bytes.toString("latin1")).toContain(
      `Description\0violin: ${positions.length} of 16,384`,
    );
    await keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    expectFew(keyboard, 30);
    await expectFocusSomewhere(page);

    const walk = new Keyboard(page);
    await expect(page.getByRole("region", { name: "About violin", exact: true })).toBeVisible();
    await walk.moveTo(app.similar);
    await walk.press("ArrowDown", 2);
    await walk.press("Enter");
    await expect(page.getByRole("region", { name: "About violin", exact: true })).toBeHidden();
    // The answer may still be on its way: what is asked for is pinned once it is there.
    const map = page.getByRole("region", { name: "Map", exact: true });
    await expect(map.getByText("violin", { exact: true })).toBeHidden();
    await walk.press("Control+d");
    await expect(app.shelf.getByRole("button", { name: /^Remove pin / })).toBeVisible();
    expectFew(walk, 60 - built);
  });

  test("a sense is subtracted in under 60 keys, two texts are compared and explained, and a filter classifies texts", async ({
    page,
    connection,
    keyboard,
  }) => {
    test.slow();
    const app = await App.open(page, connection);

    await test.step("a word becomes a fingerprint, and a sense is subtracted", async () => {
      await expect(app.line).toBeFocused();
      await keyboard.type("jaguar");
      await keyboard.press("Enter");
      await expect(app.cellsOf("jaguar")).toBeVisible();
      const before = await app.cells();
      const subtract = app.button(/^Exclude: /).first();
      await expect(subtract).toBeVisible();
      await keyboard.moveTo(subtract);
      await keyboard.press("Enter");
      await expect.poll(() => app.cells()).toBeLessThan(before);
      expectFew(keyboard, 60);
      await expectFocusSomewhere(page);
    });

    await test.step("two texts are compared and explained", async () => {
      const keys = new Keyboard(page);
      await app.goByKeys(keys, "Compare");
      for (const text of HEADLINES) {
        await keys.moveTo(app.compareBox);
        await keys.type(text);
        await keys.press("Enter");
      }
      await expect(page.getByRole("region", { name: "Verdict" })).toContainText(/0\.\d/);
      await keys.moveTo(page.getByText("All nine measures"));
      await keys.press("Enter");
      await expect(page.getByRole("row", { name: /^Cosine/ })).toContainText(/0\.\d/);
      await keys.moveTo(page.getByRole("button", { name: /^Cosine/ }));
      expectFew(keys, 220);
      await expectFocusSomewhere(page);
    });

    await test.step("a filter is made from examples and classifies texts", async () => {
      await app.goByKeys(keyboard, "Filters");
      await keyboard.moveTo(page.getByRole("textbox", { name: "Name of the category" }));
      await keyboard.type("Cooking");
      await keyboard.press("Enter");
      await keyboard.moveTo(page.getByRole("textbox", { name: "A text that matches" }));
      for (const text of COOKING) {
        await keyboard.type(text);
        await keyboard.press("Enter");
      }
      await expect(page.getByRole("heading", { name: "Matches 2" })).toBeVisible();
      await app.goByKeys(keyboard, "Collections");
      await keyboard.moveTo(page.getByRole("textbox", { name: "Texts, one per line" }));
      await keyboard.type(RECIPE);
      await keyboard.press("Enter");
      await keyboard.type(LAW);
      await keyboard.moveTo(app.button("Preview"));
      await keyboard.press("Enter");
      await expect(app.button("Create the collection")).toBeEnabled();
      await keyboard.press("Control+Enter");
      const lens = page.getByRole("radio", { name: "Rows", exact: true });
      await expect(lens).toBeVisible({ timeout: 60_000 });
      await keyboard.moveTo(lens);
      await keyboard.press("ArrowLeft");
      await expect(app.button("Score 2 rows by 1 filter")).toBeEnabled({ timeout: 60_000 });
      await keyboard.press("Control+Enter");
      const results = page.getByRole("grid", { name: "Rows", exact: true });
      const first = results.getByRole("row", { name: /Boil the potatoes/ });
      await expect(first).toContainText("Cooking");
    });
  });
});

function expectFew(keyboard: Keyboard, most: number): void {
  test.info().annotations.push({ type: "keys", description: String(keyboard.presses) });
  expect(keyboard.presses, "keys pressed").toBeLessThan(most);
}
