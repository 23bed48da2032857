import { sample } from "fast-check";
import type { Expression } from "../../core/expression/ast.ts";
import { parseLine } from "../../core/expression/parse-line.ts";
import { printJson } from "../../core/expression/print-json.ts";
import { printLine } from "../../core/expression/print-line.ts";
import { leaves } from "../../core/expression/walk.ts";
import { anyTree } from "../core/expression/arbitrary-expression.ts";
import { App } from "./support/app.ts";
import { ExpressionEditors } from "./support/expression-editors.ts";
import { expect, test } from "./support/test.ts";
import { positionsOf } from "./support/truth.ts";

/** Expressions: tree, line and JSON. */

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
  '((a & b)~6% - [0,4,10-14]) + xor(c, d, e) + #3 + @"my own" + region:"x" + filter:"y"',
];

test("a tree says the same as tree, line and JSON, whichever of the three was written", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  const editors = await ExpressionEditors.open(app);
  const trees = [...GENERATED, ...AWKWARD.map((line) => parseLine(line).expression!)];
  expect(trees.length).toBe(8);
  for (const tree of trees) {
    const line = printLine(tree);
    await editors.writeLine(line);
    await expect.poll(() => editors.json(), line).toEqual(printJson(tree));
    await editors.writeLine(JSON.stringify({ term: "cat" }));
    await expect.poll(() => editors.json()).toEqual({ term: "cat" });
    await editors.writeJson(printJson(tree));
    await expect.poll(() => editors.lineAsTree(), line).toEqual(tree);
    await expect(app.tree.getByRole("treeitem").first()).toBeVisible();
  }
});

test("a long list of cells is one short name in the line, and every cell stays", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  const editors = await ExpressionEditors.open(app);
  const positions = Array.from({ length: 60 }, (_, index) => index * 7);
  await editors.writeJson({ sub: [{ term: "cat" }, { positions }] });
  await expect(app.line).toHaveValue('cat - ["60 cells"]');
  await app.tree.getByRole("treeitem", { name: /^60 cells/ }).focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("stripes");
  await page.keyboard.press("Enter");
  await expect(app.line).toHaveValue('cat - ["stripes"]');
  await editors.writeLine('dog + (cat - ["stripes"])');
  await expect
    .poll(() => editors.json())
    .toEqual({ or: [{ term: "dog" }, { sub: [{ term: "cat" }, { positions }] }] });
  await expect(app.tree.getByRole("treeitem", { name: /^stripes/ })).toBeVisible();
  await editors.writeLine('cat - ["spots"]');
  await expect(page.getByText("No list of cells is called “spots” here.")).toBeVisible();
  await app.button("Take “stripes”").click();
  await expect.poll(() => editors.json()).toEqual({ sub: [{ term: "cat" }, { positions }] });
});

test("the four operators give the same cells in the view, the service and the export", async ({
  page,
  connection,
  engine,
}) => {
  const app = await App.open(page, connection);
  const editors = await ExpressionEditors.open(app);
  const [a, b] = [
    [0, 2, 4],
    [0, 4, 6, 8],
  ];
  // No two results have the same number of cells: what is shown of the one before cannot pass for the next.
  const seed = { and: [0, 4], or: [0, 2, 4, 6, 8], sub: [2], xor: [2, 6, 8] } as const;
  for (const [operator, expected] of Object.entries(seed)) {
    const body = { [operator]: [{ positions: a }, { positions: b }] };
    await editors.writeJson(body);
    await expect(page.getByRole("region", { name: "Result", exact: true })).toContainText(
      `${expected.length} of 16,384 cells`,
    );
    await expect.poll(() => app.cells(), operator).toBe(expected.length);
    expect(await app.shownPositions(), operator).toEqual(expected);
    expect(await positionsOf(engine, body as never)).toEqual(expected);
  }
});

test("nested operators over words agree with set arithmetic", async ({
  page,
  connection,
  engine,
}) => {
  const app = await App.open(page, connection);
  const editors = await ExpressionEditors.open(app);
  const [cat, dog, bird] = await Promise.all(
    ["cat", "dog", "bird"].map(async (term) => new Set(await positionsOf(engine, { term }))),
  );
  const expected = Array.from({ length: 16_384 }, (_, cell) => cell).filter(
    (cell) => cat!.has(cell) !== (dog!.has(cell) && !bird!.has(cell)),
  );
  await editors.writeLine("cat ^ (dog - bird)");
  await expect(page.getByText("from previous input")).toHaveCount(0);
  await expect.poll(() => app.shownPositions()).toEqual(expected);
});

declare global {
  interface Window {
    /** What should not have happened while a line was typed. */
    lost: string[];
  }
}

/** Looks at the page after each change: the result must stay and the box must keep the focus. */
function watchResult(): void {
  window.lost = [];
  const look = () => {
    const focused = document.activeElement?.getAttribute("aria-label");
    if (focused !== "Expression as one line") window.lost.push(`focus is on ${focused}`);
    const text = document.body.textContent ?? "";
    if (!/[1-9][\d,]* of 16,384 cells/.test(text)) window.lost.push("the result is gone");
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}

test("while a line is typed nothing fails, the box keeps the focus, and the last result stays", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  await app.build("cat");
  const failures: string[] = [];
  page.on("pageerror", ({ message }) => failures.push(message));
  for (const line of [
    '(jaguar - [0,4,10-40])~2% & text:"the river rose"',
    'xor(cat, "new york", @me) but not #1',
  ]) {
    await app.line.fill("");
    await page.evaluate(watchResult);
    await app.line.pressSequentially(line);
    await expect(app.line).toBeFocused();
    await expect(app.line).toHaveValue(line);
    expect(await page.evaluate(() => window.lost)).toEqual([]);
  }
  expect(failures).toEqual([]);
});

test("hostile lines are refused with a sentence and change nothing", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  await app.build("cat");
  const editors = await ExpressionEditors.open(app);
  const failures: string[] = [];
  page.on("pageerror", ({ message }) => failures.push(message));
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
    await app.line.fill(line);
    await app.line.press("Enter");
    await expect(app.line).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText(/Column \d+/).first()).toBeVisible();
    expect(await editors.json()).toEqual({ term: "cat" });
  }
  await app.line.fill("cat + dog");
  await expect.poll(() => editors.json()).toEqual({ or: [{ term: "cat" }, { term: "dog" }] });
  expect(failures).toEqual([]);
});
