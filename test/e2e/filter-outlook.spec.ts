import type { Page } from "@playwright/test";
import type { App } from "./support/app.ts";
import { CollectionDesk, fileOf, MANY_COMPLAINTS } from "./support/collection-desk.ts";
import { cooking, FilterDesk, politics, warmUp } from "./support/filter-desk.ts";
import { expect, test } from "./support/test.ts";

/** What a filter will do on other texts: it hangs on the share that belongs, and on which texts these are. */

// Reports follow one another, each waiting for the one before.
test.describe.configure({ timeout: 150_000 });

test.beforeAll(async ({ engine }) => {
  test.setTimeout(180_000);
  await warmUp(engine);
});

/** Of either kind and of both in one, so that no line takes in all that belong and nothing else. */
const mixed = (): string[] => {
  const others = politics(120);
  return [...cooking(40), ...others, ...cooking(40).map((text, n) => `${text}. ${others[n]}`)];
};

async function makeCooking(app: App): Promise<FilterDesk> {
  await app.go("Filters");
  const desk = new FilterDesk(app);
  await desk.create("Cooking");
  await desk.add(true, [
    "Fry the onions in butter until golden",
    "Bake the bread in a hot oven for an hour",
    "Simmer lentils with garlic, cumin and tomatoes",
    "Whisk eggs and sugar, then fold in the flour",
    "The minister ate soup in parliament during the debate",
  ]);
  await desk.add(false, politics(5));
  await expect(desk.quality).toContainText("5 + 5 examples");
  return desk;
}

const outlookOf = (page: Page) => page.getByRole("region", { name: "On other texts" });
const settled = (desk: FilterDesk) =>
  expect(desk.quality).not.toHaveAttribute("data-stale", "true", { timeout: 60_000 });
const f1Of = async (page: Page): Promise<string> =>
  (await outlookOf(page).getByText(/^F1 /).textContent()) ?? "";

test("the predicted F1 is a range that moves with the share a person types, and so does the line", async ({
  page,
  connection,
}) => {
  const texts = mixed();
  const collection = await CollectionDesk.open(page, connection);
  await collection.make("mixed", fileOf(texts), texts.length);
  const desk = await makeCooking(collection.app);
  const outlook = outlookOf(page);
  await expect(outlook).toContainText("speeches that come with the program");
  await expect(outlook).toContainText("Assumed. Type your own number");
  await outlook.getByRole("combobox").selectOption("collection mixed");
  await expect(outlook).toContainText("Estimated from the scores");
  await settled(desk);

  const box = outlook.getByRole("textbox", { name: "Of 100 texts, how many belong" });
  const seen: { f1: string; line: string }[] = [];
  for (const share of ["5", "50"]) {
    await box.fill(share);
    await expect(outlook).toContainText("Your number; the figures follow it");
    await settled(desk);
    seen.push({ f1: await f1Of(page), line: await desk.threshold.inputValue() });
    expect(seen.at(-1)?.f1).toMatch(/^F1 0\.\d\d to [01]\.\d\d$/);
  }
  expect(seen[0]?.f1).not.toBe(seen[1]?.f1);
  expect(Number(seen[0]?.line)).toBeGreaterThan(Number(seen[1]?.line));

  await box.fill("many");
  await expect(outlook.getByRole("alert")).toHaveText("“many” is no number from 0 to 100.");
  expect(await f1Of(page)).toBe(seen[1]?.f1);
  await page.reload();
  await expect(outlook.getByRole("textbox")).toHaveValue("50");
});

test("an unticked filter stays unticked, and the scores of a collection survive a reload", async ({
  page,
  connection,
}) => {
  const collection = await CollectionDesk.open(page, connection);
  await collection.make("sixty", fileOf([...cooking(30), ...politics(30)]), 60);
  await collection.app.go("Filters");
  const desk = new FilterDesk(collection.app);
  await desk.create("Politics");
  await desk.add(true, politics(3));
  await desk.app.button("New filter").click();
  const name = page.getByRole("textbox", { name: "Name of the filter" });
  await name.fill("Cooking");
  await name.press("Enter");
  await desk.add(true, cooking(3));
  await desk.app.go("Collections");
  await collection.lens("Scores");
  const tick = page.getByRole("checkbox", { name: /Politics/ });
  await expect(tick).toBeChecked({ timeout: 60_000 });
  // What is chosen is shown with the next drawing, which `uncheck` does not wait for.
  await tick.click();
  await expect(tick).not.toBeChecked();
  await collection.lens("Rows");
  await collection.lens("Scores");
  await expect(tick).not.toBeChecked();
  await desk.app.button("Score 60 rows by 1 filter").click();
  const found = page.getByRole("button", { name: /^Show \d+ rows that belong to Cooking$/ });
  await expect(found).toBeVisible({ timeout: 60_000 });
  const words = (await found.textContent()) ?? "";
  const first = (await collection.rows.getByRole("row").nth(1).textContent()) ?? "";
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await page.reload();
  await expect(found).toHaveText(words);
  await expect(collection.rows.getByRole("row").nth(1)).toHaveText(first);
  await expect(page.getByRole("button", { name: /belong to Politics$/ })).toHaveCount(0);
  await page.getByText("Score the rows again").click();
  await expect(tick).not.toBeChecked();
});

test("the share is counted on rows of a collection that chance took and a person labelled", async ({
  page,
  connection,
}) => {
  const collection = await CollectionDesk.open(page, connection);
  await collection.make("many complaints", MANY_COMPLAINTS, 120);
  await collection.app.go("Filters");
  const desk = new FilterDesk(collection.app);
  await desk.create("Banking");
  await desk.add(true, [
    "The bank raised the interest on my loan",
    "My card was charged a fee by the bank",
    "A payment from my account was returned",
  ]);
  const outlook = outlookOf(page);
  // Without a text that does not belong no figure is made up.
  await expect(outlook).toContainText("Add one or two texts that do not belong");
  await expect(outlook.getByText(/^F1 /)).toHaveCount(0);
  await desk.add(false, cooking(2));
  await outlook.getByRole("combobox").selectOption("collection many complaints");
  await expect(outlook).toContainText("Estimated from the scores", { timeout: 60_000 });
  await desk.app.button("Label rows taken by chance").click();
  await collection.expectRows(20, 120);
  await expect(collection.chip("20 rows taken by chance")).toBeVisible();
  const panel = page.getByRole("region", { name: "Labels" });
  await expect(page.getByRole("combobox", { name: "Category" })).toHaveValue("Banking");
  await collection.rows.getByRole("row").nth(1).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("y");
  await expect(panel).toContainText("20 belong, 0 do not");
  await collection.rows.getByRole("row").nth(1).click();
  await page.keyboard.press("n");
  await expect(panel).toContainText("19 belong, 1 does not");

  await desk.app.go("Filters");
  await desk.app.button("Use 19 of 20").click();
  await expect(outlook).toContainText(/Counted on 20 random labels: \d+% to \d+%\./);
  await expect(outlook.getByRole("textbox")).toHaveValue("95");
  await desk.app.undo.click();
  await expect(outlook).toContainText("Estimated from the scores");
});
