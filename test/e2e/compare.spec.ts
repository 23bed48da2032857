import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { App } from "./support/app.ts";
import type { Engine } from "./support/host.ts";
import { type Connection, expect, overBoth, test } from "./support/test.ts";
import { positionsOf } from "./support/truth.ts";

/** Comparing: tables, what is behind a match, and more than two. */

const range = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);

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

async function putText(page: Page, side: "First" | "Second", text: string): Promise<void> {
  const slot = page.getByRole("region", { name: `${side} item` });
  await slot.getByRole("radio", { name: "Text" }).check();
  await slot.getByRole("textbox").fill(text);
}

/** Compare with room for many items. */
async function openMany(page: Page, connection: Connection): Promise<App> {
  const app = await App.openAt(page, connection, "Compare");
  await page.getByRole("radio", { name: "Many" }).check();
  return app;
}

async function saveCsv(app: App): Promise<string> {
  await app.button("Export").click();
  const waiting = app.page.waitForEvent("download");
  await app.page.getByRole("menuitem", { name: "CSV" }).click();
  return readFile(await (await waiting).path(), "utf8");
}

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, "utf16le");

interface Imported {
  readonly what: string;
  readonly name: string;
  readonly content: Buffer;
  /** What the dialog says of the file. */
  readonly says: RegExp;
  readonly items: number;
  readonly shows: string;
}

const FILES: readonly Imported[] = [
  {
    what: "one column without header, with empty rows",
    name: "words.txt",
    content: Buffer.from("violin\n\nguitar\n\ndrum\n"),
    says: /UTF-8 · 1 column/,
    items: 3,
    shows: "guitar",
  },
  {
    what: "semicolons, a quoted line break and a byte order mark",
    name: "words.csv",
    content: Buffer.from('\uFEFFid;text\r\n1;"a violin\r\nand a guitar; both"\r\n2;drum\r\n'),
    says: /UTF-8.*2 columns/,
    items: 2,
    shows: "and a guitar; both",
  },
  {
    what: "tabs in UTF-16",
    name: "words.tsv",
    content: utf16("text\tnote\nvióla\tx\ndrum\ty\n"),
    says: /UTF-16.*2 columns/,
    items: 2,
    shows: "vióla",
  },
  {
    what: "Latin-1",
    name: "words.csv",
    content: Buffer.from("text,n\ncafé,1\nthé,2\n", "latin1"),
    says: /Windows-1252|Latin-1|ISO-8859/i,
    items: 2,
    shows: "café",
  },
  {
    what: "the same header twice",
    name: "words.csv",
    content: Buffer.from("text,text\nviolin,guitar\ndrum,flute\n"),
    says: /“text” appears more than once/,
    items: 2,
    shows: "violin",
  },
  {
    what: "a header in another script",
    name: "words.csv",
    content: Buffer.from("текст,число\nviolin,1\nguitar,2\n"),
    says: /2 columns/,
    items: 2,
    shows: "violin",
  },
];

