import { App } from "./support/app.ts";
import { decodePng, downloadedBytes, drawnCells, plainGrid } from "./support/decode-png.ts";
import { expect, overBoth, test } from "./support/test.ts";
import { positionsOf } from "./support/truth.ts";

const UNKNOWN = "zzqwortx";

test("a new person gets a fingerprint, meets an unknown word, which keeps its place, and saves a picture, by visible hints alone", async ({
  page,
  connection,
  engine,
}) => {
  const app = await App.open(page, connection);
  await expect(app.line).toBeFocused();
  await expect(app.line).toHaveAttribute("placeholder", /e\.g\. jaguar/);
  await page.keyboard.type("jaguar");
  await page.keyboard.press("Enter");
  await expect(app.cellsOf("jaguar")).toBeVisible();
  await app.line.fill(`jaguar + ${UNKNOWN}`);
  await app.line.press("Enter");
  const missing = page.getByRole("list", { name: "Parts without a fingerprint" });
  await expect(missing).toContainText(UNKNOWN);
  await expect(app.tree.getByRole("treeitem", { name: new RegExp(UNKNOWN) }).last()).toBeVisible();
  await expect(app.line).toHaveValue(`jaguar + ${UNKNOWN}`);
  const alone = await positionsOf(engine, { term: "jaguar" });
  await app.undo.click();
  await expect(missing).toBeHidden();
  await expect(app.line).toHaveValue("jaguar");
  await expect.poll(() => app.cells()).toBe(alone.length);
  await app.button("Export").click();
  await page.getByRole("menuitem", { name: /^Save picture/ }).click();
  const saving = page.waitForEvent("download");
  await app.button("Save PNG").click();
  expect((await saving).suggestedFilename()).toMatch(/^jaguar/);
});

test("every empty view offers an action that works", async ({ page, connection }) => {
  const app = await App.open(page, connection);
  await page.getByRole("button", { name: /^jaguar without car/ }).click();
  await expect(app.line).toHaveValue("jaguar - car");
  await app.go("Compare");
  await app.button("Two headlines on one event").click();
  await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
  await app.go("Filters");
  await app.button("Load a working example").click();
  await expect(page.getByRole("heading", { name: "Matches 6", exact: true })).toBeVisible();
});

test("undo to the start and redo to the end give the same expression and the same cells", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  for (const word of ["jaguar", "violin", "bread"]) await app.build(word);
  await app
    .button(/^Exclude: /)
    .first()
    .click();
  await expect(app.line).toHaveValue(/ - /);
  await expect(page.getByText("from previous input")).toHaveCount(0);
  const end = { line: await app.line.inputValue(), cells: await app.cells() };
  let steps = 0;
  for (; (await app.undo.isEnabled()) && steps < 20; steps++) await app.undo.click();
  expect(steps).toBe(4);
  await expect(app.line).toHaveValue("");
  for (let i = 0; i < steps; i++) await app.redo.click();
  await expect(app.redo).toBeDisabled();
  await expect(app.line).toHaveValue(end.line);
  await expect.poll(() => app.cells()).toBe(end.cells);
});

overBoth(() => {
  test("with slow answers, the suggestions shown always fit what is typed", async ({
    page,
    connection,
    faults,
  }) => {
    const app = await App.open(page, connection);
    const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
    const slow = faults.hold("app.complete");
    await app.line.pressSequentially("vio", { delay: 10 });
    await expect.poll(() => faults.calls).toContain("app.complete");
    // What is asked from now on is answered at once.
    faults.hold("app.complete")();
    await app.line.pressSequentially("lin", { delay: 10 });
    await expect(options.first()).toHaveAccessibleName(/^violin/);
    // The slow answers for "v", "vi" and "vio" arrive now, after the fast one.
    slow();
    await expect.poll(() => faults.calls.length - faults.answered).toBe(0);
    await expect(options.first()).toHaveAccessibleName(/^violin/);
    await expect(app.line).toHaveValue("violin");
  });
});

