import type { Page } from "@playwright/test";
import { expectAccessible, inBothThemes } from "./support/access.ts";
import { App, VIEWS, type ViewName } from "./support/app.ts";
import { expectReached } from "./support/keyboard.ts";
import { GROUND_OF_SCREENSHOTS, keepScreenshot } from "./support/screenshots.ts";
import { expect, test } from "./support/test.ts";

test.use({ ground: GROUND_OF_SCREENSHOTS });

/** Fills a view with real content, as its own examples or a word do. */
const FILL: Readonly<Record<(typeof VIEWS)[number], (app: App, page: Page) => Promise<void>>> = {
  Explore: async (app) => {
    await app.build("jaguar");
    await expect(app.button(/^Exclude: /).first()).toBeVisible();
    await expect(app.similar.getByRole("row", { name: /\bleopard\b/ }).first()).toBeVisible();
  },
  Compare: async (app, page) => {
    await app.button("Two headlines on one event").click();
    await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
    await app.undo.click();
    await app.button("Four instruments").click();
    await page.getByRole("list", { name: "Combinations" }).getByRole("button").first().click();
    await expect(page.getByRole("region", { name: "The chosen combination" })).toBeVisible();
  },
  Filters: async (app, page) => {
    await app.button("Load a working example").click();
    await expect(page.getByRole("region", { name: "Quality", exact: true })).toBeVisible();
    await page.getByRole("textbox", { name: "Text to try" }).fill("Fry the onions in butter");
    await expect(page.getByText(/✓ matches|✗ does not/).first()).toBeVisible();
  },
  Collections: async (app, page) => {
    await page.getByLabel("Files for a collection").setInputFiles({
      name: "access.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "id,date,topic,text\na,2024-01-05,fruit,an apple and a pear\nb,2024-02-06,cats,the jaguar drinks",
      ),
    });
    await app.button("Create the collection").click();
    await expect(page.getByRole("grid", { name: "Rows" })).toContainText("the jaguar drinks", {
      timeout: 60_000,
    });
    await expect(page.locator(".collection-count")).toHaveText("2 rows");
  },
  Text: async (_, page) => {
    await page
      .getByRole("textbox", { name: "Text to look at" })
      .fill("The orchestra played the symphony. The court ruled on the appeal.");
    await expect(page.getByRole("region", { name: "Keywords" })).toBeVisible();
  },
  Maps: async (_, page) => {
    await expect(page.getByRole("list", { name: "Installed maps" })).toBeVisible();
  },
};
/** Never empty: what is installed is there at once. */
const ALWAYS_FULL: ViewName = "Maps";

test("every view meets every automated rule, empty and full, light and dark", async ({
  page,
  connection,
}) => {
  // An import is a task, whose thread opens the retina first.
  test.slow();
  const app = await App.open(page, connection);
  const check = (view: ViewName, state: "empty" | "full") =>
    inBothThemes(page, async (theme) => {
      await expectAccessible(page, `${view}, ${state}`, { theme });
      await keepScreenshot(page, `${view.toLowerCase()}-${state}-${theme}`);
    });
  for (const view of VIEWS.filter((view) => view !== ALWAYS_FULL)) {
    await app.go(view);
    await check(view, "empty");
  }
  for (const view of VIEWS) {
    await app.go(view);
    await FILL[view](app, page);
    await check(view, "full");
  }
});

test("palette, settings and the export meet every automated rule; nothing is cut off in a narrow window; a failure is told in words", async ({
  page,
  connection,
  faults,
}) => {
  const app = await App.open(page, connection);
  await app.build("violin");
  // The palette lists what can be done with the table, too: from when it is there.
  await expect(app.similar.getByRole("row", { name: /\bviolins\b/ }).first()).toBeVisible();

  await test.step("the palette, whose list scrolls by keys", async () => {
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Commands" });
    await expect(dialog).toBeVisible();
    // The list is worked from the search box, which the automated rule for scrolling regions cannot know.
    const without = ["scrollable-region-focusable"];
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page, "the palette", { theme, without });
      await keepScreenshot(page, `palette-${theme}`);
    });
    const items = dialog.getByRole("menuitem");
    const last = items.last();
    await expect(last).not.toBeInViewport();
    const search = dialog.getByRole("searchbox", { name: "Search commands" });
    await page.keyboard.press("ArrowDown");
    await expectReached(search, items.first());
    await page.keyboard.press("ArrowUp");
    await expectReached(search, last);
    await expect(last).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  for (const { keys, name } of [
    { keys: "Control+,", name: "Settings" },
    { keys: "Control+Shift+E", name: "Save picture" },
  ] as const)
    await test.step(`the box “${name}”`, async () => {
      await page.keyboard.press(keys);
      await expect(page.getByRole("dialog", { name })).toBeVisible();
      await inBothThemes(page, async (theme) => {
        await expectAccessible(page, name, { theme });
        await keepScreenshot(page, `${name.toLowerCase()}-${theme}`);
      });
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog", { name })).toBeHidden();
    });

  await test.step("a narrow window, and 200% zoom", async () => {
    for (const width of [720, 1024]) {
      await page.setViewportSize({ width, height: 720 });
      await keepScreenshot(page, `build-${width}`);
      const overflow = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      const message = `pixels the page is too wide at ${width}`;
      await expect.poll(overflow, { message }).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("an engine that cannot answer, with a way to go on", async () => {
    faults.isDown = true;
    await app.line.fill("violin + guitar");
    await app.line.press("Enter");
    const retry = app.button("Try again").first();
    await expect(retry).toBeVisible({ timeout: 20_000 });
    await inBothThemes(page, (theme) => expectAccessible(page, "a failure", { theme }));
    await expect(app.line).toHaveValue("violin + guitar");
    faults.isDown = false;
    // At once: what the page asks again by itself may take the button away.
    await retry.dispatchEvent("click");
    await expect(app.cellsOf("guitar")).toBeVisible();
  });
});
