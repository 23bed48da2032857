import type { Locator, Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { cooking, FilterDesk, politics } from "./support/filter-desk.ts";
import { type Connection, expect, test } from "./support/test.ts";

/** Where things are: the centre of the window, and the room that each part has. */

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${String(part)} is not on the page.`);
  return box;
};

const mapPanel = (page: Page) => page.getByRole("region", { name: "Map", exact: true });
const results = (page: Page) => page.getByRole("region", { name: "Results", exact: true });

/** What has the centre of the window: the wider of the two. */
const centre = async (page: Page): Promise<"map" | "table"> => {
  const [map, table] = [await boxOf(mapPanel(page)), await boxOf(results(page))];
  return map.width > table.width ? "map" : "table";
};

const WORDS = ["violin", "guitar", "river", "bank"];

async function comparePairs(page: Page, connection: Connection): Promise<App> {
  const app = await App.openAt(page, connection, "Compare");
  await page.getByRole("radio", { name: "Many" }).check();
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: "words.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(WORDS.join("\n")),
    });
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /items$/ })
    .click();
  expect(await centre(page), "nothing is listed yet").toBe("map");
  await app.button("Compare 6 pairs").click();
  await expect(page.getByRole("grid", { name: "Compared pairs" })).toBeVisible();
  return app;
}

test("a table takes the centre, one key and one button swap it with the map, and each view remembers", async ({
  page,
  connection,
}) => {
  const app = await comparePairs(page, connection);
  await expect.poll(() => centre(page)).toBe("table");
  const map = await boxOf(app.map);
  expect(map.width, "the companion is a map to look at").toBeGreaterThanOrEqual(256);

  await page.getByRole("grid", { name: "Compared pairs" }).press("c");
  await expect.poll(() => centre(page), "by key").toBe("map");
  await app.button("Give the pairs the centre").click();
  await expect.poll(() => centre(page), "by button").toBe("table");
  await app.button("Give the map the centre").click();

  await page.getByRole("radio", { name: "Matrix" }).check();
  await expect.poll(() => centre(page), "the matrix has a place of its own").toBe("table");
  await page.getByRole("radio", { name: "List" }).check();
  await expect.poll(() => centre(page), "remembered for the pairs").toBe("map");

  await app.go("Build");
  await expect(app.button(/^Give /)).toHaveCount(0);
  await app.build("jaguar");
  await app.go("Similar");
  await expect(app.similar).toBeVisible();
  expect(await centre(page)).toBe("map");
  await page.getByRole("radio", { name: "Columns" }).check();
  await expect.poll(() => centre(page)).toBe("table");

  await page.reload();
  await expect(app.map).toBeVisible();
  await app.go("Compare");
  await expect(page.getByRole("grid", { name: "Compared pairs" })).toBeVisible();
  await expect.poll(() => centre(page), "after a reload").toBe("map");
});

test("classified texts can be read, and a row still lights its cells on the map beside it", async ({
  page,
  connection,
}) => {
  const desk = await FilterDesk.open(page, connection);
  await desk.create("Cooking");
  await desk.add(true, cooking(3));
  await desk.look("Classify a file");
  const texts = [...cooking(3), ...politics(3)];
  await desk.openTexts(texts);
  await desk.app.button("Classify all 6").click();
  const table = page.getByRole("grid", { name: "Classified texts" });
  await expect(table).toBeVisible();
  await expect.poll(() => centre(page)).toBe("table");
  const text = table.getByText(texts[0] ?? "");
  const isWhole = () =>
    text.evaluate(({ parentElement: cell }) => {
      if (!cell) return false;
      return cell.scrollWidth <= cell.clientWidth;
    });
  expect(await isWhole(), "the text is not cut off").toBe(true);
  const map = await boxOf(desk.app.map);
  expect(map.width).toBeGreaterThanOrEqual(256);
});
