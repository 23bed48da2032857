import {
  type Browser,
  type BrowserContext,
  test as base,
  type Disposable,
  type Page,
  type PlaywrightTestOptions,
} from "@playwright/test";

type Options = Pick<
  PlaywrightTestOptions,
  "actionTimeout" | "colorScheme" | "locale" | "reducedMotion" | "timezoneId" | "viewport"
>;

/** What a test may listen to; what it leaves behind would be called in the next one. */
const HEARD = ["console", "download", "pageerror", "request", "response"] as const;

/**
 * The window that the tests of a worker have one after the other. It is left and emptied between two tests, but what the browser has
 * read and compiled of the program stays: its files, and the process, which lives as long as the page keeps to one origin. What
 * `empty` does not reset (permissions, location, being offline, headers) no test changes.
 */
export class SharedWindow {
  readonly context: BrowserContext;
  /** Origin of what is opened in it. */
  home = "";
  readonly #usual: Options;
  readonly #kept: Disposable[] = [];

  private constructor(context: BrowserContext, usual: Options) {
    this.context = context;
    this.#usual = usual;
  }

  static async open(browser: Browser, usual: Options): Promise<SharedWindow> {
    const { viewport, colorScheme, reducedMotion, locale, timezoneId } = usual;
    const looks = { viewport, colorScheme, reducedMotion };
    const context = await browser.newContext({
      ...looks,
      ...(locale !== undefined && { locale }),
      ...(timezoneId !== undefined && { timezoneId }),
    });
    context.setDefaultTimeout(usual.actionTimeout);
    return new SharedWindow(context, usual);
  }

  /** Until the page is left. */
  keep(given: Disposable): void {
    this.#kept.push(given);
  }

  /** As when the program was never opened in it. @returns its only page */
  async empty(viewport: Options["viewport"]): Promise<Page> {
    const [page = await this.context.newPage(), ...others] = this.context.pages();
    for (const other of others) await other.close();
    if (this.home !== "") await this.#leave(page);
    const { colorScheme, reducedMotion } = this.#usual;
    await page.emulateMedia({ colorScheme, reducedMotion, forcedColors: null, media: null });
    if (viewport !== null) await page.setViewportSize(viewport);
    return page;
  }

  async #leave(page: Page): Promise<void> {
    for (const heard of HEARD) page.removeAllListeners(heard);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    // Where it was, it would lie over what comes next.
    await page.mouse.move(-1, -1);
    // Storage is reached from its own origin alone. A usual browser opens no page for an error without a body.
    const left = `${this.home}/left`;
    await page.route(left, (route) => route.fulfill({ contentType: "text/html", body: "Left." }));
    await page.goto(left);
    await page.unroute(left);
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const { name = "" } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
    });
    await this.context.unrouteAll({ behavior: "ignoreErrors" });
    await this.context.clearCookies();
    for (const kept of this.#kept.splice(0)) await kept[Symbol.asyncDispose]();
  }
}

export interface WindowFixtures {
  readonly window: SharedWindow;
}

/** Tests that have the page of their worker. One that asks for a density of pixels has a window of its own. */
export const test = base.extend<object, WindowFixtures>({
  window: [
    async ({ browser }, use, { project }) => {
      const window = await SharedWindow.open(browser, project.use as Options);
      await use(window);
      await window.context.close();
    },
    { scope: "worker" },
  ],
  context: async ({ browser, window, viewport, deviceScaleFactor }, use) => {
    // Before a test in a window of its own as well: what stays open there would go on saving.
    await window.empty(viewport);
    if (deviceScaleFactor === undefined) return use(window.context);
    const own = await browser.newContext();
    await use(own);
    await own.close();
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
});
