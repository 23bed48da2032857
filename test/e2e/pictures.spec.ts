import type { Download, Locator, Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { decodePng, downloadedBytes } from "./support/decode-png.ts";
import { printed } from "./support/printed.ts";
import { expect, test } from "./support/test.ts";

/** Pictures that go into a report as they are. */

async function openDialog(page: Page, app: App): Promise<Locator> {
  await app.button("Export").click();
  await page.getByRole("menuitem", { name: /^Save picture/ }).click();
  return page.getByRole("dialog", { name: "Save picture" });
}

/** What the picture says of itself once it has been drawn. */
const drawn = (dialog: Locator) => dialog.locator(".picture-stage img");

async function save(page: Page, dialog: Locator, format: string): Promise<Download> {
  await expect(drawn(dialog)).toBeVisible();
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: `Save ${format}` }).click();
  return saving;
}

test("one click saves a map with tints, names, title and legend, within margins, under a plain name", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  await app.line.fill("jaguar - car");
  await app.line.press("Enter");
  await expect(app.map).toBeVisible();
  await expect(page.getByRole("region", { name: "Map", exact: true })).toContainText("−");
  const dialog = await openDialog(page, app);
  for (const part of ["Names of regions", "Title and legend"])
    await expect(dialog.getByRole("switch", { name: part })).toBeChecked();
  const file = await save(page, dialog, "PNG");
  expect(file.suggestedFilename()).toBe("jaguar - car.png");
  const picture = decodePng(await downloadedBytes(file));
  expect(picture.width).toBe(1200);
  // Nothing comes nearer to the edge than this.
  const margin = 40;
  const edge = new Set<string>();
  for (let x = 0; x < picture.width; x++)
    for (const y of [0, margin - 1, picture.height - 1]) edge.add(picture.at(x, y));
  for (let y = 0; y < picture.height; y++)
    for (const x of [0, margin - 1, picture.width - 1]) edge.add(picture.at(x, y));
  expect([...edge]).toEqual(["255,255,255,255"]);
  const colours = new Set<string>();
  for (let i = 0; i < picture.width; i += 3) colours.add(picture.at(i, picture.height >> 1));
  expect(colours.size).toBeGreaterThan(40);
});

test("the preview fits its box, an SVG has its typeface and no name on a cell, and choices stay for the next time", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  await app.build("jaguar");
  await expect(app.cellsOf("jaguar")).toBeVisible();
  const dialog = await openDialog(page, app);
  await expect(drawn(dialog)).toBeVisible();
  const [stage, picture] = [
    await dialog.locator(".picture-stage").boundingBox(),
    await drawn(dialog).boundingBox(),
  ];
  expect(picture?.height).toBeLessThanOrEqual(stage?.height ?? 0);
  expect(picture?.width).toBeLessThanOrEqual(stage?.width ?? 0);
  await dialog.getByRole("radio", { name: "SVG" }).check();
  const svg = (await downloadedBytes(await save(page, dialog, "SVG"))).toString("utf8");
  expect(svg).toContain("@font-face{font-family:Inter;");
  await dialog.getByText("Names of regions", { exact: true }).click();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(app.map).toBeVisible();
  const again = await openDialog(page, app);
  await expect(again.getByRole("switch", { name: "Names of regions" })).not.toBeChecked();
  await expect(again.getByRole("radio", { name: "SVG" })).toBeChecked();
  await page.goto("about:blank");
  await page.setContent(svg);
  const covered = await page.evaluate(() => {
    const cells = document.querySelector<SVGPathElement>("path.cells");
    const frame = document.querySelector("svg")?.getBoundingClientRect();
    const [left = 0, top = 0] = (
      cells?.parentElement?.getAttribute("transform")?.match(/[\d.]+/g) ?? []
    ).map(Number);
    const view = document.querySelector("svg")?.viewBox.baseVal;
    if (!cells || !frame || !view) return ["nothing is drawn"];
    const scale = frame.width / view.width;
    const corners = [...(cells.getAttribute("d") ?? "").matchAll(/M([\d.]+) ([\d.]+)/g)].map(
      ([, x, y]) => ({
        x: frame.left + scale * (left + Number(x) + 3),
        y: frame.top + scale * (top + Number(y) + 3),
      }),
    );
    const names = [...document.querySelectorAll('text[text-anchor="middle"]')];
    if (names.length === 0) return ["no name"];
    return names.flatMap((name) => {
      const box = name.getBoundingClientRect();
      const isCovering = corners.some(
        ({ x, y }) => x > box.left && x < box.right && y > box.top + 4 && y < box.bottom - 4,
      );
      return isCovering ? [name.textContent] : [];
    });
  });
  expect(covered).toEqual([]);
});

test("a PDF is a sheet as large as the picture, and a PNG in mm has 300 pixels an inch", async ({
  page,
  connection,
}) => {
  test.skip(connection.transport === "ipc", "The desktop prints to a PDF by itself.");
  const app = await App.open(page, connection);
  const dialog = await openDialog(page, app);
  await dialog.getByRole("radio", { name: "mm" }).check();
  await dialog.getByText("Title and legend", { exact: true }).click();
  await dialog.getByLabel("Width", { exact: true }).fill("100");
  await page.keyboard.press("Tab");
  await expect(dialog.getByText("100 × 100 mm, 1,181 × 1,181 px")).toBeVisible();
  const png = await save(page, dialog, "PNG");
  expect(png.suggestedFilename()).toBe("The map of en_associative.png");
  const picture = decodePng(await downloadedBytes(png));
  expect([picture.width, picture.height]).toEqual([1181, 1181]);
  await dialog.getByRole("radio", { name: "PDF" }).check();
  await printed(page, () => dialog.getByRole("button", { name: "Print or save PDF…" }).click());
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString(
    "latin1",
  );
  // 100 mm in points.
  expect(pdf).toMatch(/\/MediaBox \[0 0 283\.\d+ 283\.\d+\]|\/MediaBox \[0 0 284 284\]/);
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  await expect(page.locator(".printed-sheet")).toHaveCount(0);
});
