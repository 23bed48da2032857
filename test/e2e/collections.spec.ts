import { readFile } from "node:fs/promises";
import { NEVER_CANCELLED } from "../../core/cancellation.ts";
import { COMPLAINTS, CollectionDesk, MANY_COMPLAINTS, warmUp } from "./support/collection-desk.ts";
import { expect, overBoth, test } from "./support/test.ts";

// Each test begins with an import, which is most of its time.
test.describe.configure({ timeout: 120_000 });

test.beforeAll(async ({ engine }) => {
  test.setTimeout(180_000);
  await warmUp(engine);
});

overBoth(() => {
  test("a dropped CSV becomes a collection that each gesture restricts, undo brings back, a store that stops answering leaves as it was chosen, and a removed one is made again", async ({
    page,
    connection,
    faults,
  }) => {
    const desk = await CollectionDesk.open(page, connection);
    await desk.drop("my complaints.csv", COMPLAINTS);
    const box = page.getByRole("region", { name: "Import" });
    await expect(box).toBeFocused();
    await expect(box.getByRole("heading")).toHaveText("Create a collection from my complaints.csv");
    await expect(box.getByRole("textbox", { name: "Name" })).toHaveValue("my complaints");
    await expect(box.getByRole("combobox", { name: "Text", exact: true })).toHaveValue("text");
    await expect(box.getByRole("combobox", { name: "Date" })).toHaveValue("day");
    await box.getByRole("combobox", { name: "Category" }).selectOption("product");
    await expect(box.getByRole("table")).toContainText("charged a fee");
    await desk.app.button("Create the collection").click();
    await desk.expectIn(12);
    // The next Tab goes on where the form was.
    await expect(page.getByRole("region", { name: "Results" })).toBeFocused();

    await desk.value("product", "phone").click();
    await desk.expectRows(6, 12);
    await expect(desk.value("product", "phone")).toHaveAttribute("aria-pressed", "true");
    await expect(desk.rows).not.toContainText("bank");

    const from = page.getByRole("slider", { name: "day, from" });
    await from.focus();
    await from.press("End");
    await desk.expectRows(1, 12);
    await expect(desk.chips.getByRole("listitem")).toHaveCount(2);
    await desk.takeAway("day:");
    await desk.expectRows(6, 12);

    await page.getByRole("textbox", { name: "Words the text" }).fill('"no pictures"');
    await page.keyboard.press("Enter");
    await desk.expectRows(2, 12);
    await expect(desk.rows.locator("mark").first()).toHaveText("no");
    await desk.takeAway("words:");
    await desk.takeAway("product:");
    await desk.expectRows(12, 12);
    await desk.app.undo.click();
    await desk.expectRows(6, 12);
    await desk.app.redo.click();
    await desk.expectRows(12, 12);

    await test.step("a store that stops answering is named, and what was chosen is there when it is back", async () => {
      await desk.value("product", "phone").click();
      await desk.expectRows(6, 12);
      // The slider has to be there first: what is asked for after this has no answer.
      await from.focus();
      faults.isDown = true;
      await from.press("End");
      await expect(page.getByRole("alert").first()).toBeVisible({ timeout: 60_000 });
      await expect(desk.chips.getByRole("listitem")).toHaveCount(2);
      faults.isDown = false;
      await page.getByRole("alert").first().getByRole("button", { name: "Try again" }).click();
      await desk.expectRows(1, 12, 30_000);
      await desk.takeAway("day:");
      await desk.expectRows(6, 12);
      await desk.takeAway("product:");
      await desk.expectRows(12, 12);
    });

    await page.reload();
    await desk.expectRows(12, 12);
    await expect(
      page.getByRole("button", { name: "Import a file as a collection…" }),
    ).toBeVisible();
    await page.getByRole("button", { name: "More about collections" }).click();
    await page.getByRole("menuitem", { name: "Remove the collection…" }).click();
    await page.getByRole("button", { name: "Remove 12 rows" }).click();
    await expect(desk.app.button("Open the sample")).toBeVisible();
    await expect(page.locator(".collection-count")).toBeHidden();
    // Under the same name, with fewer rows: those of the former import must not be taken for them.
    await desk.make("my complaints", COMPLAINTS.split("\n").slice(0, 6).join("\n"), 5);
    await expect(desk.row(/charged a fee/)).toBeVisible();
  });
});

