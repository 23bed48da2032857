import { MapPage } from "../support/map-page.ts";
import { expect, test } from "../support/map-test.ts";

const CORNERS = [0, 1, 127, 128, 16256, 16382, 16383];

/** Points at the drawn cell and compares what the map says with what was drawn. */
async function expectRoundTrip(map: MapPage, cell: number): Promise<void> {
  await expect(async () => {
    const place = await map.drawnAt();
    expect(place, `cell ${cell} is in view`).not.toBeNull();
    await map.page.mouse.move(place?.x ?? 0, place?.y ?? 0);
    expect(await map.hovered()).toBe(cell);
  }).toPass({ timeout: 4000 });
}

test.describe("pointer to cell and back", () => {
  test("from 1x to 32x, by the wheel", async ({ page, map: address }) => {
    for (const cell of CORNERS) {
      const map = await MapPage.open(page, address);
      await map.show({ sets: [[cell]], size: 640 });
      for (let step = 0; step < 8; step++) {
        await expectRoundTrip(map, cell);
        await page.mouse.wheel(0, -400);
        await map.show({});
      }
      const side = await page.evaluate(() => window.harness.read().cells.length);
      expect(side, "cells seem larger than at the start").toBeGreaterThan(1);
    }
  });

  test("after resizing, scrolling, moving the panel and scaling a parent", async ({
    page,
    map: address,
  }) => {
    const map = await MapPage.open(page, address);
    for (const cell of CORNERS) {
      for (const size of [131, 300, 512, 777]) {
        await map.show({ sets: [[cell]], size, left: 0, top: 0, transform: "none" });
        await expectRoundTrip(map, cell);
      }
      await map.show({ size: 400, left: 133.4, top: 71.7 });
      await expectRoundTrip(map, cell);
      await map.show({ left: 20, top: 900 });
      await page.evaluate(() => {
        document.body.style.height = "3000px";
        window.scrollTo(0, 700);
      });
      await expectRoundTrip(map, cell);
      await page.evaluate(() => window.scrollTo(0, 0));
      await map.show({ left: 50, top: 50, transform: "scale(1.37)" });
      await expectRoundTrip(map, cell);
      await map.show({ transform: "scale(0.6) translate(40px, 9px)" });
      await expectRoundTrip(map, cell);
    }
  });

  test("with the page zoomed to 80, 125 and 200 percent", async ({ browser, map: address }) => {
    for (const ratio of [0.8, 1.25, 2]) {
      const page = await browser.newPage({ deviceScaleFactor: ratio });
      const map = await MapPage.open(page, address);
      for (const cell of CORNERS) {
        await map.show({ sets: [[cell]], size: 512 });
        await expectRoundTrip(map, cell);
      }
      await page.close();
    }
  });
});

test.describe("hovering", () => {
  test("a sweep over every row names each cell under the pointer, and the last one wins", async ({
    page,
    map: address,
  }) => {
    const map = await MapPage.open(page, address);
    await map.show({ sets: [[0]], size: 768 });
    for (let row = 0; row < 128; row += 18) {
      const from = await map.placeOf(0.5, row + 0.5);
      const to = await map.placeOf(127.5, row + 0.5);
      await page.mouse.move(from.x, from.y);
      await page.evaluate(() => {
        window.harness.trail = [];
      });
      await page.mouse.move(to.x, to.y, { steps: 32 });
      const trail = await page.evaluate(() => window.harness.trail);
      expect(trail.every((cell) => Math.floor(cell / 128) === row)).toBe(true);
      expect(trail).toEqual(trail.toSorted((a, b) => a - b));
      expect(await map.hovered()).toBe(row * 128 + 127);
    }
    await expect(page.getByTestId("tooltip")).toHaveText(String(126 * 128 + 127));
  });

  test("nothing stays behind when the pointer leaves", async ({ page, map: address }) => {
    const map = await MapPage.open(page, address);
    await map.show({ sets: [[5000]], size: 512 });
    const inside = await map.placeOf(64.5, 64.5);
    await page.mouse.move(inside.x, inside.y);
    await expect(page.getByRole("tooltip")).toBeVisible();
    await page.mouse.move(900, 700);
    expect(await map.hovered()).toBe(-1);
    await expect(page.getByRole("tooltip")).toBeHidden();
  });

  test("Escape hides a cell's tooltip until the cell is looked at again", async ({
    page,
    map: address,
  }) => {
    const map = await MapPage.open(page, address);
    await map.show({ sets: [[5000]], size: 512 });
    const [cell, other] = [await map.placeOf(64.5, 64.5), await map.placeOf(80.5, 80.5)];
    await page.mouse.move(cell.x, cell.y);
    await expect(page.getByRole("tooltip")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("tooltip")).toBeHidden();
    await page.mouse.move(other.x, other.y);
    await expect(page.getByRole("tooltip")).toBeVisible();
    await page.mouse.move(cell.x, cell.y);
    await expect(page.getByRole("tooltip")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.mouse.move(900, 700);
    await expect.poll(() => map.hovered()).toBe(-1);
    await page.mouse.move(cell.x, cell.y);
    await expect(page.getByRole("tooltip")).toBeVisible();
  });

  test("the tooltip never covers the cell it speaks of", async ({ page, map: address }) => {
    const map = await MapPage.open(page, address);
    await map.show({ sets: [[0]], size: 640 });
    for (const [column, row] of [
      [0, 0],
      [127, 0],
      [64, 64],
      [0, 127],
      [127, 127],
      [100, 90],
    ] as const) {
      const corner = await map.placeOf(column, row);
      const opposite = await map.placeOf(column + 1, row + 1);
      await page.mouse.move((corner.x + opposite.x) / 2, (corner.y + opposite.y) / 2);
      await expect(page.getByTestId("tooltip")).toHaveText(String(row * 128 + column));
      const box = await page.getByRole("tooltip").boundingBox();
      if (box === null) throw new Error("no tooltip");
      const isApart =
        box.x >= opposite.x ||
        box.x + box.width <= corner.x ||
        box.y >= opposite.y ||
        box.y + box.height <= corner.y;
      expect(isApart, `tooltip at ${column}, ${row}`).toBe(true);
    }
  });
});
