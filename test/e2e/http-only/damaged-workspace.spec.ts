import { readdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { App } from "../support/app.ts";
import { expect, test } from "../support/test.ts";

const side = (source: unknown) => ({ kind: "term", typed: "lynx", source, madeWith: "" });
const look = (...restrictions: unknown[]) => ({
  lens: "rows",
  restrictions,
  sort: null,
  heat: "lift",
});
const compare = (...items: unknown[]) => ({ compare: { items, threshold: 0.3 } });
const collections = (restriction: object) => ({
  collections: { open: "Letters", looks: { Letters: look(restriction) } },
});
const like = { kind: "like", expression: { term: "bank" }, label: "bank" };

/** Each emptied the window for ever when it was opened; and what the sentence says of it. */
const DAMAGED: readonly (readonly [string, object, string])[] = [
  ["{} in compare", compare(side({}), side({ term: "lynx" })), "the comparison (items.0)"],
  [
    "{term: {}} in compare",
    compare(side({ term: "lynx" }), side({ term: {} })),
    "the comparison (items.1)",
  ],
  [
    "a text for an expression in a restriction",
    collections({ ...like, expression: "x" }),
    "the views of collections (looks.Letters.restrictions.0)",
  ],
  [
    "a list for a number in a restriction",
    collections({ ...like, least: [null] }),
    "the views of collections (looks.Letters.restrictions.0.least)",
  ],
];

const fileOf = (content: object) => ({
  name: "theirs.json",
  mimeType: "application/json",
  buffer: Buffer.from(
    JSON.stringify({
      format: "semascope-workspace",
      version: 3,
      content: {
        looking: {
          view: Object.keys(content)[0] === "compare" ? "compare" : "collection",
          map: { k: 1, x: 64, y: 64 },
          hidden: [],
        },
        ...content,
      },
    }),
  ),
});

const openFile = (page: Page, content: object) =>
  page.getByLabel("Workspace file").setInputFiles(fileOf(content));

test("opening a file is a step that undo takes back, and the newest save that is whole opens", async ({
  page,
  connection,
  context,
  engine,
}) => {
  const saved = (window: Page) => expect(window.getByText("Saved", { exact: true })).toBeVisible();
  const app = await App.open(page, connection);
  await app.build("jaguar");
  await saved(page);
  await openFile(page, DAMAGED[0]?.[1] ?? {});
  await expect(page.getByText("Opened theirs.json").first()).toBeVisible();
  await app.undo.click();
  await app.go("Explore");
  await expect(app.cellsOf("jaguar")).toBeVisible();
  await saved(page);
  await page.close();
  const folder = join(engine.data, "workspace");
  const revisions = readdirSync(folder).map((name) =>
    Number(/^workspace-(\d+)/.exec(name)?.[1] ?? 0),
  );
  const newest = join(folder, `workspace-${Math.max(...revisions)}.json`);
  writeFileSync(newest, (await readFile(newest, "utf8")).replace("jaguar", "jaguas"));
  const again = await context.newPage();
  await again.goto(new URL(connection.address).origin);
  await expect(again.getByText("The last save is damaged and kept as")).toBeVisible();
  await saved(again);
});

/** A threshold that only Compare writes out. */
const THRESHOLD = 0.37;

/** Writing that threshold ends in an error from now on. */
const breakThreshold = (page: Page) =>
  page.evaluate((broken) => {
    const { toFixed } = Number.prototype;
    Number.prototype.toFixed = function (digits) {
      if (Number(this) === broken) throw new TypeError("The threshold is broken.");
      return toFixed.call(this, digits);
    };
  }, THRESHOLD);

test("what cannot be shown is said and not empty, offers ways on, and leaves the rest as it is: the window, and a part of it", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  await test.step("a window that cannot be shown is not empty, and can be tried again", async () => {
    await app.build("jaguar");
    // In one turn: whatever else draws the window after the fault would take the button away before it is pressed.
    await page.getByRole("button", { name: "Compare", exact: true }).evaluate((button) => {
      const { findLast } = Array.prototype;
      Array.prototype.findLast = () => {
        throw new TypeError("The menus are broken.");
      };
      Object.assign(window, {
        mend: () => {
          Array.prototype.findLast = findLast;
        },
      });
      (button as HTMLElement).click();
    });
    const trouble = page.getByRole("alert").filter({ hasText: "The window cannot be shown" });
    await expect(trouble).toBeVisible();
    // At once, and in the page: what is shown is drawn again with the next change of the workspace, and may come back by that.
    await page.evaluate(() => {
      (window as unknown as { readonly mend: () => void }).mend();
      const again = [...document.querySelectorAll<HTMLElement>("[role=alert] button")].find(
        (button) => button.textContent?.includes("Try again"),
      );
      if (again === undefined) throw new Error("There is no button “Try again”.");
      again.click();
    });
    await expect(app.map).toBeVisible();
    await app.go("Explore");
    await expect(app.cellsOf("jaguar")).toBeVisible();
  });
  await test.step("a part that cannot be shown leaves the others as they are, and offers ways on", async () => {
    await openFile(page, {
      compare: {
        items: ["lynx", "cat", "dog"].map((term) => ({ ...side({ term }), typed: term })),
        threshold: THRESHOLD,
      },
    });
    await app.go("Explore");
    await app.build("jaguar");
    await breakThreshold(page);
    await app.go("Compare");
    const trouble = page.getByRole("alert").filter({ hasText: "cannot be shown" });
    await expect(trouble).toHaveCount(1);
    await expect(app.map).toBeVisible();
    await expect(trouble).toContainText("The last step was “");
    const saving = page.waitForEvent("download");
    await trouble.getByRole("button", { name: "Save my work" }).click();
    const saved = JSON.parse(await readFile(await (await saving).path(), "utf8"));
    expect(saved.content.subject.line).toBe("jaguar");
    await page.reload();
    await app.go("Compare");
    await expect(app.map).toBeVisible();
    await expect(trouble).toHaveCount(0);
  });
});

test("a workspace file with something damaged opens without it, and says so", async ({
  page,
  connection,
}) => {
  const app = await App.open(page, connection);
  const notice = page.getByRole("status").filter({ hasText: "was left out" });
  // What a step builds at its end is there when the next file is opened.
  await app.build("jaguar");
  for (const [what, content, named] of DAMAGED)
    await test.step(what, async () => {
      await openFile(page, content);
      await expect(notice).toContainText(named);
      await app.go("Collections");
      await app.go("Compare");
      await expect(app.map).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
      await expect(page.getByText("Saved", { exact: true })).toBeVisible();
      await page.reload();
      await expect(notice).toContainText(named);
      await app.go("Explore");
      await app.build("violin");
    });
});
