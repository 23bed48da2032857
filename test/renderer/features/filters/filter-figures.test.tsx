// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { go, one, shown, write } from "../../../support/page-parts.ts";
import { TINY_NAMES } from "../../../support/test-host.ts";
import { wholePage } from "../../../support/whole-page.tsx";

/** What the view says of a filter's examples and of its line, as the engine works it out. */

const page = wholePage();
const [RETINA] = TINY_NAMES;

/** No two of them are near copies, which would be left out together. */
const FOOD = [
  "eat the sweet fruit of a tree",
  "a banana and a pear in the tree",
  "it is not that sweet to eat an apple",
  "the wild fruit or the apple",
  "pear to eat and banana in it",
];
const BETWEEN = "the company is to pay money of the bank and to eat fruit";
const OTHERS = [
  "pay the interest rate of the bank",
  "money is in that company",
  "drive the fast car in a city street",
  "the computer and the software of new york",
  "a program or an operating system",
  "it is the engine and the wheel of a car",
];

const quality = () => one(".quality");
const settled = () => waitFor(() => expect(quality().dataset.stale).toBeUndefined());
/** "5 + 4": so many examples are in the filter that is shown. */
const untilCounted = (counts: string) =>
  waitFor(() => {
    const shownCounts = [...document.querySelectorAll(".side-head h3 .figures")].map(
      (each) => each.textContent,
    );
    expect(shownCounts.join(" + ")).toBe(counts);
    expect(quality().dataset.stale).toBeUndefined();
  });
const examples = () => one("[role=grid][aria-label='Examples: matches']");
const details = () => one("[aria-label='Chosen examples']").textContent ?? "";
const threshold = () => one<HTMLInputElement>("[aria-label='Threshold']");

/** An open filter. @returns what puts texts on a side of it, many at once */
async function openFood() {
  await page.open();
  await shown("button[aria-label^='Map: en_']");
  await go("Filters");
  write(await shown("[aria-label='Name of the category']"), "Food");
  await page.user.keyboard("{Enter}");
  const { addExamples } = await import("../../../../renderer/state/filters/filter-state.ts");
  const { filters } = await import("../../../../renderer/state/filters/filter-store.ts");
  return (side: "positive" | "negative", texts: readonly string[]) =>
    act(() => void addExamples(filters.read()[0]!.id, side, texts));
}

it("threshold, goal, mute and side each change the figures, and each is taken back", async () => {
  const add = await openFood();
  add("positive", [...FOOD, BETWEEN]);
  add("negative", OTHERS);
  await untilCounted("6 + 6");
  const goal = within(quality()).getByLabelText("Optimise threshold for");
  const press = async (key: string) => {
    fireEvent.click(within(examples()).getByText(FOOD[0]!));
    examples().focus();
    await page.user.keyboard(key);
  };
  const changes: readonly (readonly [string, () => unknown])[] = [
    ["threshold", () => fireEvent.change(threshold(), { target: { value: threshold().max } })],
    ["goal", () => fireEvent.change(goal, { target: { value: "few-false-alarms" } })],
    ["mute", () => press("m")],
    ["side", () => press("x")],
  ];
  for (const [control, change] of changes) {
    const before = quality().textContent;
    await change();
    await waitFor(() => expect(quality().textContent, control).not.toBe(before));
    await settled();
    fireEvent.click(one("button[aria-label^='Undo:']"));
    await waitFor(() => expect(quality().textContent, `${control}, taken back`).toBe(before));
  }
});

it("doubtful examples are told, none blocks, and each can be looked at", async () => {
  const add = await openFood();
  const german = "Die Regierung hat heute in Berlin über den neuen Haushalt gestritten";
  add("positive", [...FOOD, FOOD[0]!.toUpperCase(), german, "zzqqxx qxqxqx", "Eat"]);
  const checks = await shown("[aria-label='Checks']");
  await waitFor(() => {
    expect(checks.textContent).toContain("1 duplicate, counted once");
    expect(checks.textContent).toContain("1 text in another language");
    expect(checks.textContent).toContain("1 text without a known word");
    expect(checks.textContent).toMatch(/texts? under four words/);
  });
  const map = await shown("[aria-label='Map']");
  await waitFor(() => expect(map.textContent).toMatch(/[1-9][\d,]* of 16,384 cells/));
  const check = screen.getByText("1 text in another language").closest("li")!;
  fireEvent.click(within(check).getByText("Show"));
  await waitFor(() => expect(examples().getAttribute("aria-rowcount")).toBe("2"));
  expect(examples().textContent).toContain(german);
});

async function cellsOf(text: string): Promise<readonly number[]> {
  const args = { retina_name: RETINA, body: { text }, sparsity: 1 };
  return (await page.handlers["expressions.evaluate"](args, NEVER_CANCELLED)).positions;
}

async function filterOf(positive: readonly string[], negative: readonly string[]) {
  const args = {
    retina_name: RETINA,
    filter_name: "truth",
    positiveExamples: positive.map((text) => ({ text })),
    negativeExamples: negative.map((text) => ({ text })),
  };
  return (await page.handlers["classify.createFilter"](args, NEVER_CANCELLED)).positions;
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const other = new Set(b);
  return a.filter((cell) => other.has(cell)).length / Math.sqrt(a.length * b.length);
}

it("an example is scored by a filter that was made without it", async () => {
  const add = await openFood();
  const negative = OTHERS.slice(0, 5);
  add("positive", FOOD.slice(0, 4));
  add("negative", negative);
  add("positive", FOOD.slice(4));
  await untilCounted("5 + 5");
  for (const [index, text] of FOOD.entries()) {
    fireEvent.click(within(examples()).getByText(text));
    const without = await filterOf(FOOD.toSpliced(index, 1), negative);
    const score = cosine(await cellsOf(text), without);
    await waitFor(() => expect(details()).toContain(`score ${score.toFixed(3)} · training score`));
  }
});

it("one kind of score is told everywhere, nothing is promised without a collection, and no row stays shaded", async () => {
  const add = await openFood();
  add("positive", [...FOOD.slice(0, 4), BETWEEN]);
  add("negative", OTHERS.slice(0, 5));
  await untilCounted("5 + 5");

  // Table, strip and details tell the score by a filter that does not know the example.
  fireEvent.click(within(examples()).getByText(FOOD[0]!));
  const row = await shown("[aria-label='Examples: matches'] [role=row][aria-selected=true]");
  const score = row.textContent?.slice(0, 5);
  expect(details()).toContain(`score ${score} · training score`);
  expect(quality().textContent).toContain("Each dot is an example at its held-out score.");

  // Without a collection nothing is promised.
  expect(quality().textContent).toContain("Choose a collection to estimate the accuracy");
  fireEvent.change(threshold(), { target: { value: "0.111" } });
  expect(quality().textContent).toContain("Threshold 0.111 · yours");

  // Cells chosen from a row and dropped with Escape do not leave the row shaded.
  write(one("[aria-label='Text to try']"), "eat the banana of the tree");
  fireEvent.click(await screen.findByText("Why Food decided this"));
  await waitFor(() => expect(regionRows().length).toBeGreaterThan(0));
  fireEvent.click(regionRows()[0]!);
  await waitFor(() => expect(regionRows()[0]?.ariaPressed).toBe("true"));
  one("[role=application][aria-label='Semantic map']").focus();
  await page.user.keyboard("{Escape}");
  await waitFor(() => expect(regionRows()[0]?.ariaPressed).toBe("false"));
});

const regionRows = () => [...document.querySelectorAll(".region-row")];