test("rows are searched by meaning, shown as points, played through time, and ranked by a filter made of some", async ({
  page,
  connection,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  const desk = await CollectionDesk.open(page, connection);
  await desk.make("explored", COMPLAINTS, 12);
  await test.step("a search by meaning ranks the rows, and a row opens with the closest to it", async () => {
    await desk.search("the bank took money from my account");
    await expect(desk.chip("like")).toBeVisible();
    await expect(desk.rows.getByRole("row").nth(1)).toContainText("bank");
    await desk.rows.getByRole("row").nth(1).click();
    const card = page.getByRole("region", { name: "Row", exact: true });
    await expect(card).toContainText("The bank charged a fee on my account");
    await expect(card.getByRole("button", { name: /again$/ }).first()).toBeVisible();
    await expect.poll(() => desk.app.cells()).toBeGreaterThan(0);
    await card.getByRole("button", { name: "Close the card" }).click();
    await expect(card).toBeHidden();
    await page.getByRole("slider", { name: "Minimum similarity" }).fill("0.8");
    await expect(page.getByText("No rows match").first()).toBeVisible();
    await desk.app.button("Show all rows").click();
    await desk.expectRows(12, 12);
  });
  await test.step("each row is a point of the map, that is read, chosen with others and coloured", async () => {
    const tabs = async () => (await page.getByRole("radio", { name: "Rows" }).boundingBox())?.x;
    const before = await tabs();
    await desk.lens("Points");
    const canvas = page.locator(".points-canvas");
    await expect(canvas).toHaveAttribute("data-points", "12");
    expect(await tabs(), "the tabs stay where they are").toBe(before);
    await page.getByRole("combobox", { name: "Colour by" }).selectOption("product");
    const legend = page.getByRole("list", { name: "Colours of the points" });
    await expect(legend.getByRole("listitem")).toHaveText(["bank6", "phone6"]);

    // Everything is chosen by a rectangle round the whole map.
    await desk.app.button(/^Select a rectangle/).click();
    const box = (await canvas.boundingBox())!;
    await page.mouse.move(box.x + 2, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height - 2, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByText("12 rows chosen")).toBeVisible();
    await desk.app.button("Show only these rows").click();
    await expect(desk.chip("12 points chosen on the map")).toBeVisible();
    await desk.expectRows(12, 12);
    await desk.takeAway("12 points");
    await desk.value("product", "phone").click();
    await desk.lens("Points");
    await expect(canvas).toHaveAttribute("data-points", "6");
    await desk.takeAway("product:");
    await desk.lens("Rows");
  });
  await test.step("the range moves through time by itself, as one step of undo", async () => {
    await desk.app.button("Play through time").click();
    const speed = page.getByRole("combobox", { name: "Steps per second" });
    // With calm motion, time plays slowly.
    await expect(speed.getByRole("option")).toHaveText(["0.5 /s", "1 /s"]);
    await speed.selectOption({ index: 1 });
    const chip = desk.chips.getByRole("listitem").filter({ hasText: /^day/ });
    await expect(chip).toBeVisible();
    const first = await chip.textContent();
    await expect(chip).not.toHaveText(first ?? "", { timeout: 15_000 });
    await desk.app.button("Pause").click();
    await desk.app.undo.click();
    await desk.expectRows(12, 12);
  });
  await test.step("a filter made of rows ranks all rows by what it finds", async () => {
    await desk.row(/charged a fee/).click();
    await desk.row(/credit card/).click({ modifiers: ["ControlOrMeta"] });
    await desk.app.button("Create filter").click();
    await expect(page.getByRole("heading", { name: "Quality" })).toBeVisible({ timeout: 30_000 });
    await desk.app.go("Collections");
    const filters = page.getByRole("combobox", { name: "Search by a filter" });
    await expect(
      filters.getByRole("option", { name: "explored, chosen rows", exact: true }),
    ).toBeEnabled({ timeout: 60_000 });
    await filters.selectOption({ label: "explored, chosen rows" });
    await expect(desk.chip("the filter explored, chosen rows")).toBeVisible();
    for (const place of [1, 2])
      await expect(desk.rows.getByRole("row").nth(place)).toContainText("bank");
  });
});

test("rows are labelled by key, all are scored, and what belongs is saved with its scores; labels of an assistant are told apart, shown, taken back and given back", async ({
  page,
  connection,
  engine,
}) => {
  const desk = await CollectionDesk.open(page, connection);
  await desk.make("labelled", COMPLAINTS, 12);
  await test.step("rows are labelled by key, all are scored, and what belongs is saved with its scores", async () => {
    await desk.lens("Categories");
    await page.getByRole("combobox", { name: "Category" }).fill("money");
    await page.keyboard.press("Enter");
    const panel = page.getByRole("region", { name: "Categories" });
    await expect(panel).toContainText("0 match, 0 do not");
    await desk.row(/charged a fee/).click();
    await page.keyboard.press("y");
    await expect(panel).toContainText("1 matches, 0 do not");
    await desk.row(/battery/).click();
    await page.keyboard.press("n");
    await expect(panel).toContainText("1 matches, 1 does not");
    await expect(desk.row(/charged a fee/)).toContainText("matches");
    // The table says it: a sentence over the text would hide what is being read.
    await expect(page.locator(".toast")).toHaveCount(0);
    await desk.row(/battery/).click();
    await page.keyboard.press("u");
    await expect(panel).toContainText("1 matches, 0 do not");
    await desk.row(/battery/).click();
    await page.keyboard.press("n");
    await expect(panel).toContainText("1 matches, 1 does not");
    await panel.getByRole("button", { name: "Score all rows" }).click();
    const line = page.getByRole("slider", { name: "Threshold of money" });
    await expect(line).toBeAttached({ timeout: 25_000 });
    await line.focus();
    await page.keyboard.press("Home");
    await expect(panel).toContainText("12 rows match");
    await panel.getByRole("combobox", { name: "Ground-truth column" }).selectOption("product");
    const judged = panel.getByRole("row", { name: /^money/ });
    // All twelve are over the threshold, and six of them are of the bank.
    await expect(judged).toContainText("50%");
    await expect(judged).toContainText("100%");
    await expect(judged.getByRole("cell").last()).toHaveText("0");
    await judged.getByRole("button", { name: /^Show 6 rows that match money and are not/ }).click();
    await desk.expectRows(6, 12);
    await desk.app.undo.click();
    await desk.lens("Categories");
    await panel.getByRole("button", { name: "Show matches" }).click();
    await expect(desk.chip("score money")).toBeVisible();
    await desk.expectRows(12, 12);
    const saving = page.waitForEvent("download");
    await desk.app.button("Save rows").click();
    await page.getByRole("menuitem", { name: "Rows shown as CSV" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe("labelled.csv");
    const [head, row] = (await readFile(await file.path(), "utf8")).split("\r\n");
    expect(head).toBe("id,day,product,label money,score money,decision,text");
    expect(row).toMatch(/,belongs,0\.\d+,money,"?The bank charged a fee/);
    const packed = page.waitForEvent("download", (each) =>
      each.suggestedFilename().endsWith(".parquet"),
    );
    await desk.app.button("Save rows").click();
    await page.getByRole("menuitem", { name: "Rows shown as Parquet" }).click();
    const parquet = await packed;
    expect(parquet.suggestedFilename()).toBe("labelled.parquet");
    expect((await readFile(await parquet.path())).subarray(0, 4).toString()).toBe("PAR1");
  });
  await test.step("labels of an assistant are told apart, shown, taken back and given back", async () => {
    const { handlers } = engine.service;
    const [name, filter, author] = ["labelled", "fees", "assistant: a"];
    await desk.takeAway("score money");
    const marks = [
      { id: "1", belongs: true },
      { id: "2", belongs: false },
    ];
    await handlers["app.collectionLabel"]({ name, filter, marks, author }, NEVER_CANCELLED);
    await desk.lens("Categories");
    await page.getByRole("combobox", { name: "Category" }).fill(filter);
    await page.keyboard.press("Enter");
    await desk.row(/The loan/).click();
    await page.keyboard.press("y");
    const panel = page.getByRole("region", { name: "Categories" });
    await expect(panel).toContainText("2 match, 1 does not");
    const theirs = panel.getByRole("list", { name: "Labels by others" });
    await expect(theirs).toHaveText(/^2 by assistant: a/);
    await expect(desk.row(/charged a fee/)).toContainText("matches, assistant: a");
    await expect(desk.row(/The loan/)).not.toContainText("assistant");
    await theirs.getByRole("button", { name: "Show them" }).click();
    await expect(desk.chip("fees: labelled by assistant: a")).toBeVisible();
    await expect(desk.rows).toHaveAttribute("aria-rowcount", "3");
    await theirs.getByRole("button", { name: "Remove them" }).click();
    await expect(panel).toContainText("1 matches, 0 do not");
    await expect(theirs).toBeHidden();
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await expect(panel).toContainText("2 match, 1 does not");
    await expect(theirs).toHaveText(/^2 by assistant: a/);
  });
});

test("labelling begins without a name, which is given later; labels of a random sample say how good a score is, and its threshold stays meanwhile", async ({
  page,
  connection,
}) => {
  const desk = await CollectionDesk.open(page, connection);
  // Few: the sample is all of them, and each is labelled.
  await desk.make("audited", COMPLAINTS.split("\n").slice(0, 9).join("\n"), 8);
  await test.step("labelling begins without a name, which is given later", async () => {
    await desk.row(/charged a fee/).click();
    await expect(desk.app.button(/^Matches “category 1”/)).toBeVisible();
    await page.keyboard.press("y");
    await expect(desk.row(/charged a fee/)).toContainText("● matches");
    await desk.row(/battery/).click();
    await page.keyboard.press("n");
    await expect(desk.row(/battery/)).toContainText("○ does not");
    await desk.lens("Categories");
    const panel = page.getByRole("region", { name: "Categories" });
    await expect(panel).toContainText("1 matches, 1 does not");
    const category = page.getByRole("combobox", { name: "Category" });
    await expect(category).toHaveValue("category 1");
    await category.fill("money");
    await desk.app.button("Rename “category 1”").click();
    const head = (name: string) =>
      desk.rows.getByRole("columnheader", { name: new RegExp(`^${name}`) });
    await expect(desk.app.button(/^Rename/)).toHaveCount(0);
    await expect(panel).toContainText("1 matches, 1 does not");
    await expect(category).toHaveValue("money");
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await expect(category).toHaveValue("category 1");
    await desk.lens("Rows");
    await expect(head("category 1")).toBeVisible();
    await expect(head("money")).toHaveCount(0);
    await desk.lens("Categories");
    await expect(category).toHaveValue("category 1");
    await expect(panel).toContainText("1 matches, 1 does not");

    // Its scores, and the chip that asks for them, have the new name too.
    await panel.getByRole("button", { name: "Score all rows" }).click();
    await expect(page.getByRole("slider", { name: "Threshold of category 1" })).toBeAttached({
      timeout: 25_000,
    });
    await panel.getByRole("button", { name: "Show matches" }).click();
    await expect(desk.chip("score category 1")).toBeVisible();
    await category.fill("money");
    await desk.app.button("Rename “category 1”").click();
    await expect(page.getByRole("slider", { name: "Threshold of money" })).toBeAttached();
    await expect(desk.chip("score money")).toBeVisible();
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("slider", { name: "Threshold of category 1" })).toBeAttached();
    await panel.getByRole("button", { name: "Remove the scores" }).click();
    await expect(page.getByRole("slider", { name: /^Threshold/ })).toHaveCount(0);
    await expect(desk.chip("score")).toHaveCount(0);
    await desk.expectRows(8, 8);
  });
  await test.step("labels of a random sample say how good a score is, and its threshold stays meanwhile", async () => {
    await desk.lens("Categories");
    await page.getByRole("combobox", { name: "Category" }).fill("money");
    await page.keyboard.press("Enter");
    const panel = page.getByRole("region", { name: "Categories" });
    await desk.row(/charged a fee/).click();
    await page.keyboard.press("y");
    await desk.row(/battery/).click();
    await page.keyboard.press("n");
    await expect(panel).toContainText("1 matches, 1 does not");
    await panel.getByRole("button", { name: "Score all rows" }).click();
    const line = page.getByRole("slider", { name: "Threshold of money" });
    await expect(line).toBeAttached({ timeout: 25_000 });
    const before = await line.inputValue();
    await panel.getByRole("button", { name: "Check accuracy…" }).click();
    await expect(panel).toContainText(/of 8 (labelled|randomly sampled rows)/);
    await panel.getByRole("button", { name: /^Label 6 / }).click();
    await expect(desk.rows).toHaveAttribute("aria-rowcount", "7");
    await expect(desk.rows).toBeFocused();
    await page.keyboard.press("ArrowDown");
    // A row that is labelled gives way to the next: six are labelled without another key.
    for (let labelled = 2; labelled <= 7; labelled++) {
      await page.keyboard.press("y");
      await expect(panel).toContainText(`${labelled} match, 1 does not`);
    }
    await expect(panel).toContainText("from 8 of 8 randomly sampled rows");
    await expect(panel.getByText(/^Precision/)).toContainText("100%");
    await expect(line).toHaveValue(before);
    // Those that belong are among all rows again, not among the six.
    await panel.getByRole("button", { name: "Show others" }).click();
    await expect(desk.chip("score money")).toBeVisible();
    await expect(desk.chip("of the random sample")).toBeHidden();
  });
});

test("a topic is renamed; topics, differences and near copies lead to their rows", async ({
  page,
  connection,
}) => {
  const desk = await CollectionDesk.open(page, connection);
  await desk.make("compared", MANY_COMPLAINTS, 120);
  await test.step("a topic gets a name, and the message takes it back", async () => {
    await desk.lens("Topics");
    const topics = page.locator(".topic");
    await topics
      .first()
      .getByRole("button", { name: /^Rename / })
      .click();
    await topics.first().getByRole("textbox", { name: "Name of the topic" }).fill("money matters");
    await page.keyboard.press("Enter");
    const named = topics.filter({ hasText: "money matters" });
    await expect(named).toHaveCount(1);
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await expect(named).toHaveCount(0);
  });
  await test.step("topics, differences and near copies lead to their rows", async () => {
    await desk.lens("Near-duplicates");
    await expect(page.getByText("120 rows in 6 groups are near-duplicates")).toBeVisible();
    await page.getByRole("button", { name: /^20 ×.*screen of my phone/ }).click();
    await desk.expectRows(20, 120);
    await desk.takeAway("near-duplicates");
    await desk.lens("Topics");
    await page.locator(".topic-open").first().click();
    await expect(desk.chips.getByRole("listitem")).toHaveCount(1);
    await expect(desk.rows).toBeVisible();
    await desk.app.undo.click();
    await desk.lens("Differences");
    await expect(page.getByText("Choose what to compare")).toBeVisible();
    await page
      .getByRole("combobox", { name: "A value for A" })
      .selectOption({ label: "bank (60)" });
    const partA = page.getByRole("region", { name: "Part A" });
    await expect(partA).toContainText("A: product: bank · 60 rows");
    const more = page.getByRole("region", { name: "More in A" });
    await more.getByRole("button", { name: "bank", exact: true }).click();
    await desk.expectRows(60, 120);
    await expect(desk.chips.getByRole("listitem")).toHaveCount(2);
  });
});
