// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { go, shown, write } from "../../../support/page-parts.ts";
import { TINY_NAMES } from "../../../support/test-host.ts";
import { wholePage } from "../../../support/whole-page.tsx";

/** What is compared: its measures, why an item has none, and the matrix of several. */

const page = wholePage();

const range = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);

const PAIRS: readonly (readonly [string, readonly number[], readonly number[]])[] = [
  ["partly shared", range(0, 300, 3), range(0, 500, 5)],
  ["equal, with cell 0", range(0, 64), range(0, 64)],
  ["disjoint", range(0, 40), range(16_000, 16_090)],
  ["contained", range(200, 220), range(100, 500)],
  ["one cell each, the last", [16_383], [16_383]],
];

/** The measures from the sets alone; the weighted one is held to the recorded values elsewhere. */
function expected(left: readonly number[], right: readonly number[]): Record<string, number> {
  const shared = sharedOf(left, right);
  const either = new Set([...left, ...right]).size;
  return {
    Cosine: shared / Math.sqrt(left.length * right.length),
    "Dice distance (API: euclideanDistance)": 1 - (2 * shared) / (left.length + right.length),
    "Jaccard distance": 1 - shared / either,
    "Shared cells": shared,
    "First in second": shared / left.length,
    "Second in first": shared / right.length,
    "Cells of the first": left.length,
    "Cells of the second": right.length,
  };
}

function sharedOf(left: readonly number[], right: readonly number[]): number {
  const other = new Set(right);
  return left.filter((cell) => other.has(cell)).length;
}

const cellsOf = async (term: string, retina_name: string = TINY_NAMES[0]) => {
  const args = { retina_name, body: { term }, sparsity: 1 };
  return (await page.handlers["expressions.evaluate"](args, NEVER_CANCELLED)).positions;
};

const itemsOf = () => [
  ...document.querySelectorAll<HTMLElement>("[aria-label='Compared items'] > li"),
];

async function openCompare(): Promise<void> {
  await page.open();
  await shown("button[aria-label^='Map: en_']");
  await go("Compare");
}

const unfold = async (summary: string) => fireEvent.click(await screen.findByText(summary));

/** Adds what is typed, and waits until it is there. */
async function add(line: string): Promise<void> {
  const before = itemsOf().length;
  write(await shown("[aria-label='Add to the comparison']"), line);
  await page.user.keyboard("{Enter}");
  await waitFor(() => expect(itemsOf()).toHaveLength(before + 1));
}

/** Compares these two, and nothing else. */
async function compareTwo(left: string, right: string): Promise<void> {
  for (let item = itemsOf()[0]; item; item = itemsOf()[0])
    fireEvent.click(within(item).getByLabelText(/^Remove /));
  await add(left);
  await add(right);
}

/** One measure as shown, and in full precision. */
function measure(name: string): { readonly shown: string; readonly whole: number } {
  const rows = [...document.querySelectorAll("[aria-label='Measures'] tr")];
  const cell = rows.find((row) => row.textContent?.startsWith(name))?.children[1];
  return {
    shown: cell?.textContent ?? "",
    whole: Number(cell?.getAttribute("title") ?? Number.NaN),
  };
}

