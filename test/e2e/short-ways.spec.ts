import type { Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { fileChooser } from "./support/file-chooser.ts";
import { expectFocusSomewhere, expectShort, Keyboard, MOST_KEYS } from "./support/keyboard.ts";
import { expect, test } from "./support/test.ts";

/** A short way by keyboard for each main task: keys that are pressed beside what is typed, counted from where the task
 * before ended. The others are in `small-windows`. */

const csv = (texts: readonly string[]) => ({
  name: "lines.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(["text", ...texts].map((line) => `"${line}"`).join("\r\n")),
});

/** The file that a person would choose in the window of the system; that window's keys are its own. */
async function chooseFile(page: Page, open: () => Promise<void>, texts: readonly string[]) {
  const chooser = await fileChooser(page, open);
  await chooser.setFiles(csv(texts));
}

test("a sense is subtracted, and another kept, by its name in the palette", async ({
  page,
  connection,
  keyboard,
}) => {
  const app = await App.open(page, connection);
  await keyboard.type("jaguar");
  await keyboard.press("Enter");
  const senses = page.getByRole("region", { name: "Senses", exact: true });
  await expect(senses.getByRole("listitem").nth(1)).toBeVisible();
  const before = await app.cells();
  const choose = async (command: string) => {
    await keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
    await keyboard.type(command);
    await keyboard.press("Enter");
  };
  await choose("subtract the sense");
  await expect(app.line).toHaveValue(/jaguar - /);
  await expect.poll(() => app.cells()).toBeLessThan(before);
  expectShort(keyboard, "subtract a sense");
  await page.keyboard.press("Control+z");
  await expect.poll(() => app.cells()).toBe(before);
  await choose("keep only the sense");
  await expect.poll(() => app.cells()).toBeLessThan(before);
  await expect(app.line).toHaveValue(/jaguar & /);
  await expectFocusSomewhere(page);
});

test("terms similar to a word and to what is built, a picture and a table", async ({
  page,
  connection,
  keyboard,
}) => {
  const app = await App.open(page, connection);
  await keyboard.press("Control+1");
  await expect(app.line).toBeFocused();
  await keyboard.type("violin");
  await keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "About violin", exact: true })).toBeVisible();
  await expect(app.similar.getByRole("row", { name: /\bcello\b/ }).first()).toBeVisible();
  expectShort(keyboard, "find similar terms");

  const saving = new Keyboard(page);
  const download = page.waitForEvent("download");
  await saving.press("Control+Shift+e");
  await expect(page.getByRole("button", { name: "Save PNG" })).toBeFocused();
  await saving.press("Enter");
  expect((await download).suggestedFilename()).toBe("violin.png");
  await saving.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(app.similar.getByRole("row").nth(1)).toBeVisible();
  const table = page.waitForEvent("download");
  await saving.press("Control+s");
  expect((await table).suggestedFilename()).toBe("violin.csv");
  expectShort(saving, "save a picture and then a table");

  await app.build("guitar");
  await expect(app.line).toHaveValue(/violin.*guitar/);
  await expect(app.similar.getByRole("row", { name: /\bguitar\b/ }).first()).toBeVisible();
  await app.go("Compare");
  await page.keyboard.press("Control+1");
  await expect(page.getByRole("heading", { name: "Explore", level: 2 })).toBeVisible();
  await expect(app.line).toHaveValue(/violin.*guitar/);
});

test("a file becomes a collection, is found by name, and its rows become a filter", async ({
  page,
  connection,
  keyboard,
}) => {
  test.slow();
  const app = await App.open(page, connection);
  await expect(app.line).toBeFocused();
  const texts = ["The loan has a rate", "The bank lends", "A river flows", "The boat floats"];
  await chooseFile(page, () => keyboard.press("Control+Shift+o"), texts);
  await expect(app.button(/^Create the collection/)).toBeEnabled();
  await keyboard.press("Control+Enter");
  const rows = page.getByRole("grid", { name: "Rows", exact: true });
  await expect(rows.getByRole("row")).toHaveCount(5, { timeout: 60_000 });
  expectShort(keyboard, "make a collection of a file");
  await app.go("Explore");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
  await page.keyboard.type("lines");
  await expect(page.getByRole("menuitem").first()).toHaveText(/^Collection\s*lines/);
  await page.keyboard.press("Enter");
  await expect(rows).toBeVisible();
  await rows.focus();
  const before = keyboard.commands;
  for (const key of ["ArrowDown", "Shift+ArrowDown", "Control+k"]) await keyboard.press(key);
  await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
  await keyboard.type("create a filter");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Matches 2" })).toBeVisible();
  expectShort(keyboard, "make a filter of two rows", before + MOST_KEYS);
});

test("the sheet lists these keys and the palette finds them, and two words are compared", async ({
  page,
  connection,
  keyboard,
}) => {
  const app = await App.open(page, connection);
  await test.step("the sheet lists these keys and the palette finds them, and two words are compared", async () => {
    await expect(app.line).toBeFocused();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keys" });
    for (const [title, keys] of [
      ["Compare: ", "Ctrl+2"],
      ["Save the table as CSV", "Ctrl+S"],
      ["Save picture", "Ctrl+Shift+E"],
      ["Classify a file", "Ctrl+Shift+L"],
      ["Import a file as a collection", "Ctrl+Shift+O"],
    ] as const)
      await expect(sheet.getByRole("listitem").filter({ hasText: title })).toContainText(keys);
    await page.keyboard.press("Escape");
    for (const [sought, found] of [
      ["save the table", "Save the table as CSV"],
      ["picture", "Save picture"],
      ["similar to", "terms similar to it"],
      ["create a filter", "Create a filter from its text"],
      ["classify", "Classify a file"],
    ] as const) {
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: "Commands" });
      await expect(palette).toBeVisible();
      await page.keyboard.type(sought);
      await expect(palette.getByRole("menuitem").filter({ hasText: found })).not.toHaveCount(0);
      // The first empties the box, the second closes the palette.
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await expect(palette).toBeHidden();
    }
    await keyboard.press("Control+2");
    for (const word of ["violin", "guitar"]) {
      await keyboard.type(word);
      await keyboard.press("Enter");
    }
    await expect(page.getByRole("region", { name: "Verdict" })).toContainText(/0\.\d/);
    expectShort(keyboard, "compare two words");
  });
});
