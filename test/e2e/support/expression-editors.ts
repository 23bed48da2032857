import type { Locator } from "@playwright/test";
import type { App } from "./app.ts";

/** The line of Explore, and the JSON beside it to read. */
export class ExpressionEditors {
  readonly #app: App;
  readonly #json: Locator;

  constructor(app: App) {
    this.#app = app;
    this.#json = app.page.getByRole("textbox", { name: "Expression as JSON" });
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

  /** Null where there is no expression. */
  async json(): Promise<unknown> {
    const toggle = this.#app.button("As JSON");
    if ((await toggle.count()) === 0) return null;
    if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
    return JSON.parse(await this.#json.inputValue());
  }
}
