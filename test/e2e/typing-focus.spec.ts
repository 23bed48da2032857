import type { Page } from "@playwright/test";
import { App, type ViewName } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

/** Where the keyboard is: what is typed next goes where a person means it to go. */

/** What has the focus, by its name. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return "the page";
    return element.ariaLabel ?? element.getAttribute("aria-label") ?? element.tagName;
  });

/** Where one types in each view that has a box. */
const BOXES: readonly (readonly [view: ViewName, key: string, box: RegExp])[] = [
  ["Explore", "1", /^Expression$/],
  ["Compare", "2", /^Add to the comparison$/],
  ["Filters", "5", /^(Name of the category|A text that matches)$/],
  ["Text", "3", /^Text to look at$/],
];

/** Leaves the box, so that a key is a command and no letter. */
const leaveBox = (page: Page) => page.getByRole("navigation", { name: "Views" }).focus();

test("Ctrl and a number, and /, lead to the box where one types, in every view, empty and with work in it", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  for (const round of ["empty", "with work"] as const) {
    for (const [view, key, box] of BOXES) {
      await leaveBox(page);
      await page.keyboard.press(`Control+${key}`);
      await expect(page.getByRole("heading", { name: view, level: 2, exact: true })).toBeVisible();
      await expect.poll(() => focused(page), `${view}, opened ${round}`).toMatch(box);
      await leaveBox(page);
      await page.keyboard.press("/");
      await expect.poll(() => focused(page), `/ in ${view}, ${round}`).toMatch(box);
    }
    if (round === "with work") break;
    await app.go("Filters");
    await app.button("Load a working example").click();
    await expect(page.getByRole("textbox", { name: "Name of the filter" })).toHaveValue("Cooking");
    await app.go("Explore");
    await app.build("jaguar");
  }
  await expect(app.cellsOf("jaguar"), "nothing was cleared on the way").toHaveCount(0);
  await app.go("Explore");
  await expect(app.cellsOf("jaguar")).toBeVisible();
});

test("a pasted text is an item of Compare, and typing goes on in the same place; a new filter is named by typing, and its first text by typing on", async ({
  page,
  connection,
}) => {
  const app = await App.openAt(page, connection, "Compare");
  await test.step("a pasted text is an item, and typing goes on in the same place", async () => {
    await app.compareBox.focus();
    const before = await app.compareBox.boundingBox();
    await page.keyboard.insertText("A pasted sentence.");
    await page.keyboard.press("Enter");
    await expect(app.compared).toHaveCount(1);
    await expect(app.compareBox).toBeFocused();
    await expect(app.compareBox).toHaveValue("");
    expect((await app.compareBox.boundingBox())?.y, "the box stays in its place").toBe(before?.y);
  });
  await test.step("a new filter is named by typing, and its first text by typing on", async () => {
    await app.go("Filters");
    await app.button("Load a working example").click();
    const name = page.getByRole("textbox", { name: "Name of the filter" });
    await expect(name).toHaveValue("Cooking");
    await leaveBox(page);
    await app.button("New filter").click();
    await expect(name).toBeFocused();
    await page.keyboard.type("Nordic dance");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "A text that matches" })).toBeFocused();
    await page.keyboard.type("A polska is danced in pairs, in three steps");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Matches 1" })).toBeVisible();
    await expect(name).toHaveValue("Nordic dance");
    const all = page.getByRole("combobox", { name: "Open filter" }).getByRole("option");
    await expect(all).toHaveText([/^Cooking · /, /^Nordic dance · 1 example$/]);
    await expect(app.button(/^Look and move/)).toHaveAttribute("aria-pressed", "true");
  });
});

test("an empty box leaves undo to the application, and clearing leads back to the box", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  await test.step("an empty box leaves undo to the application, and clearing leads back to the box", async () => {
    await app.build("jaguar");
    await app.button("Clear the expression").focus();
    await page.keyboard.press("Enter");
    await expect(app.line).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(app.cellsOf("jaguar")).toBeVisible();
  });
});

test("letters beside a search or on a list change nothing on the map", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  await app.build("jaguar");
  const pointer = app.button(/^Look and move/);
  for (const elsewhere of [app.similar, page.getByRole("navigation", { name: "Views" })]) {
    await elsewhere.focus();
    await page.keyboard.type("lrdevpnz");
    await expect(pointer).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("button", { name: /^Remove pin/ })).toHaveCount(0);
  }
  await app.map.focus();
  await page.keyboard.press("l");
  await expect(app.button(/^Select with a lasso/)).toHaveAttribute("aria-pressed", "true");
});
