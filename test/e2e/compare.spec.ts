import type { Locator, Page } from "@playwright/test";
import { App } from "./support/app.ts";
import type { Engine } from "./support/host.ts";
import { type Connection, expect, test } from "./support/test.ts";
import { positionsOf } from "./support/truth.ts";

/** Comparing: what is behind a match, and more than two. */

const textOf = async (locator: Locator): Promise<string> => (await locator.textContent()) ?? "";

/** One measure in full precision. */
const measure = (page: Page, name: string): Promise<number> =>
  page
    .getByRole("region", { name: "Measures" })
    .getByRole("row", { name: new RegExp(`^${name}`) })
    .getByRole("cell")
    .nth(1)
    .getAttribute("title")
    .then(Number);

const sumOf = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + Number(cell.replaceAll(",", "")), 0);

const FIRST = "The central bank raised interest rates again, and inflation slowed.";
const SECOND = "Borrowing becomes dearer as policymakers fight inflation and rising prices.";

/** Compare with the two texts in its slots, and their measures. */
async function openTexts(page: Page, connection: Connection): Promise<void> {
  const app = await App.openAt(page, connection, "Compare");
  await app.compare(FIRST, SECOND);
  await app.openMeasures();
}

async function overlapOf(engine: Engine, first: string, second: string): Promise<number> {
  const cells = new Set(await positionsOf(engine, { text: first }));
  return (await positionsOf(engine, { text: second })).filter((cell) => cells.has(cell)).length;
}

test("regions and words behind a match add up to the overlap, what is called verified is so, and a region leads to its cells", async ({
  page,
  connection,
  engine,
}) => {
  await openTexts(page, connection);
  await test.step("regions and words behind a match add up", async () => {
    const overlap = await overlapOf(engine, FIRST, SECOND);
    await expect.poll(() => measure(page, "Shared cells")).toBe(overlap);

    const regions = page.getByRole("region", { name: "What they share" });
    const parts = await regions.getByRole("listitem").allTextContents();
    expect(sumOf(parts.map((part) => /([\d,]+) cells?/.exec(part)?.[1] ?? ""))).toBe(overlap);

    for (const side of ["first", "second"]) {
      const words = page.getByRole("table", { name: `Words of the ${side} text` });
      await expect(words).toBeVisible();
      const cells = await words
        .locator("tbody")
        .getByRole("row")
        .evaluateAll((rows) => rows.map((row) => row.lastElementChild?.textContent ?? ""));
      expect(Math.abs(sumOf(cells) - overlap)).toBeLessThanOrEqual(0.05 * cells.length);
    }

    const verified = page.getByText(/^Without “.*” \d+ of \d+ shared cells remain/).first();
    const [, word = "", after, before] =
      /^Without “(.*)” (\d+) of (\d+) shared cells/.exec(await textOf(verified)) ?? [];
    expect(Number(before)).toBe(overlap);
    const without = FIRST.replace(new RegExp(word, "gi"), "…");
    expect(without).not.toBe(FIRST);
    expect(Number(after)).toBe(await overlapOf(engine, without, SECOND));
    expect(Number(after)).toBeLessThan(overlap);
  });
  await test.step("a shared region leads to its cells on the map and to the words behind it", async () => {
    const region = page
      .getByRole("region", { name: "What they share" })
      .getByRole("listitem")
      .first()
      .getByRole("button");
    const cells = Number((await textOf(region)).match(/([\d,]+) cells?/)?.[1]?.replace(",", ""));
    await region.click();
    await expect(region).toHaveAttribute("aria-pressed", "true");
    const chosen = page.getByRole("region", { name: "Selected cells" });
    await expect(chosen).toContainText(`${cells} cells, ${cells} set`);
    await expect(page.getByText(/Only the words behind “.*” are shaded/)).toBeVisible();
    const beyond = await page.evaluate(
      () => document.documentElement.scrollHeight - window.innerHeight,
    );
    expect(beyond, "the window itself has nothing to scroll").toBe(0);
  });
});

test("more than two are added by typing on, each pair of them is compared in full, and undo brings all back", async ({
  page,
  connection,
  engine,
}) => {
  const app = await App.openAt(page, connection, "Compare");
  const words = ["violin", "guitar", "court"];
  await app.compareBox.focus();
  for (const word of words) {
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
  }
  await expect(app.compareBox).toBeFocused();
  const [violin = [], guitar = [], court = []] = await Promise.all(
    words.map((term) => positionsOf(engine, { term })),
  );
  const inAll = violin.filter((cell) => guitar.includes(cell) && court.includes(cell)).length;
  const all = page
    .getByRole("list", { name: "Combinations" })
    .getByRole("button", { name: /so in all 3\.$/ });
  await expect(all.locator(".figures")).toHaveText(String(inAll));
  const pairs = page.getByRole("grid", { name: "Cosine of each pair" });
  await pairs.getByRole("button", { name: "violin: the same item" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
  await app.openMeasures();
  const shared = violin.filter((cell) => guitar.includes(cell)).length;
  await expect.poll(() => measure(page, "Shared cells")).toBe(shared);
  await app.undo.click();
  await expect(all).toBeVisible();
  await app.button("Remove guitar").click();
  await expect(app.compared).toContainText(["violin", "court"]);
  await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
});
