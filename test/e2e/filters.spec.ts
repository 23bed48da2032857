import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { NEVER_CANCELLED } from "../../core/cancellation.ts";
import { CollectionDesk, fileOf } from "./support/collection-desk.ts";
import { cooking, FilterDesk, politics, warmUp } from "./support/filter-desk.ts";
import type { Engine } from "./support/host.ts";
import { type Connection, expect, overBoth, test } from "./support/test.ts";
import { RETINA } from "./support/truth.ts";

/** Filters: examples, what they decide, and files they are saved in. */

test.beforeAll(async ({ engine }) => {
  test.setTimeout(180_000);
  await warmUp(engine);
});

const cellsOf =
  (positive: readonly string[], negative: readonly string[], retina = RETINA) =>
  async ({ service: { handlers } }: Engine): Promise<readonly number[]> => {
    const { positions } = await handlers["classify.createFilter"](
      {
        retina_name: retina,
        filter_name: "truth",
        positiveExamples: positive.map((text) => ({ text })),
        negativeExamples: negative.map((text) => ({ text })),
      },
      NEVER_CANCELLED,
    );
    return positions;
  };

overBoth(() => {
  // The largest is a large body, too.
  test("a filter is made of 1, 2, 50 and 1,000 examples, of exactly these", async ({
    page,
    connection,
    engine,
  }) => {
    const desk = await FilterDesk.open(page, connection);
    await desk.create("Cooking");
    let before = 0;
    for (const count of [1, 2, 50, 1000]) {
      const texts = cooking(count);
      await desk.add(true, texts.slice(before));
      before = count;
      await expect(desk.side(true).getByRole("heading")).toHaveText(
        `Matches ${count.toLocaleString("en")}`,
      );
      const truth = await cellsOf(texts, [])(engine);
      await expect.poll(() => desk.app.cells(), { timeout: 25_000 }).toBe(truth.length);
    }
    await expect(
      page.getByText("Choose a collection to estimate the accuracy on its rows."),
    ).toBeVisible();
  });
});

const NAMES = ['a/b\\c "d" <b>e</b> 🎻', "con", "名".repeat(255)];

/** What each row of a collection belongs to, as it is saved. */
async function decisions(desk: FilterDesk, collection: string): Promise<readonly string[]> {
  await desk.applyTo(collection);
  await desk.app.button("Save rows").click();
  const waiting = desk.page.waitForEvent("download");
  await desk.page.getByRole("menuitem", { name: "Rows shown as JSONL" }).click();
  const lines = (await readFile(await (await waiting).path(), "utf8")).trim().split("\n");
  return lines.map((line) => JSON.stringify(JSON.parse(line).decision));
}

test("exported, deleted and imported, a filter decides each text of a collection as before", async ({
  page,
  connection,
}) => {
  test.slow();
  const collection = await CollectionDesk.open(page, connection);
  await collection.make("both", fileOf([...cooking(100), ...politics(100)]), 200);
  await collection.app.go("Filters");
  const desk = new FilterDesk(collection.app);
  await desk.create("Cooking / home");
  await desk.add(true, cooking(6));
  await desk.add(false, politics(6));
  await desk.threshold.fill("0.2");
  const before = await decisions(desk, "both");
  expect(before.length).toBe(200);
  expect(new Set(before)).toEqual(new Set(['["Cooking / home"]', '["none"]']));
  await collection.rows.getByRole("row").nth(1).click();
  const reasons = page.getByRole("list", { name: "Decisions, with their reasons" });
  await reasons.getByText(/^Cooking \/ home: 0\.\d+, matches \(threshold 0\.200\)$/).click();
  await expect(reasons.getByRole("table", { name: "Words behind the decision" })).toBeVisible();
  await desk.app.go("Filters");

  const waiting = page.waitForEvent("download");
  await desk.choose("Export this filter…");
  const file = await (await waiting).path();
  await desk.choose("Delete this filter");
  await expect(page.getByRole("textbox", { name: "Name of the category" })).toBeVisible();
  await page.locator('input[type=file][aria-label="Import filters…"]').setInputFiles(file);
  await expect(page.getByRole("textbox", { name: "Name of the filter" })).toHaveValue(
    "Cooking / home",
  );
  expect(await decisions(desk, "both")).toEqual(before);
});

