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
        spread: 0,
      },
      NEVER_CANCELLED,
    );
  const first = await explore(0);
  const rows = [...first.rows];
  while (rows.length < first.total) rows.push(...(await explore(rows.length)).rows);
  return rows;
}

test("counts before and after a filter are those of the whole list, whose chip restores it; a long list is walked, chosen from across its edges, and copied in the order it is seen", async ({
  page,
  connection,
  engine,
}) => {
  const app = await App.open(page, connection);
  await app.go("Explore");
  const box = app.partBox;
  await box.fill("violin");
  await box.press("Enter");
  await test.step("counts before and after a filter are those of the whole list, and its chip restores it", async () => {
    const rows = await everyRow(engine, "violin");
    const names = () =>
      app.similar.getByRole("row").locator(".similar-term-text").allTextContents();
    await expect.poll(async () => (await names())[0]).toBe("violin");
    const before = await names();
    const count = (number: number) => number.toLocaleString("en-GB");
    await app.button("Filter").click();
    await page.getByRole("radio", { name: "Phrases" }).click();
    await page.getByRole("radio", { name: "Nouns" }).click();
    await page.getByRole("textbox", { name: "Begins with" }).fill("st");
    await page.keyboard.press("Escape");
    const tests = {
      phrases: (row: (typeof rows)[number]) => row.term.includes(" "),
      nouns: (row: (typeof rows)[number]) => row.pos_types.includes("NOUN"),
      "begins with “st”": (row: (typeof rows)[number]) => row.term.startsWith("st"),
    };
    const passing = (leftOut = "") =>
      rows.filter((row) =>
        Object.entries(tests).every(([name, test]) => name === leftOut || test(row)),
      );
    const passed = passing();
    const bar = page.getByRole("region", { name: "Filters" });
    await expect(bar).toContainText(`${count(passed.length)} of ${count(rows.length)} terms pass`);
    const terms = passed.map(({ term }) => term);
    // The table renders the rows in sight, and those that do not fit yet are the old ones.
    const isTheirStart = (shown: readonly string[]) =>
      shown.length > 0 && shown.every((term, at) => term === terms[at]);
    await expect.poll(async () => isTheirStart(await names())).toBe(true);
    for (const name of Object.keys(tests)) {
      await expect(bar).toContainText(
        `${name} ${count(passing(name).length)} → ${count(passed.length)}`,
      );
    }
    for (const name of Object.keys(tests)) await app.button(`Remove the filter ${name}`).click();
    await expect(bar).toContainText(`of ${count(rows.length)} terms`);
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
        spread: 0,
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
