import type { Page } from "@playwright/test";
import { cooking, FilterDesk, politics, warmUp } from "./support/filter-desk.ts";
import { type Connection, expect, test } from "./support/test.ts";

/** What a filter will do on other texts: it hangs on the share that belongs, and on which texts these are. */

test.beforeAll(async ({ engine }) => {
  test.setTimeout(180_000);
  await warmUp(engine);
});

/** Of either kind and of both in one, so that no line takes in all that belong and nothing else. */
const mixed = (): string[] => {
  const others = politics(120);
  return [...cooking(40), ...others, ...cooking(40).map((text, n) => `${text}. ${others[n]}`)];
};

async function openCooking(page: Page, connection: Connection): Promise<FilterDesk> {
  const desk = await FilterDesk.open(page, connection);
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
  expect(desk.quality).not.toHaveAttribute("data-stale", "true");
const f1Of = async (page: Page): Promise<string> =>
  (await outlookOf(page).getByText(/^F1 /).textContent()) ?? "";

test("the predicted F1 is a range that moves with the share a person types, and so does the line", {
  tag: "@both",
}, async ({ page, connection }) => {
  const desk = await openCooking(page, connection);
  const outlook = outlookOf(page);
  await expect(outlook).toContainText("speeches that come with the program");
  await expect(outlook).toContainText("Assumed, as nobody has said");
  await desk.look("Classify a file");
  await desk.openTexts(mixed());
  await desk.look("This filter");
  await expect(outlook.getByRole("combobox")).toHaveValue("file");
  await expect(outlook).toContainText("Estimated from the scores");
  await settled(desk);

  const box = outlook.getByRole("textbox", { name: "Of 100 texts, how many belong" });
  const seen: { f1: string; line: string }[] = [];
  for (const share of ["2", "30"]) {
    await box.fill(share);
    await expect(outlook).toContainText("Taken as you say");
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
  await expect(outlook.getByRole("textbox")).toHaveValue("30");
});

test("no line that one can drag to promises more than the suggested one", async ({
  page,
  connection,
}) => {
  const desk = await openCooking(page, connection);
  await settled(desk);
  const about = async () =>
    Number(
      (
        await outlookOf(page)
          .getByText(/^about /)
          .textContent()
      )?.slice("about ".length),
    );
  const best = await about();
  expect(best).toBeGreaterThan(0.3);
  for (const line of ["0.02", "0.08", "0.12", "0.16", "0.2", "0.25", "0.3", "0.4"]) {
    await desk.threshold.fill(line);
    await expect(desk.quality).toContainText(`Belongs from ${Number(line).toFixed(3)} · yours`);
    expect(await about(), line).toBeLessThanOrEqual(best);
  }
});

test("table, strip and details tell one kind of score: by a filter that does not know the example", async ({
  page,
  connection,
}) => {
  const desk = await openCooking(page, connection);
  await settled(desk);
  const table = desk.examples(true);
  await table.getByText("Fry the onions").click();
  const score = (await table.getByRole("row", { selected: true }).textContent())?.slice(0, 5);
  const details = page.getByRole("region", { name: "Chosen examples" });
  await expect(details).toContainText(`score ${score} without itself`);
  await expect(desk.quality).toContainText("Each dot is an example, scored without itself.");
});

test("without a text that does not belong no figure is made up, until texts of one's own are there", async ({
  page,
  connection,
}) => {
  const desk = await FilterDesk.open(page, connection);
  await desk.create("Cooking");
  await desk.add(true, cooking(4));
  await expect(outlookOf(page)).toContainText("A figure needs a text that does not belong");
  await expect(outlookOf(page).getByText(/^F1 /)).toHaveCount(0);
});
