import { expect, type Locator } from "@playwright/test";
import type { App } from "./app.ts";

/** The line of Explore, and the JSON beside it to read. */
export class ExpressionEditors {
  readonly #app: App;
  readonly #json: Locator;

  private constructor(app: App) {
    this.#app = app;
    this.#json = app.page.getByRole("textbox", { name: "Expression as JSON" });
  }

  static async open(app: App): Promise<ExpressionEditors> {
    const editors = new ExpressionEditors(app);
    await app.button("As JSON").click();
    await expect(editors.#json).toBeVisible();
    return editors;
  }

  /** Writes the line and takes it, also with words that are no terms. */
  async writeLine(line: string): Promise<void> {
    await this.#app.line.fill(line);
    await this.#app.line.press("Enter");
  }

  /** The box reads JSON, too; here it takes the place of all there is. */
  async writeJson(value: object): Promise<void> {
    await this.#app.partBox.fill(JSON.stringify(value));
    await this.#app.partBox.press("Control+Enter");
  }

  async json(): Promise<unknown> {
    return JSON.parse((await this.#json.inputValue()) || "null");
  }
}
