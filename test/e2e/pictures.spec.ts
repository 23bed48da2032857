import type { Download, Locator, Page } from "@playwright/test";
import { App } from "./support/app.ts";
import { decodePng, downloadedBytes } from "./support/decode-png.ts";
import { expect, test } from "./support/test.ts";

/** Pictures that go into a report as they are. */

async function openDialog(page: Page, app: App): Promise<Locator> {
  await app.button("Export").click();
  await page.getByRole("menuitem", { name: /^Image/ }).click();
  return page.getByRole("dialog", { name: "Export a picture" });
}

/** What the picture says of itself once it has been drawn. */
const drawn = (dialog: Locator) => dialog.locator(".image-stage img:not([data-stale])");

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
  for (const part of ["Tints and terrain", "Names of regions", "Title", "Legend"])
    await expect(dialog.getByRole("switch", { name: part })).toBeChecked();
  const file = await save(page, dialog, "PNG");
  expect(file.suggestedFilename()).toMatch(/^jaguar - car-en_associative-\d+\.png$/);
  const picture = decodePng(await downloadedBytes(file));
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

test("the preview fits its box, and what was chosen is there the next time; an SVG brings its letters as outlines, each with what it says, and no name on a cell", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  await test.step("the preview fits its box, and what was chosen is there the next time", async () => {
    await app.build("jaguar");
    const dialog = await openDialog(page, app);
    await expect(drawn(dialog)).toBeVisible();
    const [stage, picture] = [
      await dialog.locator(".image-stage").boundingBox(),
      await drawn(dialog).boundingBox(),
    ];
    expect(picture?.height).toBeLessThanOrEqual(stage?.height ?? 0);
    expect(picture?.width).toBeLessThanOrEqual(stage?.width ?? 0);
    await dialog.getByText("Names of regions", { exact: true }).click();
    await expect(dialog.getByRole("switch", { name: "Names of regions" })).not.toBeChecked();
    await page.keyboard.press("Escape");
    await page.reload();
    await expect(app.map).toBeVisible();
    const again = await openDialog(page, app);
    await expect(again.getByRole("switch", { name: "Names of regions" })).not.toBeChecked();
    await expect(again.getByRole("switch", { name: "Tints and terrain" })).toBeChecked();
    await again.getByText("Names of regions", { exact: true }).click();
    await page.keyboard.press("Escape");
  });
  await test.step("an SVG brings its letters as outlines, each with what it says, and no name on a cell", async () => {
    await expect(app.cellsOf("jaguar")).toBeVisible();
    const dialog = await openDialog(page, app);
    await dialog.getByRole("radio", { name: "SVG" }).check();
    const file = await save(page, dialog, "SVG");
    const svg = (await downloadedBytes(file)).toString("utf8");
    expect(svg).not.toContain("<text");
    expect(svg).not.toContain("font-family");
    expect(svg).toContain('aria-label="jaguar"');
    expect(svg).toMatch(/aria-label="[A-Z]{4}/);
    await page.goto("about:blank");
    await page.setContent(svg);
    const covered = await page.evaluate(() => {
      const svg = document.querySelector("svg");
      const cells = document.querySelector<SVGPathElement>("path.cells");
      const panel = cells?.parentElement;
      if (!svg || !cells || !(panel instanceof SVGGElement)) return ["nothing is drawn"];
      const [left = 0, top = 0] = (panel.getAttribute("transform")?.match(/[\d.]+/g) ?? []).map(
        Number,
      );
      const corners = [...(cells.getAttribute("d") ?? "").matchAll(/M([\d.]+) ([\d.]+)/g)].map(
        ([, x, y]) => ({ x: left + Number(x) + 3, y: top + Number(y) + 3 }),
      );
      const names = [...document.querySelectorAll<SVGGElement>('g[role="img"]')].filter(
        (name) => name.querySelector("use") !== null,
      );
      const frame = svg.getBoundingClientRect();
      return names.flatMap((name) => {
        const box = name.querySelector("path")?.getBoundingClientRect();
        const isCovering = corners.some(
          ({ x, y }) =>
            box &&
            x + frame.left > box.left &&
            x + frame.left < box.right &&
            y + frame.top > box.top &&
            y + frame.top < box.bottom,
        );
        return isCovering ? [name.getAttribute("aria-label") ?? ""] : [];
      });
    });
    expect(covered).toEqual([]);
  });
});

test("the atlas is a poster as PNG, SVG and PDF, as large as its paper", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  const dialog = await openDialog(page, app);
  await dialog.getByRole("radio", { name: "SVG" }).check();
  await dialog.getByRole("radio", { name: "The atlas as a poster" }).check();
  await dialog.getByRole("radio", { name: "A2" }).check();
  await expect(dialog.getByText("A2: 420 × 594 mm")).toBeVisible();
  const svg = (await downloadedBytes(await save(page, dialog, "SVG"))).toString("utf8");
  expect(svg).toContain('width="420mm" height="594mm"');
  expect(svg).not.toContain("<text");

  const again = await openDialog(page, app);
  await again.getByRole("radio", { name: "The atlas as a poster" }).check();
  await again.getByRole("radio", { name: "A4" }).check();
  await again.getByRole("radio", { name: "PNG" }).check();
  await expect(again.getByText("A4: 210 × 297 mm, 1,240 × 1,754 pixels")).toBeVisible();
  const png = await save(page, again, "PNG");
  expect(png.suggestedFilename()).toBe("The map of en_associative A4.png");
  const picture = decodePng(await downloadedBytes(png));
  expect([picture.width, picture.height]).toEqual([1240, 1754]);
  const colours = new Set<string>();
  for (let x = 100; x < 1140; x++) colours.add(picture.at(x, 600));
  expect(colours.size).toBeGreaterThan(40);

  const last = await openDialog(page, app);
  await last.getByRole("radio", { name: "PDF" }).check();
  await last.getByRole("radio", { name: "The atlas as a poster" }).check();
  // The paper is remembered; a PDF of a larger one takes seconds.
  const pdf = (await downloadedBytes(await save(page, last, "PDF"))).toString("latin1");
  expect(pdf).toMatch(/^%PDF-1/);
  // 210 and 297 mm in points.
  expect(pdf).toMatch(/\/MediaBox \[0 0 595\.2\d* 841\.8\d*\]/);
});
