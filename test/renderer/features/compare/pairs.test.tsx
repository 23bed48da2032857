// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { go, shown, write } from "../../../support/page-parts.ts";
import { TINY_NAMES } from "../../../support/test-host.ts";
import { wholePage } from "../../../support/whole-page.tsx";

/** Two that are compared: their measures, in this retina and another, what a side says of itself, and what lies between. */

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
    Euclidean: 1 - (2 * shared) / (left.length + right.length),
    Jaccard: 1 - shared / either,
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

type Side = "First" | "Second";
const slotOf = (side: Side) => shown(`section[aria-label='${side} item']`);

async function openCompare(): Promise<void> {
  await page.open();
  await shown("button[aria-label^='Retina: en_']");
  await go("Compare");
}

const unfold = async (summary: string) => fireEvent.click(await screen.findByText(summary));

/** Puts an expression into a side, as one line. */
async function putLine(side: Side, line: string): Promise<void> {
  const slot = await slotOf(side);
  fireEvent.click(within(slot).getByLabelText("Expression"));
  write(within(slot).getByLabelText(/^Expression of the/), line);
  await page.user.keyboard("{Enter}");
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
      await putLine("First", JSON.stringify(left));
      await putLine("Second", JSON.stringify(right));
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
    await putLine("First", "[0] & [1]");
    await putLine("Second", "[0,1,2]");
    await unfold("All nine measures");
    await waitFor(() => expect(measure("Cells of the second").shown).toBe("3"));
    await waitFor(() => expect(measure("Cosine").shown).toBe("undefined"));
    screen.getByText("The first side has no cells: it would divide by zero.");
    expect(measure("First in second").shown).toBe("undefined");
    expect(await saveCsv()).toContain("\r\ncosineSimilarity,undefined\r\n");

    await putLine("First", "[0,1,5,6,7,8,9]");
    await waitFor(() => expect(measure("Shared cells").shown).toBe("2"));
    const csv = await saveCsv();
    const cosine = /cosineSimilarity,(.*)\r\n/.exec(csv)?.[1] ?? "";
    expect(Number(cosine)).toBeCloseTo(2 / Math.sqrt(21), 14);
    expect(cosine.length).toBeGreaterThan(12);
    expect(csv).toContain("# retina: en_associative");
  });

  it("stand beside those in another retina, of which cells of this map are not asked", async () => {
    await openCompare();
    const words = ["song", "guitar"] as const;
    await putLine("First", words[0]);
    await putLine("Second", words[1]);
    await unfold("In another retina");
    const name = `Measures in ${TINY_NAMES.join(" and ")}`;
    const table = await shown(`table[aria-label='${name}']`);
    const row = within(table).getByRole("row", { name: /^Shared cells/ });
    const truth = await Promise.all(
      TINY_NAMES.map(async (retina) =>
        sharedOf(await cellsOf(words[0], retina), await cellsOf(words[1], retina)),
      ),
    );
    expect(truth[0]).not.toBe(truth[1]);
    await waitFor(() =>
      expect(
        within(row)
          .getAllByRole("cell")
          .map(({ textContent }) => textContent),
      ).toEqual(truth.map(String)),
    );
    await putLine("Second", "[0,1,2]");
    await screen.findByText(/An item names cells of en_associative/);
    expect(document.querySelector(`table[aria-label='${name}']`)).toBeNull();
  });
});

describe("a side", () => {
  it("that cannot be used says why and shows no cells of the other; a filter is a side like any", async () => {
    await openCompare();
    await putLine("First", 'filter:"Cooking"');
    await putLine("Second", "fruit");
    const ofMap = /of 16,384 cells/;
    await waitFor(async () => expect((await slotOf("Second")).textContent).toMatch(ofMap));
    const first = await slotOf("First");
    expect(within(first).getByRole("alert").textContent).toContain(
      "There is no category filter “Cooking”.",
    );
    expect(first.textContent).not.toMatch(ofMap);

    await go("Filters");
    write(await shown("[aria-label='Name of the category']"), "Cooking");
    await page.user.keyboard("{Enter}");
    write(await shown("[aria-label='A text that belongs']"), "eat a sweet pear");
    await page.user.keyboard("{Enter}");
    await go("Compare");
    await waitFor(async () => expect((await slotOf("First")).textContent).toMatch(ofMap));
    expect(within(await slotOf("First")).queryByRole("alert")).toBeNull();
    await unfold("All nine measures");
    await waitFor(() => expect(measure("Cells of the first").whole).toBeGreaterThan(0));
  });
});

describe("bridges between two words", () => {
  it("have the shares that the sets give, and lead on", async () => {
    await openCompare();
    await putLine("First", "river");
    await putLine("Second", "money");
    await page.user.keyboard("{Control>}k{/Control}");
    write(await shown("[aria-label='Search commands']"), "bridges between");
    await page.user.keyboard("{Enter}");
    const table = await shown(".bridge-list");
    const row = within(table).getByRole("row", { name: /^bank / });
    const [river, money, bank] = await Promise.all(
      ["river", "money", "bank"].map((t) => cellsOf(t)),
    );
    const shares = [river!, money!].map((side) => {
      const percent = (100 * sharedOf(side, bank!)) / side.length;
      return `${percent.toFixed(percent < 9.95 ? 1 : 0)}%`;
    });
    expect(shares[0]).not.toBe(shares[1]);
    expect(
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(shares);
    fireEvent.click(within(row).getByRole("button"));
    const similar = await shown("[role=grid][aria-label='Similar terms']");
    await within(similar).findByText("bank", { selector: "[role=row] *" });
  });
});
