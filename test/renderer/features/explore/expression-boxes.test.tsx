// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { sample } from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Expression } from "../../../../core/expression/ast.ts";
import { parseLine } from "../../../../core/expression/parse-line.ts";
import { printJson } from "../../../../core/expression/print-json.ts";
import { printLine } from "../../../../core/expression/print-line.ts";
import { leaves, walk } from "../../../../core/expression/walk.ts";
import { anyTree } from "../../../core/expression/arbitrary-expression.ts";
import { BuildDesk } from "../../../support/build-desk.ts";
import { shown } from "../../../support/page-parts.ts";
import { wholePage } from "../../../support/whole-page.tsx";

/** Tree, line and JSON of an expression in Explore, by keys and by what is typed. */

const page = wholePage();
const failures: string[] = [];
const noteFailure = ({ message }: ErrorEvent) => void failures.push(message);
window.addEventListener("error", noteFailure);
afterEach(() => {
  expect(failures.splice(0)).toEqual([]);
});

/** A text box holds no control characters and no halves of characters. */
const isTypeable = (tree: Expression): boolean =>
  !/[\p{Cc}\p{Cs}]/u.test(JSON.stringify(printJson(tree)).replaceAll(/\\n/g, "\u0001"));

/** Longer lists of cells get a name in the line, which is a test of its own. */
const hasShortLists = (tree: Expression): boolean =>
  leaves(tree).every(({ node }) => node.kind !== "positions" || node.positions.length <= 12);

/** Words of two or three kinds, punctuation and scripts, as deep as a person would nest. */
const GENERATED = sample(anyTree, { seed: 20, numRuns: 400 })
  .filter((tree) => isTypeable(tree) && hasShortLists(tree) && leaves(tree).length > 2)
  .slice(0, 4);

const AWKWARD = [
  'self-service - "and" - "new york"',
  '"c++" + "a[b" + "<b>x</b>" & "=1+1"',
  'text:"the \\"big\\" cat" ^ 🦊 ^ "עברית"',
  '((a & b)~6% - [0,4,10-14]) + xor(c, d, e) + @"my own" + region:"x" + filter:"y"',
];

describe("an expression", () => {
  it("says the same as outline, line and JSON, whether the line or JSON was written", async () => {
    const desk = await BuildDesk.open(page);
    const trees = [...GENERATED, ...AWKWARD.map((line) => parseLine(line).expression!)];
    expect(trees.length).toBe(8);
    for (const tree of trees) {
      const line = printLine(tree);
      await desk.writeLine(line);
      await waitFor(() => expect(desk.json(), line).toEqual(printJson(tree)));
      expect(desk.rows).toHaveLength([...walk(tree)].length);
      await desk.writeLine(JSON.stringify({ term: "cat" }));
      await waitFor(() => expect(desk.json()).toEqual({ term: "cat" }));
      await desk.writeLine(JSON.stringify(printJson(tree)));
      await waitFor(() => expect(desk.line.value).toBe(line));
      expect(desk.json(), line).toEqual(printJson(tree));
    }
  });

  it("has one short name in the line for a long list of cells, which can be cut and typed back", async () => {
    const desk = await BuildDesk.open(page);
    const positions = Array.from({ length: 60 }, (_, index) => index * 7);
    await desk.writeLine(JSON.stringify({ sub: [{ term: "cat" }, { positions }] }));
    await waitFor(() => expect(desk.line.value).toBe('cat - ["60 cells"]'));
    await desk.writeLine("lion");
    await waitFor(() => expect(desk.json()).toEqual({ term: "lion" }));
    await desk.writeLine('lion + (cat - ["60 cells"])');
    await waitFor(() =>
      expect(desk.json()).toEqual({
        or: [{ term: "lion" }, { sub: [{ term: "cat" }, { positions }] }],
      }),
    );
    await desk.writeLine('cat - ["spots"]');
    await screen.findByText(/^No list of cells is called “spots” here\./);
    expect(desk.line.value).toBe('cat - ["spots"]');
  });

  it("is not changed by hostile lines, which are refused with a sentence", async () => {
    const desk = await BuildDesk.open(page);
    await desk.writeLine("cat");
    await desk.untilCounted();
    for (const line of [
      "(".repeat(5000),
      `${"(".repeat(70)}cat${")".repeat(70)}`,
      Array.from({ length: 600 }, (_, index) => `word${index}`).join(" + "),
      "cat + ".repeat(17_000),
      "cat \u202e + [",
      ")]~&|^,\"'@#*?{",
      '{"and": [{"term": "cat"}, {"__proto__": {"x": 1}}]}',
      "[0, 16384, -1, 2.5, 7-3]",
    ]) {
      await desk.writeLine(line);
      await waitFor(() => expect(desk.line.getAttribute("aria-invalid")).toBe("true"));
      expect(screen.getAllByText(/Column \d+/).length).toBeGreaterThan(0);
      expect(desk.json()).toEqual({ term: "cat" });
    }
    desk.type("cat + lion");
    await waitFor(() => expect(desk.json()).toEqual({ or: [{ term: "cat" }, { term: "lion" }] }));
  });

  it("keeps terms of any letters as they were typed", async () => {
    const desk = await BuildDesk.open(page);
    const all = ['"c++"', '"a[b"', "<b>x</b>", '"=1+1"', "node.js", "🦊", '"and"'];
    const terms = all.map((typed) => typed.replaceAll('"', ""));
    await desk.writeLine(all.join(" + "));
    await waitFor(() => expect(desk.json()).toEqual({ or: terms.map((term) => ({ term })) }));
    const lines = await screen.findByRole("list", { name: "Parts without a fingerprint" });
    expect(within(lines).getAllByText("<b>x</b>").length).toBeGreaterThan(0);
  });

  it("keeps words in a row that are no term as a text, in any letters and of any length", async () => {
    const desk = await BuildDesk.open(page);
    for (const text of ["שלום עולם", `${"long ".repeat(60)}word`]) {
      await desk.writeLine(text);
      await waitFor(() => expect(desk.json()).toEqual({ text }));
    }
  });
});

