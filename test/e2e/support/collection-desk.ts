import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { App } from "./app.ts";
import type { Engine } from "./host.ts";
import { type Connection, expect } from "./test.ts";

const warm = new WeakSet<Engine>();

/**
 * Reads one row in and asks for what stands out in it. The first import of a process loads the languages and the words of the
 * retina, the first heat works out ordinary texts, and other calls wait for that; it is no part of a test.
 */
export async function warmUp(engine: Engine): Promise<void> {
  if (warm.has(engine)) return;
  warm.add(engine);
  const { service, data } = engine;
  const { handlers } = service;
  const file = join(data, "first.csv");
  await writeFile(file, "id,text\n1,The first text that is read\n");
  const name = "first";
  const input = { name, paths: [file] };
  await handlers["app.jobStart"]({ input: { kind: "import", ...input } }, NEVER_CANCELLED);
  const state = async () => {
    const tasks = await handlers["app.jobs"]({}, NEVER_CANCELLED);
    return tasks.find(({ title }) => title === name)?.state;
  };
  await expect.poll(state, { timeout: 120_000 }).toBe("done");
  await handlers["app.collectionHeat"](
    { name, query: {}, over: "ordinary", estimate: false },
    NEVER_CANCELLED,
  );
  await handlers["app.collectionRemove"]({ name }, NEVER_CANCELLED);
}

const TEXTS = [
  ["bank", "The bank charged a fee on my account and refused to refund the money"],
  ["bank", "My credit card was charged twice and the bank did not return the payment"],
  ["bank", "The loan has a higher interest rate than the bank had promised"],
  ["phone", "The battery of the telephone is empty after an hour of music"],
  ["phone", "The screen of my phone broke and the camera takes no pictures"],
  ["phone", "The telephone has no signal and the network is slow"],
] as const;

const HEAD = "id,day,product,text";

/** Twelve short texts of two kinds over two months. */
export const COMPLAINTS = [
  HEAD,
  ...TEXTS.flatMap(([product, text], i) => [
    `${i + 1},2024-01-0${i + 1},${product},${text}`,
    `${i + 7},2024-02-1${i + 1},${product},"${text}, again"`,
  ]),
].join("\n");

/** Each of the six texts twenty times. */
export const MANY_COMPLAINTS = [
  HEAD,
  ...TEXTS.flatMap(([product, text], i) =>
    Array.from({ length: 20 }, (_, n) => `${i}-${n},2024-01-0${i + 1},${product},${text}`),
  ),
].join("\n");

/** Texts as a file of a collection. */
export const fileOf = (texts: readonly string[]): string =>
  ["id,text", ...texts.map((text, i) => `${i},"${text}"`)].join("\n");

/** The Collection view by what a person calls its parts. */
export class CollectionDesk {
  readonly app: App;
  readonly page: Page;
  readonly rows: Locator;
  readonly chips: Locator;

  constructor(app: App) {
    this.app = app;
    this.page = app.page;
    this.rows = app.page.getByRole("grid", { name: "Rows" });
    this.chips = app.page.getByRole("list", { name: "Restrictions" });
  }

  static async open(page: Page, connection: Connection): Promise<CollectionDesk> {
    return new CollectionDesk(await App.open(page, connection));
  }

  /** Drops a file on the window, wherever the person is. */
  async drop(name: string, content: string): Promise<void> {
    await this.page.evaluate(
      ([file, text]) => {
        const carried = new DataTransfer();
        carried.items.add(new File([text], file, { type: "text/csv" }));
        const target = document.querySelector("main") ?? document.body;
        for (const type of ["dragover", "drop"])
          target.dispatchEvent(
            new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }),
          );
      },
      [name, content] as const,
    );
  }

  /** A collection of this name from a file of these lines, whole. */
  async make(name: string, content: string, rows: number): Promise<void> {
    await this.drop(`${name}.csv`, content);
    await this.page.getByRole("textbox", { name: "Name" }).fill(name);
    await this.app.button("Create the collection").click();
    await this.expectIn(rows);
  }

  /**
   * All rows are in, and the window knows it: an import is a task, whose thread opens the retina first, and once the window
   * hears of its end it asks for everything again.
   */
  async expectIn(rows: number, timeout = 60_000): Promise<void> {
    await this.expectRows(rows, rows, timeout);
    await expect(this.page.getByRole("progressbar", { name: /^Import of / })).toHaveCount(0);
  }

  /** What the count above the table says. */
  async expectRows(left: number, all: number, timeout = 20_000): Promise<void> {
    const count = (value: number) => value.toLocaleString("en");
    await expect(this.page.locator(".collection-count")).toHaveText(
      left === all ? `${count(all)} rows` : `${count(left)} of ${count(all)} rows`,
      { timeout },
    );
  }

  chip(name: string | RegExp): Locator {
    return this.chips.getByRole("listitem").filter({ hasText: name });
  }

  async takeAway(name: string | RegExp): Promise<void> {
    await this.chip(name)
      .getByRole("button", { name: /^Remove / })
      .click();
  }

  value(column: string, value: string): Locator {
    return this.page
      .getByRole("list", { name: column, exact: true })
      .getByRole("button", { name: new RegExp(`^${value}`) });
  }

  row(text: RegExp): Locator {
    return this.rows.getByRole("row").filter({ hasText: text }).first();
  }

  async lens(
    name: "Rows" | "Points" | "Topics" | "Words" | "Differences" | "Categories" | "Near-duplicates",
  ): Promise<void> {
    await this.page.getByRole("radio", { name, exact: true }).check();
  }

  async search(text: string): Promise<void> {
    const box = this.page.getByRole("combobox", { name: "Search by meaning" });
    await box.fill(text);
    await box.press("Control+Enter");
  }
}