async function choose(page: Page, file: { name: string; content: Buffer }): Promise<Locator> {
  await page
    .locator('input[type=file][aria-label="Choose a file…"]')
    .setInputFiles({ name: file.name, mimeType: "text/plain", buffer: file.content });
  const dialog = page.getByRole("dialog", { name: "Items to compare" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("tables of many makes are read, previewed and taken over whole, and an unknown word spoils only its own pairs", async ({
  page,
  connection,
}) => {
  const app = await openMany(page, connection);
  await test.step("tables of many makes", async () => {
    for (const file of FILES) {
      const dialog = await choose(page, file);
      await expect(dialog, file.what).toContainText(file.says);
      await expect(dialog, file.what).toContainText(file.shows);
      await dialog.getByRole("button", { name: new RegExp(`${file.items} items$`) }).click();
      await expect(page.getByText(`${file.items} items`, { exact: true }), file.what).toBeVisible();
      await page.getByRole("button", { name: "Close these items" }).click();
    }
  });
  await test.step("an unknown word is named with its line", async () => {
    const content = Buffer.from("text\nviolin\nqqzzxx\nguitar\nviolin\n");
    const dialog = await choose(page, { name: "words.csv", content });
    await dialog.getByRole("button", { name: /4 items$/ }).click();
    await expect(page.getByText(/appears? more than once/)).toBeVisible();
    await app.button("Compare 6 pairs").click();
    await expect(page.getByRole("status").getByText(/^3 pairs/)).toBeVisible();
    await page.getByText("3 pairs could not be compared").click();
    await expect(page.getByText(/^Line 2 and line 3: .*qqzzxx/)).toBeVisible();
    const csv = await saveCsv(app);
    expect(csv.match(/qqzzxx/g)?.length ?? 0).toBeGreaterThanOrEqual(3);
  });
});

overBoth(() => {
  test("100,000 rows are compared as a task; stopping it midway keeps the finished rows", async ({
    page,
    connection,
  }) => {
    const app = await openMany(page, connection);
    const rows = range(0, 100_000).map(
      (n) => `the violin player number ${n} bought a new guitar\n`,
    );
    const dialog = await choose(page, { name: "rows.txt", content: Buffer.from(rows.join("")) });
    await dialog.getByRole("button", { name: /100,000 items$/ }).click();
    await page.getByRole("radio", { name: "First with all" }).check();
    await app.button("Compare 99,999 pairs").click();
    const progress = page.getByText(/^[\d,]+ of 99,999 pairs$/);
    await expect(progress).toContainText(/^[1-9]/);
    await app.button("Cancel").click();
    const ended = page.getByText(
      /^Cancelled: [1-9][\d,]* pairs of 99,999 were compared and are kept\./,
    );
    await expect(ended).toBeVisible();
    const kept = Number((await textOf(ended)).replaceAll(",", "").match(/\d+/)?.[0]);
    expect(kept).toBeLessThan(99_999);
    const table = page.getByRole("grid", { name: "Compared pairs" });
    await expect(table).toHaveAttribute("aria-rowcount", String(kept + 1));
  });
});

const sumOf = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + Number(cell.replaceAll(",", "")), 0);

const FIRST = "The central bank raised interest rates again, and inflation slowed.";
const SECOND = "Borrowing becomes dearer as policymakers fight inflation and rising prices.";

/** Compare with the two texts in its slots, and their measures. */
async function openTexts(page: Page, connection: Connection): Promise<void> {
  const app = await App.openAt(page, connection, "Compare");
  await putText(page, "First", FIRST);
  await putText(page, "Second", SECOND);
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

test("more than two are added by typing on, each pair of them is compared in full, and all come back", async ({
  page,
  connection,
  engine,
}) => {
  const app = await App.openAt(page, connection, "Compare");
  const words = ["violin", "guitar", "court"];
  await page.getByRole("combobox", { name: "Word of the first item" }).focus();
  for (const word of words) {
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
  }
  await expect(page.getByRole("combobox", { name: "Word of the fourth item" })).toBeFocused();
  const [violin = [], guitar = [], court = []] = await Promise.all(
    words.map((term) => positionsOf(engine, { term })),
  );
  const inAll = violin.filter((cell) => guitar.includes(cell) && court.includes(cell)).length;
  const all = page
    .getByRole("list", { name: "Combinations" })
    .getByRole("button", { name: /so in all 3\.$/ });
  await expect(all.locator(".figures")).toHaveText(String(inAll));
  const pairs = page.getByRole("grid", { name: "Cosine of each pair" });
  await pairs.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
  await app.openMeasures();
  const shared = violin.filter((cell) => guitar.includes(cell)).length;
  await expect.poll(() => measure(page, "Shared cells")).toBe(shared);
  await app.button("Compare violin, guitar and 1 more again").click();
  await expect(all).toBeVisible();
  await app.button("Remove the second item").click();
  await expect(page.getByRole("combobox", { name: "Word of the second item" })).toHaveValue(
    "court",
  );
  await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
});