describe("an empty result", () => {
  it("names the step that emptied it, and offers ways out that work", async () => {
    const desk = await BuildDesk.open(page);
    await desk.writeLine("[1,2] & [2,3] & [4]");
    await page.user.click(
      await screen.findByRole("button", { name: /^Loosen to at least 2 of 3: 1 cell/ }),
    );
    await waitFor(() => expect(desk.cells()).toBe(1));
    expect(await desk.shownPositions()).toEqual([2]);
    await page.user.click(desk.undo);
    await page.user.click(await screen.findByRole("button", { name: /^Use “or” there/ }));
    await waitFor(() => expect(desk.cells()).toBe(4));
    expect(await desk.shownPositions()).toEqual([1, 2, 3, 4]);
  });
});

describe("thinning", () => {
  it("takes shares above 0 up to the whole map, and refuses all else in place", async () => {
    const desk = await BuildDesk.open(page);
    await desk.writeLine("guitar + river + money + city");
    await screen.findByText(/Denser than a term/);
    const whole = desk.cells();
    expect(whole).toBeGreaterThan(328);
    await page.user.click(screen.getByRole("button", { name: "Thin to 2.0%" }));
    await waitFor(() => expect(desk.cells()).toBe(328));
    await page.user.click(screen.getByRole("radio", { name: "Other" }));
    const share = () =>
      screen.getByRole("textbox", { name: "Share of the map to keep, in percent" });
    const write = (value: string) => fireEvent.change(share(), { target: { value } });
    for (const bad of ["0", "-1", "101", "NaN", "a lot", ""]) {
      write(bad);
      await waitFor(() => expect(share().getAttribute("aria-invalid"), bad).toBe("true"));
      expect(desk.cells(), bad).toBe(328);
    }
    write("1");
    await waitFor(() => expect(desk.cells()).toBe(164));
    write("100");
    await waitFor(() => expect(desk.cells()).toBe(whole));
    for (const bad of ["0", "-1%", "x"]) {
      desk.type(`guitar~${bad}`);
      await waitFor(() => expect(desk.line.getAttribute("aria-invalid"), bad).toBe("true"));
    }
    desk.type("guitar~50%");
    await waitFor(() => expect(desk.json()).toEqual({ term: "guitar", sparsity: 0.5 }));
  });
});

const START = "lion & animal + cat + tree";

interface Case {
  readonly row: RegExp;
  readonly key: string;
  /** The same in the menu of the row. */
  readonly entry: RegExp;
}

const CASES: Readonly<Record<string, readonly Case[]>> = {
  "removes and keeps": [
    { row: /^tree/, key: "{Delete}", entry: /^Remove/ },
    { row: /^tree/, key: "a", entry: /^Keep only this part/ },
  ],
  "moves up and down": [
    { row: /^tree/, key: "{Alt>}{ArrowUp}{/Alt}", entry: /^Move up/ },
    { row: /^cat/, key: "{Alt>}{ArrowDown}{/Alt}", entry: /^Move down/ },
  ],
  "moves in and out of an operator": [
    { row: /^cat/, key: "{Alt>}{ArrowRight}{/Alt}", entry: /^Move into the group before it/ },
    { row: /^lion/, key: "{Alt>}{ArrowLeft}{/Alt}", entry: /^Move out of its group/ },
  ],
  swaps: [{ row: /^tree/, key: "s", entry: /^Swap with the first/ }],
  "chooses and or without": [
    { row: /^or of 3/, key: "1", entry: /^and: / },
    { row: /^tree/, key: "3", entry: /^without: / },
  ],
  "chooses xor": [{ row: /^and of 2/, key: "4", entry: /^xor: / }],
  "groups and ungroups": [
    { row: /^tree/, key: "g", entry: /^Group with the part before it/ },
    { row: /^and of 2/, key: "u", entry: /^Ungroup/ },
  ],
};

