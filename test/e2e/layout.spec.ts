import type { Locator, Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { FilterDesk } from "./support/filter-desk.ts";
import { expect, test } from "./support/test.ts";

/** Where things are: the centre of the window, and the room that each part has. */

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${String(part)} is not on the page.`);
  return box;
};

const mapPanel = (page: Page) => page.getByRole("region", { name: "Map", exact: true });

test("the map takes the room that is there, whatever the widths of the panels; what is said of a part stays whole in a narrow one", async ({
  page,
  connection,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const app = await App.open(page, connection);
  await test.step("the map takes the room that is there, whatever the widths of the panels", async () => {
    const legend = 52;
    const unused = async () => {
      const [panel, map] = [await boxOf(mapPanel(page)), await boxOf(app.map)];
      const below = panel.y + panel.height - (map.y + map.height) - legend;
      const tools = 52;
      const beside = panel.width - tools - map.width;
      return { below, beside };
    };
    expect((await unused()).beside, "as it opens, the width is what limits it").toBeLessThan(1);

    const left = page.getByRole("separator", { name: "Width of the left panel" });
    const right = page.getByRole("separator", { name: "Width of the results" });
    await left.press("Home");
    await right.press("Home");
    await expect.poll(async () => (await unused()).below, "narrow panels").toBeLessThan(40);
    await expect.poll(async () => (await unused()).beside, "narrow panels").toBeLessThan(1);

    await left.press("End");
    await expect.poll(async () => (await unused()).beside, "a wider panel").toBeLessThan(1);
    await app.build("jaguar");
    expect(await app.cells()).toBe(328);
  });
  await test.step("what is said of a part stays whole in a narrow panel", async () => {
    await page.getByRole("separator", { name: "Width of the left panel" }).press("Home");
    await app.line.fill('"graphical user interface" & computer');
    await app.line.press("Enter");
    const tag = app.tree.getByText("strongest");
    await expect(tag).toBeVisible();
    const isCut = await tag.evaluate((element) => {
      const own = element.getBoundingClientRect();
      const room = element.closest(".outline-name")?.getBoundingClientRect();
      return !room || own.right > room.right + 0.5;
    });
    expect(isCut, "“strongest” is clipped").toBe(false);
  });
});

test.describe("a window at 200% zoom", () => {
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });

  test("scrolls from the box where one types over a map to read to results, in every view", async ({
    page,
    connection,
  }) => {
    const app = await App.open(page, connection);
    await expect(app.line).toBeInViewport({ ratio: 1 });
    const isClear = async (part: Locator) => {
      const [box, status] = [await boxOf(part), await boxOf(page.locator(".status"))];
      return box.y + box.height <= status.y;
    };
    expect(await isClear(app.line), "the box is not cut by what lies below it").toBe(true);
    expect((await boxOf(app.map)).width).toBeGreaterThanOrEqual(256);
    await app.build("jaguar");
    await page.keyboard.press("F6");
    await expect(app.map).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press("F6");
    await expect(app.button(/^Exclude: /).first()).toBeInViewport({ ratio: 1 });
    await app.similar.focus();
    await expect(app.similar.getByRole("row").nth(4)).toBeInViewport({ ratio: 1 });
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide, "nothing has to be scrolled sideways").toBe(false);

    await app.go("Filters");
    const name = page.getByRole("textbox", { name: "Name of the category" });
    await expect(name).toBeInViewport({ ratio: 1 });
    expect(await isClear(app.button("Create"))).toBe(true);
  });
});

/** Whether two parts share no pixel. */
async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return isBeside || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

test("nothing lies over what is read: names, errors of a line, the shelf", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  const empty = page.getByText("Nothing evaluated yet").or(page.getByText("Nothing set yet"));
  await expect(empty).toBeVisible();
  expect(await areApart(empty, app.map), "what is said of the empty map").toBe(true);

  await app.line.fill("jaguar - (viol");
  const editor = page.getByRole("region", { name: "Expression line" });
  const list = editor.getByRole("listbox");
  const problem = editor.getByRole("status");
  await expect(list).toBeVisible();
  await expect(problem).toBeVisible();
  expect(await areApart(list, problem), "suggestions and errors").toBe(true);
});

test("at 1024 x 768 what goes in, the map and the results stand beside each other", async ({
  page,
  connection,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1024, height: 768 });
  const app = await App.open(page, connection);
  await test.step("an expression and two texts", async () => {
    await app.build("jaguar");
    await expect(app.line).toBeInViewport({ ratio: 1 });
    expect((await boxOf(app.map)).width).toBeGreaterThanOrEqual(300);
    await expect(app.button(/^Exclude: /).nth(2)).toBeInViewport({ ratio: 1 });
    await expect(app.similar.getByRole("row").nth(4)).toBeInViewport({ ratio: 1 });

    await app.go("Compare");
    await app.compare(
      "The central bank raised interest rates to slow inflation.",
      "The orchestra played the symphony in a full concert hall.",
    );
    await expect(app.compareBox).toBeInViewport({ ratio: 1 });
    for (const item of await app.compared.all()) await expect(item).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("region", { name: "Verdict" })).toBeInViewport({ ratio: 1 });
  });
  await test.step("a filter's examples and its figures", async () => {
    await app.go("Filters");
    const desk = new FilterDesk(app);
    await desk.app.button("Load a working example").click();
    for (const belongs of [true, false])
      await expect(desk.examples(belongs)).toBeInViewport({ ratio: belongs ? 1 : 0.3 });
    await expect(desk.quality).toBeVisible({ timeout: 30_000 });
    await expect(desk.threshold).toBeInViewport({ ratio: 1 });
  });
});