test("a picture has no outside link, and exactly the cells; a word with itself is equal in every measure; the same text on both sides of a filter is told", async ({
  page,
  connection,
  engine,
}) => {
  const app = await App.open(page, connection);
  await test.step("an SVG has no script and no outside link; a fingerprint alone holds exactly the cells", async () => {
    await app.build("violin");
    const dialog = page.getByRole("dialog", { name: "Save picture" });
    await test.step("an SVG", async () => {
      await app.button("Export").click();
      await page.getByRole("menuitem", { name: /^Save picture/ }).click();
      await dialog.getByRole("radio", { name: "SVG" }).check();
      const saving = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Save SVG" }).click();
      const svg = (await downloadedBytes(await saving)).toString("utf8");
      const read = await page.evaluate((text) => {
        const document = new DOMParser().parseFromString(text, "image/svg+xml");
        return {
          root: document.documentElement.localName,
          active: document.querySelectorAll("script, foreignObject, a").length,
          // The light over the land comes along in the file.
          fetched: [...document.querySelectorAll("image")]
            .map((node) => node.getAttribute("href") ?? "")
            .filter((href) => !href.startsWith("data:image/png;base64,")),
          // What is drawn twice is referred to by its name in the same file.
          unknown: [...document.querySelectorAll("use")]
            .map((node) => node.getAttribute("href") ?? "")
            .filter((href) => !href.startsWith("#") || !document.getElementById(href.slice(1))),
          linked: [...document.querySelectorAll("*:not(style)")].flatMap((node) =>
            [...node.attributes]
              .filter(({ name, value }) => name !== "xmlns" && /[a-z]+:\/\/|url\([^#]/i.test(value))
              .map(({ name, value }) => `${name}=${value}`),
          ),
          words: [...document.querySelectorAll("text, [aria-label]")].map(
            (node) => node.getAttribute("aria-label") ?? node.textContent,
          ),
        };
      }, svg);
      expect(read.root).toBe("svg");
      expect(read.active).toBe(0);
      expect(read.fetched).toEqual([]);
      expect(read.unknown).toEqual([]);
      expect(read.linked).toEqual([]);
      expect(read.words.join(" ")).toContain("violin");
    });
    await test.step("a PNG of the fingerprint alone", async () => {
      await dialog.getByRole("radio", { name: "PNG" }).check();
      await dialog.getByRole("radio", { name: "Fingerprint" }).check();
      await dialog.getByText("Title and legend", { exact: true }).click();
      await dialog.getByLabel("Width", { exact: true }).fill("1026");
      await page.keyboard.press("Enter");
      await expect(dialog.getByText("1,026 × 1,026 px")).toBeVisible();
      const saving = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Save PNG" }).click();
      const bytes = await downloadedBytes(await saving);
      const positions = await positionsOf(engine, { term: "violin" });
      expect(drawnCells(decodePng(bytes), plainGrid(8))).toEqual(positions);

      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    });
  });
  await test.step("swapping mirrors only the directed measures; the same text on both sides of a filter takes part in neither", async () => {
    await test.step("a word with itself, and with another", async () => {
      await app.go("Compare");
      const value = async (measure: string) =>
        (await page
          .getByRole("row", { name: new RegExp(`^${measure}`) })
          .getByRole("cell")
          .nth(1)
          .textContent()) ?? "";
      await app.compare("violin", "violin");
      await app.openMeasures();
      await expect.poll(() => value("Cosine")).toBe("1.000");
      // Of another size than a word: with as many cells on both sides the directed ones would be equal.
      await app.button("Remove violin").last().click();
      await app.compare("music & concert");
      await expect.poll(() => value("Cosine")).toMatch(/^0\.\d/);
      await expect.poll(() => value("Second in first")).not.toBe(await value("First in second"));
      await expect(page.locator("[data-stale]")).toHaveCount(0);
      const before = {
        cosine: await value("Cosine"),
        forth: await value("First in second"),
        back: await value("Second in first"),
      };
      await app.button("Swap").click();
      await expect.poll(() => value("First in second")).toBe(before.back);
      expect(await value("Second in first")).toBe(before.forth);
      expect(await value("Cosine")).toBe(before.cosine);
    });
    await test.step("the same text on both sides takes part in neither until decided", async () => {
      await app.go("Filters");
      await page.getByRole("textbox", { name: "Name of the category" }).fill('a/b "c" 🎻');
      await app.button("Create").click();
      for (const box of ["A text that matches", "A text that does not match"]) {
        await page
          .getByRole("textbox", { name: box, exact: true })
          .fill("Fry the onions in butter");
        await page.keyboard.press("Enter");
      }
      await expect(page.getByRole("region", { name: "Same text on both sides" })).toBeVisible();
      await expect(page.getByRole("textbox", { name: "Name of the filter" })).toHaveValue(
        'a/b "c" 🎻',
      );
    });
  });
});

overBoth(() => {
  test("what was built, pinned and filtered is the same after reopening", async ({
    page,
    connection,
  }) => {
    const app = await App.open(page, connection);
    await app.build("jaguar");
    await app.button("Pin to the shelf").click();
    await app.build("violin");
    const cells = await app.cells();
    await app.go("Filters");
    await app.button("Load a working example").click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await app.go("Filters");
    await expect(page.getByRole("textbox", { name: "Name of the filter" })).toHaveValue("Cooking");
    await app.go("Explore");
    await expect(app.line).toHaveValue("jaguar + violin");
    await expect(app.button("Remove pin jaguar")).toBeVisible();
    await expect.poll(() => app.cells()).toBe(cells);
    await expect(app.undo).toHaveAccessibleName("Nothing to undo");
  });
});