/** A filter of three texts, with the cells it must have; they are on the map. */
async function makeCooking(page: Page, connection: Connection, engine: Engine) {
  const desk = await FilterDesk.open(page, connection);
  await desk.create("Cooking");
  await desk.add(true, cooking(3));
  const made = await cellsOf(cooking(3), [])(engine);
  await expect.poll(() => desk.app.cells()).toBe(made.length);
  return { desk, made };
}

test("another retina computes a filter again from its texts", async ({
  page,
  connection,
  engine,
}) => {
  test.slow();
  const { desk, made } = await makeCooking(page, connection, engine);
  await test.step("with another retina a filter is computed again from its texts", async () => {
    expect(await desk.app.shownPositions()).toEqual(made);
    const waiting = page.waitForEvent("download");
    await desk.choose("Export this filter…");
    const file = await (await waiting).path();
    await desk.choose("Delete this filter");
    await page.getByRole("button", { name: /^Map: / }).click();
    await page.getByRole("menuitemradio", { name: /^en_synonymous/ }).click();
    await page.locator('input[type=file][aria-label="Import filters…"]').setInputFiles(file);
    await expect(page.getByText(/Imported; made with en_associative/)).toBeVisible();
    const there = await cellsOf(cooking(3), [], "en_synonymous")(engine);
    expect(there).not.toEqual(made);
    await expect.poll(() => desk.app.cells()).toBe(there.length);
    expect(await desk.app.shownPositions()).toEqual(there);
  });
});

test("any name is kept as it is, no file is named badly after it, and a filter's card shows every text as text", async ({
  page,
  connection,
}) => {
  const hostile = '<img src=x onerror="alert(1)">';
  const desk = await FilterDesk.open(page, connection);
  await desk.create(`Cooking ${hostile}`);
  await desk.add(true, [`Bake the bread ${hostile} in butter`]);

  await test.step("a filter's card is one page without script or anything from outside", async () => {
    await expect.poll(() => desk.app.cells()).toBeGreaterThan(0);
    await desk.choose("Filter card…");
    await page.getByRole("textbox", { name: "Intended use" }).fill(`For menus ${hostile}`);
    const waiting = page.waitForEvent("download");
    await desk.app.button("Save HTML").click();
    const found = await page.evaluate(
      (markup) => {
        const { documentElement } = new DOMParser().parseFromString(markup, "text/html");
        return {
          words: documentElement.textContent.replace(/\s+/g, " "),
          foreign: documentElement.querySelectorAll("script, img, link, a, iframe, image").length,
        };
      },
      await readFile(await (await waiting).path(), "utf8"),
    );
    expect(found.foreign).toBe(0);
    expect(found.words).toContain("Cooking <img src=x");
    expect(found.words).toContain("For menus <img src=x");
    expect(found.words).toContain("Choose a collection to estimate the accuracy");
  });
  await page.keyboard.press("Escape");
  await test.step("any name is kept, and no file is named badly after it", async () => {
    for (const name of NAMES) {
      const box = page.getByRole("textbox", { name: "Name of the filter" });
      await box.fill(name);
      await box.press("Enter");
      await expect(box).toHaveValue(name);
      const waiting = page.waitForEvent("download");
      await desk.choose("Export this filter…");
      const download = await waiting;
      expect(download.suggestedFilename()).toMatch(/^[^<>:"/\\|?*]{1,125}\.json$/);
      expect(download.suggestedFilename()).not.toMatch(/^con\./i);
      expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject({
        filters: [{ filter_name: name }],
      });
    }
  });
});
