import { readFile } from "node:fs/promises";
import type { Download } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { App } from "./support/app.ts";
import { CollectionDesk } from "./support/collection-desk.ts";
import { FilterDesk } from "./support/filter-desk.ts";
import { printed } from "./support/printed.ts";
import { expect, test } from "./support/test.ts";

/** Files that are handed on: a report of what is in view, and scored rows. */

const contentOf = async (download: Download) => readFile(await download.path());

test("a report has map, explanation, table and notes on one page, as HTML and as PDF, and the notes stay", async ({
  page,
  connection,
}) => {
  test.slow();
  const app = await App.open(page, connection);
  await app.build("jaguar");
  await expect(app.similar.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("Control+Shift+p");
  const dialog = page.getByRole("dialog", { name: "Report" });
  const notes = dialog.getByRole("textbox", { name: "Notes" });
  await expect(notes).toBeFocused();
  await page.keyboard.type("See <the> car.");
  await expect(dialog.getByLabel("The page as printed")).toBeVisible({ timeout: 30_000 });
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save HTML" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("jaguar report.html");
  const html = (await contentOf(file)).toString();
  for (const said of ["328 of 16,384 cells", "&lt;the&gt; car", "leopard", "map en_associative"])
    expect(html).toContain(said);
  expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Control+Shift+p");
  await expect(notes).toHaveValue("See <the> car.");
  await expect(dialog.getByLabel("The page as printed")).toBeVisible({ timeout: 30_000 });
  // The desktop prints by itself.
  if (connection.transport === "ipc") return;
  await printed(page, () => dialog.getByRole("button", { name: /PDF/ }).click());
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test("scored rows keep their own columns, and their settings are beside them", async ({
  page,
  connection,
}) => {
  test.slow();
  const collection = await CollectionDesk.open(page, connection);
  const file =
    'id,letter,from\r\n7,"Fry the onions, then the bread",=SUM(A1)\r\n8,The court ruled,Ann\r\n';
  await collection.make("letters", file, 2);
  await collection.app.go("Filters");
  await collection.app.button("Load a working example").click();
  await new FilterDesk(collection.app).applyTo("letters");
  const files: Download[] = [];
  page.on("download", (download) => files.push(download));
  await collection.app.button("Save rows").click();
  await page.getByRole("menuitem", { name: "Rows shown as CSV" }).click();
  await expect.poll(() => files.length).toBe(2);
  const named = (ending: string) => files.find((each) => each.suggestedFilename().endsWith(ending));
  const table = parse(await contentOf(named(".csv")!), { columns: true }) as object[];
  expect(table).toEqual([
    expect.objectContaining({
      id: "7",
      letter: "Fry the onions, then the bread",
      from: "'=SUM(A1)",
      decision: "Cooking",
    }),
    expect.objectContaining({ id: "8", letter: "The court ruled", from: "Ann", decision: "none" }),
  ]);
  expect(named(".settings.json")?.suggestedFilename()).toBe("letters.settings.json");
  expect(JSON.parse((await contentOf(named(".settings.json")!)).toString())).toMatchObject({
    collection: "letters",
    retina: "en_associative",
    checksum: expect.stringMatching(/^[0-9a-f]{8}/),
    scores: [{ name: "Cooking", belongsFrom: expect.any(Number) }],
  });
});
