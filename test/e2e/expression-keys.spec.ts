import type { Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { ExpressionEditors } from "./support/expression-editors.ts";
import { type Connection, expect, test } from "./support/test.ts";

/** Keys, moves and steps back in Explore. */

const START = "bird & fish + cat + dog";

/** Explore with the expression, once its cells are known. */
async function openStart(page: Page, connection: Connection): Promise<App> {
  const app = await App.open(page, connection);
  const editors = new ExpressionEditors(app);
  await editors.writeLine(START);
  await expect(app.cellsOf("dog")).toBeVisible();
  return app;
}

/** Everything a person can see of the tree, and the name of the step that led here. */
async function stateOf(app: App) {
  const rows = await app.tree
    .getByRole("treeitem")
    .evaluateAll((items) => items.map((item) => [item.ariaLevel, item.ariaLabel]));
  const step = (await app.undo.getAttribute("aria-label")) ?? "";
  return { line: await app.line.inputValue(), rows, step };
}

test("a part moves by mouse and by keys to the same place, and is dropped on another; a text box keeps its own undo", async ({
  page,
  connection,
}) => {
  const app = await openStart(page, connection);
  await test.step("by mouse and by keys to the same place", async () => {
    const [dog, cat] = [/^dog/, /^cat/].map((name) => app.tree.getByRole("treeitem", { name }));
    const moved = "bird & fish + dog + cat";
    const back = async () => {
      await app.undo.click();
      await expect(app.line).toHaveValue(START);
    };
    await dog!.dragTo(cat!, { targetPosition: { x: 80, y: 3 } });
    await expect(app.line).toHaveValue(moved);
    await back();
    await dog!.focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(app.line).toHaveValue(moved);
    await back();
  });
  await test.step("dropped on another to group them, and never into itself", async () => {
    const row = (name: RegExp) => app.tree.getByRole("treeitem", { name });
    await row(/^and of 2/).dragTo(row(/^bird/));
    await expect(app.line).toHaveValue(START);
    await row(/^dog/).dragTo(row(/^cat/));
    await expect(app.line).toHaveValue("bird & fish + (cat + dog)");
    await page.getByRole("menuitemradio", { name: /^without/ }).click();
    await expect(app.line).toHaveValue("bird & fish + (cat - dog)");
    await expect(row(/^dog/)).toBeFocused();
  });
  await test.step("a text box keeps its own undo while it has the focus", async () => {
    const line = await app.line.inputValue();
    await app.line.press("End");
    await app.line.pressSequentially(" + (bir");
    await page.keyboard.press("Control+z");
    await expect(app.line).not.toHaveValue(`${line} + (bir`);
    await expect(app.undo).toHaveAccessibleName(/Change or to sub/);
  });
});

test("each step back shows what was there, each step forward the same again; after a restart the expression is there", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  const states: Awaited<ReturnType<typeof stateOf>>[] = [];
  const settled = async () => {
    await expect(page.getByText("from previous input")).toHaveCount(0);
    return stateOf(app);
  };
  const step = async (act: () => Promise<unknown>) => {
    const before = await app.undo.getAttribute("aria-label");
    await act();
    await expect(app.undo).not.toHaveAccessibleName(before ?? "");
    states.push(await settled());
  };
  const onDog = async (key: string) => {
    await app.tree.getByRole("treeitem", { name: /^dog/ }).focus();
    await page.keyboard.press(key);
  };
  await step(() => app.build("cat"));
  await step(() => app.build("dog"));
  await step(() => onDog("3"));
  await step(() => onDog("s"));
  await step(async () => {
    await app.button(/^Map: en_/).click();
    await page
      .getByRole("menu")
      .getByText(/^en_synonymous/)
      .click();
    await expect(app.button("Map: en_synonymous")).toBeVisible();
  });
  await step(() => onDog("Delete"));
  for (const state of states.slice(0, -1).reverse()) {
    await app.undo.click();
    await expect.poll(settled).toEqual(state);
  }
  for (const state of states.slice(1)) {
    await app.redo.click();
    await expect.poll(settled).toEqual(state);
  }
  await expect(app.redo).toBeDisabled();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect.poll(settled).toEqual({ ...states.at(-1), step: "Nothing to undo" });
});
