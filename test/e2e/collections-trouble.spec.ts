import { COMPLAINTS, CollectionDesk, warmUp } from "./support/collection-desk.ts";
import { fileChooser } from "./support/file-chooser.ts";
import { expect, test } from "./support/test.ts";

// Each test begins with an import, which is most of its time.
test.describe.configure({ timeout: 120_000 });

test.beforeAll(async ({ engine }) => {
  test.setTimeout(180_000);
  await warmUp(engine);
});

test("what cannot be read, reached or used any more is refused with what to do, and what was open stays", async ({
  page,
  connection,
}) => {
  const desk = await CollectionDesk.open(page, connection);
  await desk.make("kept", COMPLAINTS, 12);
  await desk.value("product", "phone").click();
  await desk.expectRows(6, 12);
  await test.step("a file that cannot be a collection is refused with a sentence, and nothing is made", async () => {
    await desk.drop("empty.csv", "");
    await expect(page.getByRole("alert")).toContainText("empty.csv has no row: it is empty.");
    await desk.app.button("Close").click();
    await desk.drop("wide.csv", `a,b\n1,${"x ".repeat(10)}\n`);
    await expect(page.getByRole("region", { name: "Import" })).toBeVisible();
    await desk.app.button("Cancel").click();
    await expect(page.getByRole("region", { name: "Import" })).toBeHidden();
  });
  await test.step("files that cannot be read are refused with what to do, and what was open stays", async () => {
    await desk.drop("broken.parquet", "this is no such file");
    await expect(page.getByRole("alert")).toContainText("broken.parquet");
    await desk.app.button("Close").click();
    await desk.drop("packed.csv.gz", "neither is this");
    await expect(page.getByRole("alert")).toContainText("packed.csv.gz");
    await desk.app.button("Close").click();
    await desk.expectRows(6, 12);
    await expect(desk.chip("product: phone")).toBeVisible();
  });
  await test.step("a cluster that does not answer is told from one that does, and nothing changes", async () => {
    await page.getByRole("button", { name: "More about collections" }).click();
    await page.getByRole("menuitem", { name: "Where collections are stored…" }).click();
    const box = page.getByRole("dialog", { name: "Where collections are stored" });
    await expect(box).toContainText("Collections are stored on this machine.");
    await expect(box.getByRole("button", { name: "Test" })).toBeDisabled();
    await box.getByRole("textbox", { name: "Addresses" }).fill("http://127.0.0.1:1");
    await box.getByRole("button", { name: "Test" }).click();
    await expect(
      box.getByRole("status").filter({ hasText: /127\.0\.0\.1:1|answer|reach/ }),
    ).toBeVisible({
      timeout: 30_000,
    });
    await expect(box).toContainText("Collections are stored on this machine.");
  });
  await test.step("a collection whose retina is gone says which, and what can be done", async () => {
    await page.route("**/rest/semascope/collections", async (route) => {
      const answer = await route.fetch();
      const { collections } = await answer.json();
      const retina = { name: "lost", checksum: "00000000" };
      await route.fulfill({
        json: { collections: collections.map((each: object) => ({ ...each, retina })) },
      });
    });
    await page.reload();
    await expect(page.getByText("“kept” was imported on the map lost")).toBeVisible();
    await expect(page.getByText("That map is no longer installed.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Switch to lost" })).toHaveCount(0);
    const again = page.getByRole("button", { name: "Import the file again" });
    await fileChooser(page, () => again.click());
  });
});

test("values that are no dates and rows without a text are kept and counted, a file without any says so, and of too many columns none is read", async ({
  page,
  connection,
}) => {
  const desk = await CollectionDesk.open(page, connection);
  await test.step("values that are no dates, and rows without a text, are kept and counted", async () => {
    const lines = COMPLAINTS.split("\n").slice(0, 8);
    const odd = [...lines, "20,soon,bank,The bank closed", "21,2024-01-09,bank,", "22,,phone,   "];
    await desk.drop("odd.csv", odd.join("\n"));
    await page.getByRole("combobox", { name: "Date" }).selectOption("day");
    await desk.app.button("Create the collection").click();
    await desk.expectIn(10);
    const banner = page.locator(".intake-banner");
    await expect(banner).toContainText("2 rows without a text");
    await expect(banner).toContainText("1 value that did not fit, stored in a separate column");
    await banner.getByText("without a text").click();
    await expect(banner).toContainText("“soon” in “day” is not a date");
    await desk.value("day (as given)", "soon").click();
    await desk.expectRows(1, 10);
  });
  await test.step("a file without any text in its column of texts says so", async () => {
    await desk.drop("silent.csv", "id,text,kind\n1,,a\n2,,b\n3,,a");
    await page.getByRole("combobox", { name: "Text", exact: true }).selectOption("text");
    await desk.app.button("Create the collection").click();
    await desk.expectIn(3);
    await expect(page.locator(".intake-banner")).toContainText("3 rows without a text");
    await expect(desk.rows.getByRole("row")).toHaveCount(4);
    await desk.lens("Topics");
    await expect(page.getByText("No row is about a region of the map")).toBeVisible();
    await desk.lens("Points");
    await expect(page.getByText("3 rows without a known word have no place")).toBeVisible();
  });
  await test.step("5,000 columns are refused before anything is chosen, 900 are read", async () => {
    const wide = (columns: number) => {
      const names = Array.from({ length: columns }, (_, i) => `c${i}`);
      const row = (id: number) =>
        `${id},The bank charged a fee,${names.map((_, i) => (i * id) % 7).join(",")}`;
      return [`id,text,${names.join(",")}`, row(1), row(2), row(3)].join("\n");
    };
    await desk.drop("wide.csv", wide(4998));
    await expect(page.getByRole("alert")).toContainText("at most 1000 columns");
    await desk.app.button("Close").click();
    await desk.make("wide", wide(900), 3);
    await expect(desk.rows).toContainText("The bank charged a fee");
    await desk.search("money");
    await expect(desk.chip("like")).toBeVisible();
    await desk.row(/bank charged/).click();
    await expect(page.getByRole("region", { name: "Row", exact: true })).toBeVisible();
  });
});
