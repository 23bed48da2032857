import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { App } from "../e2e/support/app.ts";
import { CollectionDesk } from "../e2e/support/collection-desk.ts";
import { Faults, openEngine, startHttpHost } from "../e2e/support/host.ts";

/**
 * Takes the pictures of the documents from the running program: `npm run pictures`. `--all FOLDER` photographs every room
 * instead, in light and dark, at 1440 x 900 and 1024 x 768, for a look at the whole.
 */
const { values } = parseArgs({ options: { all: { type: "string" } } });
const MEDIA = resolve("renderer/media");
const SAMPLE_MS = 120_000;

type Theme = "light" | "dark";

interface Shot {
  readonly width?: number;
  readonly height?: number;
  readonly theme: Theme;
}

const engine = await openEngine();
const host = await startHttpHost(engine);
const browser = await chromium.launch({ executablePath: process.env.PLAYWRIGHT_CHROMIUM ?? "" });
try {
  await (values.all === undefined ? takeMedia(browser) : takeAll(browser, resolve(values.all)));
} finally {
  await browser.close();
  await host.close();
  await engine.close();
}

/** Opens a window of its own on an empty workspace. */
async function openApp(
  given: Browser,
  { width = 1440, height = 900, theme }: Shot,
): Promise<{ app: App; page: Page }> {
  engine.forget();
  const context = await given.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const address = host.admit(new Faults());
  const app = await App.open(page, { address } as Parameters<typeof App.open>[1]);
  await page.locator(".map-name").first().waitFor();
  return { app, page };
}

async function settle(page: Page): Promise<void> {
  await page.mouse.move(720, 890);
  await page.waitForLoadState("networkidle");
  await expect(page.locator(".loading, [role=progressbar]")).toHaveCount(0, {
    timeout: SAMPLE_MS,
  });
  // The ground of the map is drawn by a worker, after which the page asks for nothing.
  await page.waitForTimeout(1_500);
}

async function shoot(page: Page, file: string): Promise<void> {
  await settle(page);
  await page.screenshot({ path: file });
  console.log(file);
}

async function openSample(app: App, page: Page): Promise<CollectionDesk> {
  const desk = new CollectionDesk(app);
  await app.go("Collections");
  const open = page.getByRole("button", { name: /^Open the sample/ });
  await open.or(page.locator(".collection-count")).first().waitFor();
  if ((await open.count()) > 0) await open.first().click();
  await desk.expectIn(15_149, SAMPLE_MS);
  return desk;
}

async function compare(app: App): Promise<void> {
  await app.go("Compare");
  await app.compare(
    "The central bank raised interest rates to slow inflation.",
    "Borrowing money became more expensive for families this year.",
  );
}

async function takeMedia(given: Browser): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    const { app, page } = await openApp(given, { theme, width: 1280, height: 720 });
    await app.build("apple");
    await shoot(page, join(MEDIA, `explore-${theme}.png`));
    await page.context().close();
  }
  {
    const { app, page } = await openApp(given, { theme: "dark" });
    await compare(app);
    await shoot(page, join(MEDIA, "compare-dark.png"));
    await page.context().close();
  }
  {
    const { app, page } = await openApp(given, { theme: "light" });
    const desk = await openSample(app, page);
    await page
      .getByRole("combobox", { name: /^Search/ })
      .first()
      .fill("tariff");
    await page.keyboard.press("Enter");
    await desk.chips.getByRole("listitem").first().waitFor();
    await shoot(page, join(MEDIA, "collection-light.png"));
    await page.context().close();
  }
  {
    const { app, page } = await openApp(given, { theme: "dark" });
    const desk = await openSample(app, page);
    await desk.lens("Differences");
    const time = page.getByRole("combobox", { name: "A time for A" });
    const decade = await time.getByRole("option", { name: /^1860s/ }).getAttribute("value");
    await time.selectOption(decade);
    await shoot(page, join(MEDIA, "collection-difference-dark.png"));
    await page.context().close();
  }
}

async function takeAll(given: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const theme of ["light", "dark"] as const)
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
    ] as const) {
      const name = (what: string) => join(folder, `${what}-${theme}-${width}.png`);
      const { app, page } = await openApp(given, { theme, width, height });
      await shoot(page, name("explore-empty"));
      await app.build("apple");
      await shoot(page, name("explore"));
      await app.line.fill("apple - (computer + sweet)");
      await app.line.press("Enter");
      await shoot(page, name("explore-parts"));
      await compare(app);
      await shoot(page, name("compare"));
      await app.go("Filters");
      await shoot(page, name("filters-empty"));
      await app.button("Load a working example").click();
      await shoot(page, name("filters"));
      await app.go("Text");
      await shoot(page, name("text"));
      await app.go("Collections");
      await shoot(page, name("collections-empty"));
      const desk = await openSample(app, page);
      await shoot(page, name("collections"));
      for (const lens of ["Points", "Topics", "Differences", "Categories"] as const) {
        await desk.lens(lens);
        await shoot(page, name(`collections-${lens.toLowerCase()}`));
      }
      await app.go("Maps");
      await shoot(page, name("maps"));
      await page.context().close();
    }
}