const saved: Blob[] = [];
async function saveCsv(): Promise<string> {
  saved.length = 0;
  fireEvent.click(await screen.findByText("Export", { selector: "button" }));
  fireEvent.click(await screen.findByText("CSV", { selector: "[role=menuitem] *" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  return Buffer.from(await saved[0]!.arrayBuffer()).toString();
}

beforeEach(() => {
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return "blob:saved";
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("the measures of two", () => {
  it("agree with the sets for shared, equal, disjoint, contained and single cells", async () => {
    // One question for two equal sides, of which the package warns.
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await openCompare();
    for (const [index, [kind, left, right]] of PAIRS.entries()) {
      await compareTwo(JSON.stringify(left), JSON.stringify(right));
      if (index === 0) await unfold("All nine measures");
      const truth = expected(left, right);
      await waitFor(() =>
        expect(
          ["Cells of the first", "Cells of the second", "Shared cells"].map(
            (name) => measure(name).whole,
          ),
          kind,
        ).toEqual([left.length, right.length, truth["Shared cells"]]),
      );
      for (const [name, value] of Object.entries(truth))
        expect(measure(name).whole, `${kind}: ${name}`).toBeCloseTo(value, 12);
    }
  });

  it("are undefined where a side without cells would divide by zero, and saved in full precision", async () => {
    await openCompare();
    await compareTwo("[0] & [1]", "[0,1,2]");
    await unfold("All nine measures");
    await waitFor(() => expect(measure("Cells of the second").shown).toBe("3"));
    await waitFor(() => expect(measure("Cosine").shown).toBe("undefined"));
    screen.getByText("The first side has no cells: it would divide by zero.");
    expect(measure("First in second").shown).toBe("undefined");
    expect(await saveCsv()).toContain("\r\ncosineSimilarity,undefined\r\n");

    const [first] = itemsOf();
    fireEvent.click(within(first!).getByText("[0] & [1]"));
    write(await shown("[aria-label^='Edit ']"), "[0,1,5,6,7,8,9]");
    await page.user.keyboard("{Enter}");
    await waitFor(() => expect(measure("Shared cells").shown).toBe("2"));
    const csv = await saveCsv();
    const cosine = /cosineSimilarity,(.*)\r\n/.exec(csv)?.[1] ?? "";
    expect(Number(cosine)).toBeCloseTo(2 / Math.sqrt(21), 14);
    expect(cosine.length).toBeGreaterThan(12);
    expect(csv).toMatch(/^measure,value\r\n/);
  });
});

describe("an item", () => {
  it("that cannot be used says why and shows no cells of the other; a filter is an item like any", async () => {
    await openCompare();
    await compareTwo('filter:"Cooking"', "fruit");
    const ofMap = /of 16,384 cells/;
    await waitFor(() => expect(itemsOf()[1]?.textContent).toMatch(ofMap));
    const first = itemsOf()[0]!;
    expect(within(first).getByRole("alert").textContent).toContain(
      "There is no category filter “Cooking”.",
    );
    expect(first.textContent).not.toMatch(ofMap);

    await go("Filters");
    write(await shown("[aria-label='Name of the category']"), "Cooking");
    await page.user.keyboard("{Enter}");
    write(await shown("[aria-label='A text that matches']"), "eat a sweet pear");
    await page.user.keyboard("{Enter}");
    await go("Compare");
    await waitFor(() => expect(itemsOf()[0]?.textContent).toMatch(ofMap));
    expect(within(itemsOf()[0]!).queryByRole("alert")).toBeNull();
    await unfold("All nine measures");
    await waitFor(() => expect(measure("Cells of the first").whole).toBeGreaterThan(0));
  });
});

describe("three items", () => {
  it("come from pasted lines, have the cosines of their sets in a matrix, and a pair of it is compared in full", async () => {
    await openCompare();
    const words = ["river", "money", "bank"];
    const box = await shown("[aria-label='Add to the comparison']");
    fireEvent.paste(box, { clipboardData: { getData: () => words.join("\n"), types: [] } });
    fireEvent.click(await screen.findByText("Add the 3 pasted lines"));
    const matrix = await shown("[aria-label='Cosine of each pair']");
    const [river = [], money = [], bank = []] = await Promise.all(
      words.map((word) => cellsOf(word)),
    );
    const cosine = (a: readonly number[], b: readonly number[]) =>
      sharedOf(a, b) / Math.sqrt(a.length * b.length);
    const cell = (name: string) => within(matrix).getByLabelText(new RegExp(`^${name}: `));
    const whole = (name: string) => Number(cell(name).getAttribute("aria-label")?.split(": ")[1]);
    expect(whole("river and bank")).toBeCloseTo(cosine(river, bank), 3);
    expect(whole("bank and river")).toBe(whole("river and bank"));
    expect(whole("money and bank")).toBeCloseTo(cosine(money, bank), 3);
    cell("river and money").focus();
    await page.user.keyboard("{ArrowRight}{Enter}");
    await waitFor(() => expect(itemsOf()).toHaveLength(2));
    await shown("[aria-label='Verdict']");
    await page.user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(itemsOf()).toHaveLength(3));
  });

  it("may be texts of several lines", async () => {
    await openCompare();
    const box = await shown("[aria-label='Add to the comparison']");
    fireEvent.paste(box, { clipboardData: { getData: () => "the river\nthe bank", types: [] } });
    fireEvent.click(await screen.findByText("Use them as one text"));
    await waitFor(() => expect(itemsOf()).toHaveLength(1));
    expect(itemsOf()[0]?.textContent).toContain("“the river the bank”");
  });
});
