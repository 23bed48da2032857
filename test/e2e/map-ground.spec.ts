import type { Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { expect, test } from "./support/test.ts";
import { positionsOf } from "./support/truth.ts";

test.use({ ground: "drawn" });

/** The ground under the cells: tints of regions, terrain, and names that give way. */

const canvasOf = (page: Page) => page.locator("canvas.grid-canvas");

/** Once the map has been drawn in full for the zoom it rests at. */
async function groundDrawn(page: Page): Promise<void> {
  await expect(canvasOf(page)).toHaveAttribute("data-ground", "drawn");
}

/** Red, green and blue of a pixel in the middle of every fourth cell of every fourth row. */
const samples = (page: Page): Promise<number[][]> =>
  canvasOf(page).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const context = canvas.getContext("2d");
    if (!context) return [];
    const cell = canvas.width / 128;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.width);
    return Array.from({ length: 1024 }, (_, i) => {
      const column = Math.floor((4 * (i % 32) + 2.5) * cell);
      const row = Math.floor((4 * Math.floor(i / 32) + 2.5) * cell);
      const at = 4 * (row * canvas.width + column);
      return [...data.slice(at, at + 3)];
    });
  });

const brightness = ([r = 0, g = 0, b = 0]: number[]) => (r + g + b) / 3;
const colourfulness = (pixel: number[]) => Math.max(...pixel) - Math.min(...pixel);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Which of the channels lead, in coarse steps: regions of one hue agree. */
const kind = ([r = 0, g = 0, b = 0]: number[]) =>
  [r - g, g - b].map((difference) => Math.sign(Math.round(difference / 6))).join();

test("regions have quiet tints in the light and in the dark, and none in forced colours", async ({
  page,
  connection,
}) => {
  await App.open(page, connection);
  await groundDrawn(page);
  const light = await samples(page);
  expect(mean(light.map(brightness))).toBeGreaterThan(225);
  expect(mean(light.map(colourfulness))).toBeGreaterThan(6);
  expect(mean(light.map(colourfulness))).toBeLessThan(30);
  expect(new Set(light.map(kind)).size).toBeGreaterThanOrEqual(4);

  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(async () => mean((await samples(page)).map(brightness))).toBeLessThan(60);
  await groundDrawn(page);
  const dark = await samples(page);
  expect(mean(dark.map(colourfulness))).toBeGreaterThan(6);
  expect(new Set(dark.map(kind)).size).toBeGreaterThanOrEqual(4);

  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await page.reload();
  await groundDrawn(page);
  expect(mean((await samples(page)).map(colourfulness))).toBeLessThan(2);
});

test("the ground is drawn where a zoom comes to rest, and a region keeps its colours; no name is on a cell that is set; the legend has every layer in sight", async ({
  page,
  connection,
  engine,
}) => {
  const app = await App.open(page, connection);
  await test.step("the ground is drawn where a zoom comes to rest, and a region keeps its colours", async () => {
    await groundDrawn(page);
    await app.map.focus();
    const tintOf = (name: string) =>
      page
        .locator(".map-name.level-0", { hasText: name })
        .evaluate((text) => [getComputedStyle(text).stroke, getComputedStyle(text).fill]);
    const [name = ""] = await page.locator(".map-name.level-0").allTextContents();
    const before = await tintOf(name);
    const whole = await samples(page);
    for (const key of ["+", "+"]) await page.keyboard.press(key);
    await expect.poll(() => samples(page)).not.toEqual(whole);
    await groundDrawn(page);
    await page.keyboard.press("0");
    await expect.poll(() => samples(page)).toEqual(whole);
    expect(await tintOf(name)).toEqual(before);
  });
  await test.step("names of three sizes are shown at once, and none of them on a cell that is set", async () => {
    await app.build("jaguar");
    const cells = await positionsOf(engine, { term: "jaguar" });
    const grid = await app.map.boundingBox();
    const names = await page.locator(".map-name").evaluateAll((texts) =>
      texts.map((text) => {
        const { x, y, right, bottom } = text.getBoundingClientRect();
        return {
          name: text.textContent,
          size: getComputedStyle(text).fontSize,
          x,
          y,
          right,
          bottom,
        };
      }),
    );
    expect(new Set(names.map(({ size }) => size)).size).toBe(3);
    if (!grid) throw new Error("The map is not shown.");
    const side = grid.width / 128;
    const covered = names.flatMap((box) =>
      cells
        .map((position) => ({
          x: grid.x + (position % 128) * side,
          y: grid.y + Math.floor(position / 128) * side,
        }))
        .filter(
          ({ x, y }) => x < box.right && x + side > box.x && y < box.bottom && y + side > box.y,
        )
        .map(() => box.name),
    );
    expect(covered).toEqual([]);
  });
  await test.step("the legend has every layer in sight", async () => {
    await app.go("Compare");
    await app.button("Four instruments").click();
    const entries = page.getByRole("list", { name: "Legend" }).getByRole("listitem");
    const foot = page.locator(".grid-footer");
    const inSight = async () => {
      const box = await foot.boundingBox();
      const boxes = await entries.evaluateAll((items) =>
        items.map((item) => {
          const { left, right, top, bottom } = item.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
      if (!box) return false;
      return boxes.every(
        ({ left, right, top, bottom }) =>
          left >= box.x - 8 &&
          right <= box.x + box.width + 1 &&
          top >= box.y - 1 &&
          bottom <= box.y + 56,
      );
    };
    await expect(entries).toHaveCount(4);
    expect(await inSight()).toBe(true);
  });
});