/** Everything a person can see of the tree, and the name of the step that led here. */
const stateOf = (desk: BuildDesk) => ({
  json: desk.json(),
  line: desk.line.value,
  rows: desk.rows.map((row) => [row.ariaLevel, row.ariaLabel]),
  step: desk.undo.getAttribute("aria-label"),
});

for (const [what, cases] of Object.entries(CASES))
  it(`every key on a row that ${what} does what its menu does, under the same name, and is undone`, async () => {
    const desk = await BuildDesk.open(page);
    await desk.writeLine(START);
    await desk.untilCounted();
    const start = stateOf(desk);
    const after = async (act: () => Promise<void>) => {
      await act();
      await waitFor(() => expect(stateOf(desk).step).not.toBe(start.step));
      // Parts are counted one after the other; what is compared is the tree with all of them.
      await desk.untilCounted();
      await page.user.keyboard("{Escape}");
      const state = stateOf(desk);
      await page.user.click(desk.undo);
      await waitFor(() => expect(stateOf(desk)).toEqual(start));
      return state;
    };
    for (const { row, key, entry } of cases) {
      const byKey = await after(async () => {
        desk.row(row).focus();
        await page.user.keyboard(key);
      });
      const byMenu = await after(async () => {
        const item = desk.row(row);
        await page.user.click(within(item).getByRole("button", { name: /^Actions for / }));
        const menu = within(await screen.findByRole("menu"));
        const [found] = [
          ...menu.queryAllByRole("menuitem", { name: entry }),
          ...menu.queryAllByRole("menuitemradio", { name: entry }),
        ];
        expect(found, String(entry)).toBeDefined();
        if (found) await page.user.click(found);
      });
      expect(byKey, key).toEqual(byMenu);
    }
  });

describe("suggestions in the line", () => {
  const options = () => [...document.querySelectorAll("[aria-label='Suggestions'] [role=option]")];
  const namesOf = () => options().map(({ textContent }) => textContent ?? "");

  it("do not interrupt an input method, and 1,000 pasted words are refused with a sentence", async () => {
    const call = vi.spyOn(window.engine!, "call");
    const desk = await BuildDesk.open(page);
    await shown("button[aria-label^='Map: en_']");
    const box = desk.line;
    box.focus();
    fireEvent.compositionStart(box);
    for (const value of ["ri", "riv"]) fireEvent.change(box, { target: { value } });
    fireEvent.keyDown(box, { key: "Enter", isComposing: true });
    expect(namesOf().filter((name) => name.startsWith("river"))).toEqual([]);
    expect(desk.json()).toBeNull();
    fireEvent.compositionEnd(box);
    await waitFor(() => expect(namesOf()[0]).toMatch(/^river/));
    // Nothing was asked for before it ended, not even late.
    const asked = call.mock.calls.filter(([name]) => name === "app.complete");
    expect(asked.map(([, args]) => args)).toMatchObject([{ prefix: "riv" }]);
    const lines = Array.from({ length: 1000 }, (_, index) => `word${index}`).join("\n");
    fireEvent.change(box, { target: { value: "" } });
    fireEvent.paste(box, { clipboardData: { getData: () => lines } });
    expect((await screen.findAllByText(/512/)).length).toBeGreaterThan(0);
    expect(desk.json()).toBeNull();
  });

  it("obey every key of an editable combobox", async () => {
    const desk = await BuildDesk.open(page);
    const box = desk.line;
    const { user } = page;
    box.focus();
    await user.keyboard("riv");
    await waitFor(() => expect(options().length).toBeGreaterThan(1));
    await screen.findByText(/\d+ suggestions for riv/);
    expect(box.hasAttribute("aria-activedescendant")).toBe(false);
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(options()[1]?.ariaSelected).toBe("true");
    expect(box.getAttribute("aria-activedescendant")).toBe(options()[1]?.id);
    await user.keyboard("{Home}x");
    expect(box.value).toBe("xriv");
    await user.keyboard("{Backspace}{Delete}");
    expect(box.value).toBe("iv");
    fireEvent.change(box, { target: { value: "riv" } });
    await waitFor(() => expect(namesOf()[0]).toMatch(/^river/));
    await user.keyboard("{Escape}");
    expect(options()).toEqual([]);
    expect(box.value).toBe("riv");
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(options().length).toBeGreaterThan(0);
    expect(box.hasAttribute("aria-activedescendant")).toBe(false);
    await user.keyboard("{Escape}{Escape}");
    expect(box.value).toBe("");
    await user.keyboard("river");
    await waitFor(() => expect(namesOf()[0]).toMatch(/^river/));
    await user.keyboard("{ArrowDown}{Tab}");
    await waitFor(() => expect(desk.line.value).toBe("river"));
  });
});
