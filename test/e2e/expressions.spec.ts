import { App } from "./support/app.ts";
import { ExpressionEditors } from "./support/expression-editors.ts";
import { expect, test } from "./support/test.ts";
import { positionsOf } from "./support/truth.ts";

/** Expressions: operators, and a line while it is typed. */

test("operators give the same cells in the view, the service and the export; while a line is typed nothing fails, the box keeps the focus, and the last result stays", async ({
  page,
  connection,
  engine,
}) => {
  const app = await App.open(page, connection);
  const editors = new ExpressionEditors(app);
  await test.step("the four operators give the same cells everywhere", async () => {
    const [a, b] = [
      [0, 2, 4],
      [0, 4, 6, 8],
    ];
    // No two results have the same number of cells: what is shown of the one before cannot pass for the next.
    const seed = { and: [0, 4], or: [0, 2, 4, 6, 8], sub: [2], xor: [2, 6, 8] } as const;
    for (const [operator, expected] of Object.entries(seed)) {
      const body = { [operator]: [{ positions: a }, { positions: b }] };
      await editors.writeJson(body);
      await expect(page.getByRole("region", { name: "Map", exact: true })).toContainText(
        `${expected.length} of 16,384 cells`,
      );
      await expect.poll(() => app.cells(), operator).toBe(expected.length);
      expect(await app.shownPositions(), operator).toEqual(expected);
      expect(await positionsOf(engine, body as never)).toEqual(expected);
    }
  });
  await test.step("nested operators over words agree with set arithmetic", async () => {
    const [cat, dog, bird] = await Promise.all(
      ["cat", "dog", "bird"].map(async (term) => new Set(await positionsOf(engine, { term }))),
    );
    const expected = Array.from({ length: 16_384 }, (_, cell) => cell).filter(
      (cell) => cat!.has(cell) !== (dog!.has(cell) && !bird!.has(cell)),
    );
    await editors.writeLine("cat ^ (dog - bird)");
    await expect(page.getByText("from previous input")).toHaveCount(0);
    await expect.poll(() => app.shownPositions()).toEqual(expected);
  });
  await test.step("while a line is typed nothing fails, the box keeps the focus, and the last result stays", async () => {
    await app.build("cat");
    const failures: string[] = [];
    page.on("pageerror", ({ message }) => failures.push(message));
    for (const line of [
      '(jaguar - [0,4,10-40])~2% & text:"the river rose"',
      'xor(cat, "new york", @me) but not cat',
    ]) {
      await app.line.fill("");
      await page.evaluate(watchResult);
      await app.line.pressSequentially(line);
      await expect(app.line).toBeFocused();
      await expect(app.line).toHaveValue(line);
      expect(await page.evaluate(() => window.lost)).toEqual([]);
    }
    expect(failures).toEqual([]);
  });
});

declare global {
  interface Window {
    /** What should not have happened while a line was typed. */
    lost: string[];
  }
}

/** Looks at the page after each change: the result must stay and the box must keep the focus. */
function watchResult(): void {
  window.lost = [];
  const look = () => {
    const focused = document.activeElement?.getAttribute("aria-label");
    if (focused !== "Expression") window.lost.push(`focus is on ${focused}`);
    const text = document.body.textContent ?? "";
    if (!/[1-9][\d,]* of 16,384 cells/.test(text)) window.lost.push("the result is gone");
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}
