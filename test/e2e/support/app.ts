import { expect, type Locator, type Page } from "@playwright/test";
import { VIEWS as VIEW_LIST } from "../../../core/api/views.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Connection } from "./test.ts";

export const VIEWS = VIEW_LIST.map(({ title }) => title);
export type ViewName = (typeof VIEWS)[number];

/** The application's parts by what a person calls them. */
export class App {
  readonly page: Page;
  readonly map: Locator;
  readonly shelf: Locator;
  readonly tree: Locator;
  readonly undo: Locator;
  readonly redo: Locator;
  readonly similar: Locator;
  readonly line: Locator;

  constructor(page: Page) {
    this.page = page;
    this.map = page.getByRole("application", { name: "Semantic map" });
    this.shelf = page.getByRole("region", { name: "Shelf of pinned fingerprints" });
    this.tree = page.getByRole("tree", { name: "Parts of the expression" });
    this.undo = page.getByRole("button", { name: /^(Undo:|Nothing to undo)/ });
    this.redo = page.getByRole("button", { name: /^(Redo:|Nothing to redo)/ });
    this.similar = page.getByRole("grid", { name: "Similar terms" });
    this.line = page.getByRole("textbox", { name: "Expression", exact: true });
  }

  static async open(page: Page, { address }: Connection): Promise<App> {
    const app = new App(page);
    await page.goto(address);
    await expect(app.map).toBeVisible();
    await expect(page.getByRole("button", { name: /^Map: en_/ })).toBeVisible();
    // What is typed in the first moment would find no view yet.
    await expect(page.locator("html")).toHaveAttribute("data-whole");
    return app;
  }

  /** The application at one of its views. */
  static async openAt(page: Page, connection: Connection, view: ViewName): Promise<App> {
    const app = await App.open(page, connection);
    await app.go(view);
    return app;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  async go(view: ViewName): Promise<void> {
    if (view === "Maps") {
      await this.page.getByRole("button", { name: /^Map: / }).click();
      await this.page.getByRole("menuitem", { name: /^Manage maps/ }).click();
      await expect(this.page.getByRole("heading", { name: view, level: 2 })).toBeVisible();
      return;
    }
    const entry = this.page.getByRole("navigation", { name: "Views" }).getByRole("button", {
      name: view,
      exact: true,
    });
    await entry.click();
    await expect(entry).toHaveAttribute("aria-current", "page");
  }

  /** Goes to a view by the command palette, wherever the keyboard is. */
  async goByKeys(keyboard: Keyboard, view: ViewName): Promise<void> {
    await keyboard.press("Control+k");
    await expect(this.page.getByRole("dialog", { name: "Commands" })).toBeVisible();
    await keyboard.type(`${view}:`);
    await keyboard.press("Enter");
    await expect(
      this.page.getByRole("heading", { name: view, level: 2, exact: true }),
    ).toBeVisible();
  }

  /** Where the next item of Compare is typed. */
  get compareBox(): Locator {
    return this.page.getByRole("combobox", { name: "Add to the comparison" });
  }

  /** The items of Compare, a line each. */
  get compared(): Locator {
    return this.page.getByRole("list", { name: "Compared items" }).getByRole("listitem");
  }

  /** Adds what is typed to the comparison. */
  async compare(...things: readonly string[]): Promise<void> {
    for (const thing of things) {
      const before = await this.compared.count();
      await this.compareBox.fill(thing);
      await this.compareBox.press("Enter");
      await expect(this.compared).toHaveCount(before + 1);
    }
  }

  /** Unfolds the nine measures of the two that are compared. */
  async openMeasures(): Promise<void> {
    await this.page.getByText("All nine measures").click();
  }

  /** Adds a word to the line of Explore and waits for its cells. */
  async build(word: string): Promise<void> {
    const before = await this.line.inputValue();
    await this.line.fill(before.trim() === "" ? word : `${before} + ${word}`);
    await this.line.press("Enter");
    await expect(this.cellsOf(word)).toBeVisible();
  }

  /** A part of the tree once its cells are known. */
  cellsOf(part: string): Locator {
    return this.tree.getByRole("treeitem", { name: new RegExp(`${part}, [\\d,]+ cells?`) }).first();
  }

  /** How many cells the map shows now. */
  async cells(): Promise<number> {
    const text = await this.page
      .getByRole("region", { name: "Map", exact: true })
      .getByText(/[\d,]+ of 16,384 cells/)
      .first()
      .textContent();
    return Number((text?.match(/[\d,]+/)?.[0] ?? "").replaceAll(",", ""));
  }

  /** The cells that the map shows, as its export copies them. */
  async shownPositions(): Promise<readonly number[]> {
    return JSON.parse(await this.copied("Positions"));
  }

  /** What an entry of the export menu puts on the clipboard. */
  async copied(entry: string): Promise<string> {
    await this.page.evaluate(() => {
      const kept = window as unknown as { copied?: string };
      kept.copied = "";
      navigator.clipboard.writeText = async (text) => {
        kept.copied = text;
      };
    });
    await this.button("Export").click();
    await this.page.getByRole("menuitem", { name: entry, exact: true }).click();
    const copied = () =>
      this.page.evaluate(() => (window as unknown as { copied?: string }).copied ?? "");
    await expect.poll(copied).not.toBe("");
    return copied();
  }
}
