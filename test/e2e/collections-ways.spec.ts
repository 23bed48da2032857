import { COMPLAINTS, CollectionDesk, warmUp } from "./support/collection-desk.ts";
import { expect, test } from "./support/test.ts";

// Each test begins with an import, which is most of its time.
test.describe.configure({ timeout: 120_000 });

test.beforeAll(async ({ engine }) => {
  test.setTimeout(180_000);
  await warmUp(engine);
});

test("in a window at 200% a dropped file is seen at once, its rows have room, and the head of their table stays free", async ({
  page,
  connection,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  const desk = await CollectionDesk.open(page, connection);
  await desk.drop("small.csv", COMPLAINTS);
  await expect(page.getByRole("textbox", { name: "Name" })).toBeInViewport();
  await desk.app.button("Create the collection").click();
  await desk.expectIn(12);
  // The end of the last column may be out of sight, of no row the lower edge.
  await expect(desk.rows.getByRole("row").nth(5)).toBeInViewport({ ratio: 0.85 });

  await page.setViewportSize({ width: 1440, height: 900 });
  await desk.lens("Categories");
  await page.setViewportSize({ width: 720, height: 450 });
  const rows = page.getByRole("grid", { name: "Rows" });
  await rows.getByRole("row").nth(1).click();
  const tools = page.getByRole("toolbar", { name: "Chosen rows" });
  await expect(tools).toBeVisible();
  await expect
    .poll(async () => {
      const [above, head] = await Promise.all([
        tools.boundingBox(),
        rows.getByRole("columnheader").first().boundingBox(),
      ]);
      return above !== null && head !== null && above.y + above.height <= head.y + 1;
    })
    .toBe(true);
});

test("what changed between two months is two picks", async ({ page, connection }) => {
  const desk = await CollectionDesk.open(page, connection);
  const lines = COMPLAINTS.split("\n");
  const months = Array.from({ length: 10 }, (_, round) =>
    lines.slice(1).map((line) => {
      const [id, , product, ...text] = line.split(",");
      return [`${round}-${id}`, product === "bank" ? "03.01.2024" : "03.02.2024", product, ...text];
    }),
  ).flat();
  await desk.make("monthly", [lines[0], ...months.map((each) => each.join(","))].join("\n"), 120);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("how two parts of the collection differ");
  await page.keyboard.press("Enter");
  // From here the next Tab leads into what the lens shows.
  await expect(page.getByRole("radio", { name: "Differences" })).toBeFocused();
  const pick = (side: string, month: string) =>
    page.getByRole("combobox", { name: `A time for ${side}` }).selectOption({ label: month });
  await pick("A", "Jan 2024 (60)");
  await pick("B", "Feb 2024 (60)");
  await expect(page.getByRole("region", { name: "Part A" })).toContainText(
    "day: Jan 2024 · 60 rows",
  );
  await page
    .getByRole("region", { name: "More in B" })
    .getByRole("button", { name: "phone", exact: true })
    .click();
  await expect(desk.chip("day: Feb 2024")).toBeVisible();
  await expect(desk.chip("phone")).toBeVisible();
});

test("the sample opens from the first screen in one click, and an import that the service was killed in goes on from the window", async ({
  page,
  connection,
}) => {
  const desk = await CollectionDesk.open(page, connection);
  const cancel = desk.app.button("Cancel the import");
  const goOn = desk.app.button("Resume import");
  await test.step("the sample opens from the first screen in one click", async () => {
    await page.getByRole("button", { name: /^230 years of speeches/ }).click();
    // At once: the whole import may take no longer than a look at its first rows.
    await cancel.click();
    await goOn.click();
    await expect(desk.rows).toContainText("George Washington", { timeout: 30_000 });
  });
  await test.step("an import that the service was killed in goes on from the window", async () => {
    await cancel.click();
    await expect(goOn).toBeVisible();
    // A service that was started again knows nothing of the import; the window does.
    await page.route("**/rest/semascope/jobs", (route) => route.fulfill({ json: [] }));
    await page.reload();
    await expect(page.getByText("The import of this collection was interrupted.")).toBeVisible();
    await expect(desk.rows).toContainText("George Washington");
    await page.unroute("**/rest/semascope/jobs");
    await goOn.click();
    await expect(page.getByRole("progressbar", { name: /^Import of/ })).toBeVisible({
      timeout: 30_000,
    });
    // Imports wait for each other: what is still to come would hold up the next test.
    await cancel.click();
  });
});

test("the uses of a word are listed by sense, and a few corrected lines correct the rest", async ({
  page,
  connection,
}) => {
  const desk = await CollectionDesk.open(page, connection);
  const money = ["The bank raised the interest on my loan", "A bank closed my savings account"];
  const river = ["We sat on the bank of the river and fished", "Reeds grow on the muddy bank"];
  const texts = [...money, ...river].flatMap((text) => [text, `${text} again`, `Today: ${text}`]);
  await desk.make("banks", ["id,text", ...texts.map((text, i) => `${i},${text}`)].join("\n"), 12);
  await desk.lens("Words");
  await page.getByRole("textbox", { name: "Word", exact: true }).fill("bank*");
  await desk.app.button("List its lines").click();
  const lines = page.getByRole("grid", { name: "Lines with bank*" });
  await expect(page.getByText("12 lines")).toBeVisible();
  await expect(lines).toHaveAttribute("aria-rowcount", "13");

  // Two lines of the river make a sense of their own; the four others on it follow.
  const fished = lines.getByRole("row").filter({ hasText: "river and fished" });
  await fished.first().click();
  await lines
    .getByRole("row")
    .filter({ hasText: "muddy" })
    .first()
    .click({ modifiers: ["Control"] });
  await page
    .getByRole("toolbar", { name: "Chosen lines" })
    .getByRole("button", { name: "New sense" })
    .click();
  const senses = page.getByRole("list", { name: "Senses" });
  const made = senses.getByRole("textbox", { name: "Name of the sense unnamed" });
  await made.fill("shore");
  await made.press("Enter");
  await senses.getByRole("button", { name: /^Only lines of sense .*, shore$/ }).click();
  await expect(lines).toHaveAttribute("aria-rowcount", "7");
  await expect(lines.getByRole("row").filter({ hasText: "loan" })).toHaveCount(0);

  // What was decided stays with the collection.
  await page.reload();
  await desk.lens("Words");
  await expect(senses.getByRole("textbox", { name: "Name of the sense shore" })).toBeVisible();
});
