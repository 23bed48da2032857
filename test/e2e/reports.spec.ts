import { readFile } from "node:fs/promises";
import type { Download } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { App } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

test.use({ ground: "drawn" });

/** Files that are handed on: a report of what is in view, and a classified table. */

const contentOf = async (download: Download) => readFile(await download.path());

test("a report has map, explanation, table and notes on one page, as HTML and as PDF, and the notes stay", async ({
  page,
  connection,
}) => {
  test.slow();
  const app = await App.open(page, connection);
  await app.build("jaguar");
  await expect(app.similar.getByRole("row").nth(1)).toBeVisible();
  for (const key of ["Escape", "w", "r"]) await page.keyboard.press(key);
  const dialog = page.getByRole("dialog", { name: "Report" });
  const notes = dialog.getByRole("textbox", { name: "Notes" });
  await expect(notes).toBeFocused();
  await page.keyboard.type("Three senses; the second is <the> car.");
  await expect(dialog.getByAltText("The page as it is printed")).toBeVisible({ timeout: 30_000 });
  const save = async (format: string) => {
    await dialog.getByRole("radio", { name: format }).check();
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Save the report" }).click();
    return download;
  };
  const file = await save("Page (HTML)");
  expect(file.suggestedFilename()).toBe("jaguar report.html");
  const html = (await contentOf(file)).toString();
  for (const said of ["328 of 16,384 cells", "&lt;the&gt; car", "leopard", "retina en_associative"])
    expect(html).toContain(said);
  expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
  await expect(dialog).toBeHidden();
  for (const key of ["Escape", "w", "r"]) await page.keyboard.press(key);
  await expect(notes).toHaveValue("Three senses; the second is <the> car.");
  await expect(dialog.getByAltText("The page as it is printed")).toBeVisible({ timeout: 30_000 });
  const pdf = await contentOf(await save("PDF"));
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test("a classified table keeps its own columns, and its settings are beside it", async ({
  page,
  connection,
}) => {
  test.slow();
  const app = await App.openAt(page, connection, "Filters");
  await app.button("Load a working example").click();
  await page.getByRole("radio", { name: "Classify a file" }).check();
  await page.locator('input[type=file][aria-label="Choose a file of texts…"]').setInputFiles({
    name: "letters.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      'id,letter,from\r\n7,"Fry the onions, then the bread",=SUM(A1)\r\n8,The court ruled,Ann\r\n',
    ),
  });
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /2 texts/ })
    .click();
  await app.button("Classify all 2").click();
  await expect(page.getByRole("grid", { name: "Classified texts" })).toBeVisible();
  const files: Download[] = [];
  page.on("download", (download) => files.push(download));
  await app.button("Export").click();
  await page.getByRole("menuitem", { name: "CSV", exact: true }).click();
  await expect.poll(() => files.length).toBe(2);
  const named = (ending: string) => files.find((each) => each.suggestedFilename().endsWith(ending));
  const table = parse(await contentOf(named(".csv")!), { columns: true }) as object[];
  expect(table).toEqual([
    expect.objectContaining({
      id: "7",
      letter: "Fry the onions, then the bread",
      from: "'=SUM(A1)",
      line: "2",
      decision: "Cooking",
    }),
    expect.objectContaining({ id: "8", letter: "The court ruled", from: "Ann", decision: "none" }),
  ]);
  expect(named(".settings.json")?.suggestedFilename()).toBe("letters classified.settings.json");
  expect(JSON.parse((await contentOf(named(".settings.json")!)).toString())).toMatchObject({
    file: "letters.csv",
    retina: "en_associative",
    checksum: expect.stringMatching(/^[0-9a-f]{8}/),
    application: expect.stringMatching(/^Semascope \d/),
    filters: [{ name: "Cooking", belongsFrom: expect.any(Number) }],
  });
});
