import { expect, type Locator, type Page, test } from "@playwright/test";

const MOST_TABS = 80;

/** Works a page with the keyboard alone, and counts the keys a person would have pressed. */
export class Keyboard {
  readonly #page: Page;
  #presses = 0;
  #typed = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  get presses(): number {
    return this.#presses;
  }

  /** Keys that are commands; letters of what is typed are not counted. */
  get commands(): number {
    return this.#presses - this.#typed;
  }

  async press(key: string, times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      this.#presses += 1;
      await this.#page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    this.#presses += [...text].length;
    this.#typed += [...text].length;
    await this.#page.keyboard.type(text);
  }

  /** Presses Tab (or another key) until the target has focus, as a person does who watches the focus ring. */
  async moveTo(target: Locator, key = "Tab"): Promise<void> {
    await expect(target).toBeVisible();
    // A person waits for a button that is not ready yet; Tab would pass it by.
    await expect(target).toBeEnabled();
    for (let i = 0; i < MOST_TABS; i++) {
      if (await hasFocus(target)) return;
      await this.press(key);
    }
    throw new Error(
      `${key} never reached ${String(target)}; focus is on ${await focused(this.#page)}`,
    );
  }
}

/** Keys that a main task takes beside what is typed. */
export const MOST_KEYS = 6;

/** Fails if a task takes more keys than it should; the figure is in the report. */
export function expectShort(keyboard: Keyboard, task: string, most = MOST_KEYS): void {
  test.info().annotations.push({ type: "keys", description: `${task}: ${keyboard.commands}` });
  expect(keyboard.commands, `keys to ${task}`).toBeLessThanOrEqual(most);
}

const hasFocus = (target: Locator) =>
  target.evaluate((node) => node === node.ownerDocument.activeElement);

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? "nothing");

/** Focus must never fall back to the page itself: a keyboard user would start again from the top. */
export async function expectFocusSomewhere(page: Page): Promise<void> {
  // What had the focus gets it back in the frame after a dialog is gone.
  await expect
    .poll(() => page.evaluate(() => document.activeElement === document.body), {
      message: "focus was lost to the page body",
    })
    .toBe(false);
}

/** Keys pressed in `box` have reached `item` of its list. The item is asked each time: a list that is drawn again has other ids. */
export async function expectReached(box: Locator, item: Locator): Promise<void> {
  const reached = async () => {
    const active = await box.getAttribute("aria-activedescendant");
    return active !== null && active === (await item.getAttribute("id"));
  };
  await expect.poll(reached, "the item that keys have reached").toBe(true);
}
