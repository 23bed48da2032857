import type { Locator, Page } from "@playwright/test";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { App } from "./app.ts";
import type { Engine } from "./host.ts";
import type { Connection } from "./test.ts";
import { expect } from "./test.ts";
import { RETINA } from "./truth.ts";

const warm = new WeakSet<Engine>();

/** The first report reads the texts that ship; a test that waits for it would be about that. */
export async function warmUp(engine: Engine): Promise<void> {
  if (warm.has(engine)) return;
  warm.add(engine);
  const { handlers } = engine.service;
  const [positive, negative] = [cooking(3), politics(3)];
  await handlers["app.filterReport"](
    { retina_name: RETINA, name: "warm", positive, negative },
    NEVER_CANCELLED,
  );
}

/** The Filters view by what a person calls its parts. */
export class FilterDesk {
  readonly app: App;
  readonly page: Page;
  readonly quality: Locator;
  readonly threshold: Locator;

  constructor(app: App) {
    this.app = app;
    this.page = app.page;
    this.quality = app.page.getByRole("region", { name: "Quality" });
    this.threshold = app.page.getByRole("slider", { name: "Threshold" });
  }

  static async open(page: Page, connection: Connection): Promise<FilterDesk> {
    const app = await App.open(page, connection);
    await app.go("Filters");
    return new FilterDesk(app);
  }

  async create(name: string): Promise<void> {
    await this.page.getByRole("textbox", { name: "Name of the category" }).fill(name);
    await this.app.button("Create").click();
    await expect(this.page.getByRole("textbox", { name: "Name of the filter" })).toHaveValue(name);
  }

  side(belongs: boolean): Locator {
    const name = belongs ? "Matches" : "Does not match";
    return this.page.getByRole("region", { name, exact: true });
  }

  /** Puts texts on a side: one by typing, several by pasting lines. */
  async add(belongs: boolean, texts: readonly string[]): Promise<void> {
    const box = this.side(belongs).getByRole("textbox");
    await box.fill(texts.join("\n"));
    if (texts.length === 1) {
      await box.press("Enter");
      return;
    }
    await this.side(belongs)
      .getByRole("button", { name: /^Add [\d,]+ lines/ })
      .click();
  }

  examples(belongs: boolean): Locator {
    const side = belongs ? "matches" : "does not match";
    return this.page.getByRole("grid", { name: `Examples: ${side}` });
  }

  /** Scores the rows of a collection by the open filter, and waits for what belongs. */
  async applyTo(collection: string): Promise<void> {
    await this.app.button("Apply to…").click();
    await this.page.getByRole("menuitem", { name: new RegExp(`^${collection}, `) }).click();
    await expect(this.page.getByRole("table", { name: /^Categories of/ })).toBeVisible({
      timeout: 60_000,
    });
  }

  /** Drags from one place of the map to another, both in parts of its width and height. */
  async dragOverMap(
    from: readonly [x: number, y: number],
    to: readonly [x: number, y: number],
  ): Promise<void> {
    const box = await this.app.map.boundingBox();
    if (!box) throw new Error("The map is not on the page.");
    const { mouse } = this.page;
    await mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
    await mouse.down();
    await mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 4 });
    await mouse.up();
  }

  /** Does something of the filters' menu. */
  async choose(entry: string): Promise<void> {
    await this.app.button("More for filters").click();
    await this.page.getByRole("menuitem", { name: entry }).click();
  }
}

const DISHES = ["soup", "bread", "salad", "pasta", "rice", "cake", "chicken", "potatoes", "fish"];
const STEPS = ["bake", "boil", "fry", "roast", "season", "serve", "stir", "slice", "cook"];
const BODIES = ["parliament", "court", "minister", "senate", "government", "judge", "mayor"];
const MATTERS = ["taxes", "law", "budget", "election", "vote", "treaty", "reform", "debate"];

/** Distinct short sentences on cooking. */
export const cooking = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => {
    const [dish, step] = [DISHES[n % DISHES.length], STEPS[(n + Math.floor(n / 9)) % STEPS.length]];
    const second = DISHES[(n * 5 + 1) % DISHES.length];
    return `To ${step} the ${dish} you need butter, salt and ${second} for ${n + 2} people`;
  });

/** Distinct short sentences on politics. */
export const politics = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => {
    const body = BODIES[n % BODIES.length];
    const matter = MATTERS[(n + Math.floor(n / 7)) % MATTERS.length];
    return `The ${body} spoke on the ${matter} in its session number ${n + 2} this year`;
  });
