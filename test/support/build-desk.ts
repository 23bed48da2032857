import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import type { Expression } from "../../core/expression/ast.ts";
import { printJson } from "../../core/expression/print-json.ts";
import { one, write } from "./page-parts.ts";
import type { WholePage } from "./whole-page.tsx";

/** Explore on the whole page, by what a person calls its parts. */
export class BuildDesk {
  readonly #page: WholePage;
  readonly #tree: () => Expression | undefined;

  private constructor(page: WholePage, tree: () => Expression | undefined) {
    this.#page = page;
    this.#tree = tree;
  }

  static async open(page: WholePage): Promise<BuildDesk> {
    await page.open();
    await screen.findByRole("region", { name: "Expression line" });
    // The page loads its own modules.
    const { currentTree } = await import("../../renderer/features/explore/edit-subject.ts");
    return new BuildDesk(page, currentTree);
  }

  get line(): HTMLInputElement {
    return one("textarea[aria-label='Expression']");
  }

  get tree(): HTMLElement {
    return one("[role=tree][aria-label='Parts of the expression']");
  }

  get rows(): HTMLElement[] {
    return [...this.tree.querySelectorAll<HTMLElement>("[role=treeitem]")];
  }

  get undo(): HTMLElement {
    return one("button[aria-label^='Undo:'], button[aria-label^='Nothing to undo']");
  }

  row(name: RegExp): HTMLElement {
    const found = this.rows.filter(({ ariaLabel }) => name.test(ariaLabel ?? ""));
    expect(found, String(name)).toHaveLength(1);
    return found[0]!;
  }

  /** Writes the line without taking it. */
  type(line: string): void {
    write(this.line, line);
  }

  /** Writes the line and takes it, also with words that are no terms. */
  async writeLine(line: string): Promise<void> {
    write(this.line, line);
    await this.#page.user.keyboard("{Enter}");
  }

  /** Null where there is no expression. */
  json(): unknown {
    const tree = this.#tree();
    return tree ? printJson(tree) : null;
  }

  /** How many cells the map shows now. */
  cells(): number {
    const map = screen.getByRole("region", { name: "Map" });
    const [text] = within(map).getAllByText(/[\d,]+ of 16,384 cells/);
    return Number((text?.textContent?.match(/[\d,]+/)?.[0] ?? "").replaceAll(",", ""));
  }

  /** The cells that the map shows, as its export copies them. */
  async shownPositions(): Promise<readonly number[]> {
    const { user } = this.#page;
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Positions" }));
    return waitFor(async () => JSON.parse(await navigator.clipboard.readText()));
  }

  /** Every row that counts shows its number of cells. */
  async untilCounted(): Promise<void> {
    await waitFor(() => {
      const names = this.rows.map((row) => row.ariaLabel);
      expect(names.filter((name) => !/, [\d,]+ cells?/.test(name ?? ""))).toEqual([]);
    });
  }
}
