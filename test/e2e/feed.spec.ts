import type { Locator, Page } from "@playwright/test";
import { cooking, FilterDesk, politics } from "./support/filter-desk.ts";
import { expect, test } from "./support/test.ts";

/** The feed of examples to decide on. */

const count = (heading: Locator): Promise<string | null> => heading.textContent();

class Feed {
  readonly desk: FilterDesk;
  readonly page: Page;
  readonly list: Locator;

  constructor(desk: FilterDesk) {
    this.desk = desk;
    this.page = desk.page;
    this.list = desk.page.getByRole("grid", { name: "Texts to decide on" });
  }

  /** A filter for cooking, and a file of which nobody has decided on anything. */
  static async open(desk: FilterDesk, texts: readonly string[]): Promise<Feed> {
    await desk.create("Cooking");
    await desk.add(true, cooking(4));
    await desk.look("Next");
    await desk.openTexts(texts);
    await desk.app.button("Find texts to decide on").click();
    return new Feed(desk);
  }

  async lane(name: RegExp): Promise<void> {
    await this.page.getByRole("radio", { name }).check();
  }

  get belonging(): Promise<string | null> {
    return count(this.desk.side(true).getByRole("heading"));
  }

  get other(): Promise<string | null> {
    return count(this.desk.side(false).getByRole("heading"));
  }

  async rows(): Promise<number> {
    return Number(await this.list.getAttribute("aria-rowcount")) - 1;
  }
}

test("the keys of the feed decide, skip and take back, after the mouse, after a dialog and on several rows", async ({
  page,
  connection,
}) => {
  const desk = await FilterDesk.open(page, connection);
  const feed = await Feed.open(desk, [...cooking(40).slice(10), ...politics(30)]);
  await feed.lane(/^Surely out/);
  await expect(feed.list.getByRole("row").nth(1)).toBeVisible();
  const whole = await feed.rows();

  await feed.list.getByRole("row").nth(2).click();
  const map = page.getByRole("region", { name: "Map", exact: true });
  await expect(map).toContainText("Cooking and the text");
  await page.keyboard.press("x");
  await expect.poll(() => feed.other).toBe("Does not belong 1");
  await expect(feed.list).toBeFocused();
  await page.keyboard.press("Space");
  await expect.poll(() => feed.rows()).toBe(whole - 2);
  await page.keyboard.press("Backspace");
  await expect.poll(() => feed.rows()).toBe(whole - 1);
  expect(await feed.other).toBe("Does not belong 1");

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await expect(sheet.getByRole("button", { name: "Key for Skip the text: Space" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(feed.list).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("x");
  await expect.poll(() => feed.other).toBe("Does not belong 4");
  await page.keyboard.press("Backspace");
  await expect.poll(() => feed.other).toBe("Does not belong 1");

  await feed.lane(/^Surely in/);
  await feed.list.focus();
  await page.keyboard.press("a");
  await expect.poll(() => feed.belonging).toBe("Belongs 5");
});

test("on another keyboard the letters count, or the places, as chosen", async ({
  page,
  connection,
}) => {
  const desk = await FilterDesk.open(page, connection);
  const feed = await Feed.open(desk, politics(12));
  await feed.lane(/^Surely out/);
  /** Where a board of another layout prints A, this one has Q. */
  const press = (key: string, code: string) =>
    feed.list.evaluate(
      (list, init) => list.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true })),
      { key, code },
    );
  await feed.list.focus();
  await press("a", "KeyQ");
  await expect.poll(() => feed.belonging).toBe("Belongs 5");
  await press("q", "KeyA");
  await page.getByText("Keys by their position").click();
  await expect(page.getByRole("switch", { name: /Keys by their position/ })).toBeChecked();
  await press("q", "KeyA");
  await expect.poll(() => feed.belonging).toBe("Belongs 6");
});

test("a file with nothing left to decide on says so, and does not load for ever", async ({
  page,
  connection,
}) => {
  const desk = await FilterDesk.open(page, connection);
  await Feed.open(desk, [...cooking(4), "zzqq xxqq"]);
  await expect(page.getByText(/Nothing is left to decide: every text/)).toBeVisible();
  await expect(page.getByRole("status", { name: /Judging/ })).toHaveCount(0);
  await expect(desk.app.button("Find texts to decide on")).toBeEnabled();
});
