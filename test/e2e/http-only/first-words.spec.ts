import type { Page } from "@playwright/test";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { App, type ViewName } from "../support/app.ts";
import type { Engine } from "../support/host.ts";
import { expect, test } from "../support/test.ts";

/** What a person enters while the saved workspace is still on its way, view by view. */
interface FirstWords {
  readonly view: ViewName;
  readonly what: string;
  /** Taken over already, not half typed. */
  readonly isComplete?: true;
  enter(page: Page): Promise<void>;
  stays(page: Page): Promise<void>;
}

const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

const FIRST_WORDS: readonly FirstWords[] = [
  {
    view: "Explore",
    what: "a part that was added",
    isComplete: true,
    enter: async (page) => {
      await page.keyboard.type("jaguar");
      await page.keyboard.press("Enter");
    },
    stays: async (page) => {
      await expect(box(page, "Expression")).toHaveValue("jaguar");
      await expect(page.getByRole("treeitem", { name: /^jaguar, \d+ cells/ })).toBeVisible();
    },
  },
  {
    view: "Explore",
    what: "half a word in the box",
    enter: (page) => page.keyboard.type("jagu"),
    stays: (page) => expect(new App(page).line).toHaveValue("jagu"),
  },
  {
    view: "Explore",
    what: "a line that is not ready",
    enter: async (page) => {
      await box(page, "Expression").focus();
      await page.keyboard.type("jaguar + ");
    },
    stays: (page) => expect(box(page, "Expression")).toHaveValue("jaguar + "),
  },
  {
    view: "Explore",
    what: "JSON in the line that is not ready",
    enter: async (page) => {
      await box(page, "Expression").focus();
      await page.keyboard.type('{"or": [');
    },
    stays: (page) => expect(box(page, "Expression")).toHaveValue('{"or": ['),
  },
  {
    view: "Explore",
    what: "a term that was looked up",
    enter: async (page) => {
      await page.keyboard.type("jaguar");
      await page.keyboard.press("Control+Enter");
      await expect(new App(page).similar).toBeVisible();
    },
    stays: (page) => expect(page.getByRole("grid", { name: "Similar terms" })).toBeVisible(),
  },
  {
    view: "Compare",
    what: "a word",
    isComplete: true,
    enter: (page) => new App(page).compare("jaguar"),
    stays: (page) => expect(new App(page).compared).toContainText(["jaguar"]),
  },
  {
    view: "Compare",
    what: "half a word in the box",
    enter: (page) => new App(page).compareBox.fill("jagu"),
    stays: (page) => expect(new App(page).compareBox).toHaveValue("jagu"),
  },
  {
    view: "Compare",
    what: "another word beside the saved one",
    enter: (page) => new App(page).compare("jaguar"),
    stays: (page) => expect(new App(page).compared).toContainText(["drum", "jaguar"]),
  },
  {
    view: "Filters",
    what: "a filter that was made",
    isComplete: true,
    enter: async (page) => {
      await box(page, "Name of the category").fill("Cats");
      await new App(page).button("Create").click();
    },
    stays: (page) => expect(box(page, "Name of the filter")).toHaveValue("Cats"),
  },
  {
    view: "Filters",
    what: "half a name in the box",
    enter: (page) => box(page, "Name of the category").fill("Ca"),
    stays: (page) => expect(box(page, "Name of the category")).toHaveValue("Ca"),
  },
  {
    view: "Text",
    what: "a text",
    isComplete: true,
    enter: (page) => box(page, "Text to look at").fill("The jaguar swims."),
    stays: (page) => expect(box(page, "Text to look at")).toHaveValue("The jaguar swims."),
  },
  {
    view: "Maps",
    what: "the form of a training",
    enter: async (page) => {
      await page.getByRole("radio", { name: "Train your own" }).check();
      await box(page, "Name").fill("cats");
    },
    stays: (page) => expect(box(page, "Name")).toHaveValue("cats"),
  },
];

/** The view that the page begins in needs no click. */
async function begin(app: App, view: ViewName): Promise<void> {
  if (view !== "Explore") await app.go(view);
  else await expect(app.line).toBeFocused();
}

/** What is complete stays wherever the person has gone meanwhile: one window for all of it. */
const COMPLETE = FIRST_WORDS.filter(({ isComplete }) => isComplete);
const UNDER_WAY = FIRST_WORDS.filter(({ isComplete }) => !isComplete);

for (const together of [COMPLETE, ...UNDER_WAY.map((each) => [each])]) {
  const named = together.map(({ view, what }) => `${view}: ${what}`).join(", ");
  test(`${named} is kept when other work arrives, and so is that work`, async ({
    page,
    connection,
    engine,
    faults,
  }) => {
    await save(engine);
    const arrive = faults.hold("app.workspaceLoad");
    const app = await App.open(page, connection);
    for (const { view, enter } of together) {
      await begin(app, view);
      await enter(page);
    }
    arrive();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect(app.shelf.getByText("violin")).toBeVisible();
    // The last of them is in view.
    for (const { view, stays } of together.toReversed()) {
      if (together.length > 1) await app.go(view);
      await stays(page);
    }
  });
}

test("undo leads from what was entered first back to what was saved, and a later start has that", async ({
  page,
  connection,
  engine,
  faults,
}) => {
  await save(engine);
  const arrive = faults.hold("app.workspaceLoad");
  const app = await App.open(page, connection);
  await expect(app.line).toBeFocused();
  await page.keyboard.type("jaguar");
  await page.keyboard.press("Enter");
  arrive();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(app.line).toHaveValue("jaguar");
  await app.undo.click();
  await expect(app.line).toHaveValue("guitar");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(app.line).toHaveValue("guitar");
});

/** Work of an earlier run, with something in each view. */
async function save({ service }: Engine): Promise<void> {
  const side = { kind: "term", typed: "drum", source: { term: "drum" }, madeWith: "" };
  const pinned = {
    id: "violin",
    label: "violin",
    positions: [1, 2, 3],
    source: { term: "violin" },
    retina: { name: "en_associative", checksum: "" },
    created: "2026-01-01T00:00:00.000Z",
  };
  const content = {
    subject: { line: "guitar", cells: [] },
    compare: { items: [side], threshold: 0.3 },
    pins: [pinned],
    looking: { view: "text", map: { k: 1, x: 64, y: 64 }, hidden: [] },
  };
  const session = "an-earlier-run";
  const workspace = { version: 3, content };
  await service.handlers["app.workspaceSave"](
    { session, base: 0, save: 1, workspace },
    NEVER_CANCELLED,
  );
  await service.handlers["app.workspaceRelease"]({ session }, NEVER_CANCELLED);
}
