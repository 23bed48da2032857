import type { App } from "./app.ts";

/** The line of Explore. */
export class ExpressionEditors {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Writes the line and takes it, also with words that are no terms. */
  async writeLine(line: string): Promise<void> {
    await this.#app.line.fill(line);
    await this.#app.line.press("Enter");
  }

  /** The line reads JSON, too. */
  async writeJson(value: object): Promise<void> {
    await this.writeLine(JSON.stringify(value));
  }
}
