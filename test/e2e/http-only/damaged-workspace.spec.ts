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
const compare = (change: object) => ({
  compare: {
    scope: "pair",
    left: side({ term: "lynx" }),
    right: side({ term: "lynx" }),
    previous: null,
    hidden: [],
    threshold: 0.3,
    ...change,
  },
});
const collections = (restriction: object) => ({
  collections: { open: "Letters", looks: { Letters: look(restriction) } },
});
const like = { kind: "like", expression: { term: "bank" }, label: "bank" };

/** Each emptied the window for ever when it was opened; and what the sentence says of it. */
const DAMAGED: readonly (readonly [string, object, string])[] = [
  ["{} in compare", compare({ left: side({}) }), "the comparison (left.source)"],
  [
    "{term: {}} in compare",
    compare({ right: side({ term: {} }) }),
    "the comparison (right.source)",
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
      workspace: {
        version: 2,
        content: {
          looking: {
            view: Object.keys(content)[0] === "compare" ? "compare" : "collection",
            map: { k: 1, x: 64, y: 64 },
            looks: {},
            order: [],
          },
          ...content,
        },
        past: [],
        future: [],
      },
    }),
  ),
});

const openFile = (page: Page, content: object) =>
  page.getByLabel("Workspace file").setInputFiles(fileOf(content));

for (const [what, content, named] of DAMAGED)
  test(`a workspace file with ${what} opens without it, and says so`, async ({
    page,
    connection,
  }) => {
    const app = await App.open(page, connection);
    await app.build("jaguar");
    await openFile(page, content);
    const notice = page.getByRole("status").filter({ hasText: "was left out" });
    await expect(notice).toContainText(named);
    await app.go("Collection");
    await app.go("Compare");
    await expect(app.map).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await expect(notice).toContainText(named);
    await app.go("Build");
    await app.build("violin");
  });
