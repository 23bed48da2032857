import { NEVER_CANCELLED } from "../../core/cancellation.ts";
import { App } from "./support/app.ts";
import type { Engine } from "./support/host.ts";
import { expect, test } from "./support/test.ts";
import { RETINA } from "./support/truth.ts";

/** Lists and their filters. */

/** Every term that shares a cell with a word, in the order of the engine. */
async function everyRow({ service: { handlers } }: Engine, term: string) {
  const explore = (offset: number) =>
    handlers["app.explore"](
      {
        retina_name: RETINA,
        expression: { term },
        limit: 1000,
        offset,
        order: "score",
        ascending: false,
        least: 0,
        steps: false,
        sparsity: 1,
      },
      NEVER_CANCELLED,
    );
  const first = await explore(0);
  const rows = [...first.rows];
  while (rows.length < first.total) rows.push(...(await explore(rows.length)).rows);
  return rows;
}

test("part of speech and least overlap narrow the whole list; a long list is walked, chosen from across its edges, and copied in the order it is seen", async ({
  page,
  connection,
  engine,
}) => {
  const app = await App.open(page, connection);
  await app.go("Explore");
  const box = app.line;
  await box.fill("violin");
  await box.press("Enter");
  await test.step("part of speech and least overlap narrow the whole list", async () => {
    const rows = await everyRow(engine, "violin");
    const names = () =>
      app.similar.getByRole("row").locator(".similar-term-text").allTextContents();
    await expect.poll(async () => (await names())[0]).toBe("violin");
    const before = await names();
    const count = (number: number) => number.toLocaleString("en-GB");
    await page.getByRole("combobox", { name: "Part of speech" }).selectOption("verbs");
    await page.getByRole("slider", { name: "Minimum overlap" }).fill("5");
    const passed = rows.filter(
      ({ pos_types, shareOfQuery }) => pos_types.includes("VERB") && shareOfQuery >= 0.05,
    );
    expect(passed.length).toBeGreaterThan(0);
    const bar = page.getByRole("region", { name: "Filters" });
    await expect(bar).toContainText(`${count(passed.length)} of ${count(rows.length)} terms`);
    const terms = passed.map(({ term }) => term);
    // The table renders the rows in sight, and those that do not fit yet are the old ones.
    const isTheirStart = (shown: readonly string[]) =>
      shown.length > 0 && shown.every((term, at) => term === terms[at]);
    await expect.poll(async () => isTheirStart(await names())).toBe(true);
    await page.getByRole("slider", { name: "Minimum overlap" }).fill("0");
    await page.getByRole("combobox", { name: "Part of speech" }).selectOption("Any kind");
    await expect.poll(names).toEqual(before);
  });
  await test.step("a long list is walked, chosen from across its edges, and copied in the order it is seen", async () => {
    const grid = app.similar;
    await expect(grid.getByRole("row").nth(3)).toBeVisible();
    const loaded = async () => Number(await grid.getAttribute("aria-rowcount")) - 1;
    await grid.focus();
    for (let step = 1; step <= 3; step++) {
      await page.keyboard.press("End");
      await expect.poll(loaded).toBe(50 * (step + 1));
    }
    const all = await engine.service.handlers["app.explore"](
      {
        retina_name: RETINA,
        expression: { term: "violin" },
        limit: 200,
        offset: 0,
        order: "score",
        ascending: false,
        least: 0,
        steps: false,
        sparsity: 1,
      },
      NEVER_CANCELLED,
    );
    expect(await grid.getByRole("row").count()).toBeLessThan(100);
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await expect(page.getByRole("region", { name: "200 terms chosen" })).toBeVisible();
    await expect.poll(loaded).toBe(250);
    const copied = await app.copied("Rows");
    const terms = copied
      .split("\n")
      .filter((line) => /^\d+\t/.test(line))
      .map((line) => line.split("\t")[1]);
    expect(terms).toEqual(all.rows.map(({ term }) => term));
  });
});
