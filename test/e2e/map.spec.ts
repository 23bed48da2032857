import type { Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

/** The map within the whole application. */

interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
}

const namesOnMap = (page: Page): Promise<Box[]> =>
  page.locator(".map-name").evaluateAll((texts) =>
    texts.map((text) => {
      const { x, y, right, bottom } = text.getBoundingClientRect();
      return { name: text.textContent ?? "", x, y, right, bottom };
    }),
  );

const touching = (boxes: readonly Box[]): string[] =>
  boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom)
      .map((b) => `${a.name} and ${b.name}`),
  );

const countsIn = async (page: Page): Promise<number[]> => {
  const texts = await page
    .getByRole("list", { name: "Legend" })
    .locator(".figures")
    .allTextContents();
  return texts.map((text) => Number(text.replaceAll(",", "")));
};

test("a place is found by name and flown to; names never touch at six zoom levels", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  await expect.poll(async () => (await namesOnMap(page)).length).toBeGreaterThan(1);
  const onWholeMap = await namesOnMap(page);
  await test.step("a place is found by name", async () => {
    await app.button("Places on the map").click();
    const places = page.getByRole("list", { name: "Places" });
    const name = onWholeMap[0]?.name ?? "";
    await page.getByRole("searchbox", { name: "Name of the place" }).fill(name.toLowerCase());
    await places.getByRole("button", { name }).first().click();
    await expect(page.locator(".map-name", { hasText: name }).first()).toBeVisible();
    expect(await namesOnMap(page)).not.toEqual(onWholeMap);
  });
  await test.step("names are shown at six zoom levels, and never touch, after a resize neither", async () => {
    // A glide that the next key cuts short would end at a zoom that hangs on the machine.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await app.map.focus();
    await page.keyboard.press("0");
    await expect.poll(() => namesOnMap(page)).toEqual(onWholeMap);
    const cellNames = page.locator(".map-cell-name");
    for (const keys of [0, 1, 2, 3, 4, 5]) {
      const names = await namesOnMap(page);
      expect(names.length, `zoomed by ${keys} keys`).toBeGreaterThan(1);
      expect(touching(names), `zoomed by ${keys} keys`).toEqual([]);
      await expect(cellNames, `zoomed by ${keys} keys`).toHaveCount(0);
      await page.keyboard.press("+");
      await expect.poll(() => namesOnMap(page)).not.toEqual(names);
    }
    await expect(cellNames.first()).toBeVisible();
    await page.keyboard.press("0");
    for (const size of [
      { width: 1024, height: 768 },
      { width: 700, height: 768 },
    ]) {
      await page.setViewportSize(size);
      await expect.poll(async () => touching(await namesOnMap(page))).toEqual([]);
    }
  });
});

test.describe("pixels of the map", () => {
  test.use({ ground: "drawn" });

  test("each cell has one colour of a sense", async ({ page, connection }) => {
    const app = await App.open(page, connection);
    await app.build("jaguar");
    await test.step("a fingerprint in the colours of its senses has each cell once, letters as the list", async () => {
      await test.step("in the colours of its senses", async () => {
        const cells = await app.cells();
        await expect.poll(async () => (await countsIn(page)).length).toBeGreaterThan(2);
        const counts = await countsIn(page);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(cells);
        await app
          .button(/^Exclude: /)
          .first()
          .click();
        const legend = page.getByRole("list", { name: "Legend" });
        await expect(legend.getByText("A", { exact: true })).toHaveCount(0);
        await expect(legend.getByText("B", { exact: true })).toBeVisible();
      });
    });
  });
});

test("each combination of pins has the cells of the expression that is offered for it", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  await test.step("each combination of pins has the cells of the expression that is offered for it", async () => {
    await app.go("Compare");
    await app.button("Four instruments").click();
    const bars = page.getByRole("list", { name: "Combinations" }).getByRole("button");
    await expect(bars.first()).toBeVisible();
    const exact = await bars.locator(".figures").allTextContents();
    const union = exact.reduce((sum, text) => sum + Number(text.replaceAll(",", "")), 0);
    expect(await app.cells()).toBe(union);
    const bar = bars.filter({ hasText: "AB" }).first();
    const told = Number((await bar.locator(".figures").textContent())?.replaceAll(",", ""));
    await bar.click();
    await expect(page.getByRole("region", { name: "Selected cells" })).toContainText(
      `${told} cells`,
    );
    await app.button("Build it as an expression").click();
    await expect.poll(() => app.cells()).toBe(told);
  });
});
