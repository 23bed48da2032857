import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { findTools } from "../../support/cluster/find-tools.ts";
import { openSharedCluster, type SharedCluster } from "../../support/cluster/shared-cluster.ts";
import { ROOT } from "../support/built.ts";
import { CollectionDesk } from "../support/collection-desk.ts";
import { expect, test } from "../support/test.ts";

// Everything is asked of two stores.
test.describe.configure({ timeout: 360_000 });
const SLOW = { timeout: 120_000 };

const tools = findTools();
test.skip(typeof tools === "string", typeof tools === "string" ? tools : "");

let cluster: SharedCluster;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  if (typeof tools !== "string") cluster = await openSharedCluster(tools);
});
test.afterAll(async ({ engine }) => {
  // The engine outlives these tests, and the next of its worker must not look for a cluster that is gone.
  await engine.service.handlers["app.cluster"]({ action: "forget" }, NEVER_CANCELLED);
  // No test after these needs the nodes, and they cost the others time.
  await cluster?.stop();
});

const SPEAKER = "Theodore Roosevelt";

/**
 * Each hundredth paragraph of the sample: 230 years, and few enough to be read in twice. What one speaker said of forests is there
 * whole, so that he differs from the rest beyond chance, and one paragraph has a copy.
 */
async function speeches() {
  const packed = await readFile(join(ROOT, "retinas/samples/state-of-the-union.csv.gz"));
  const [head, ...lines] = gunzipSync(packed).toString("utf8").trim().split("\n");
  const isOfForests = (line: string) => line.includes(SPEAKER) && line.includes("forests");
  const some = lines.filter((line, place) => place % 100 === 0 || isOfForests(line));
  some.push(some.at(-1)!.replace(",", "-copy,"));
  // An id begins with the date.
  const since = (year: number) => some.filter((line) => Number(line.slice(0, 4)) >= year).length;
  return { csv: [head, ...some].join("\n"), rows: some.length, since };
}

/** Where collections are stored becomes the cluster. */
async function connect(desk: CollectionDesk): Promise<void> {
  const { page } = desk;
  await page.getByRole("button", { name: "More about collections" }).click();
  await page.getByRole("menuitem", { name: "Where collections are stored…" }).click();
  const box = page.getByRole("dialog", { name: "Where collections are stored" });
  await box.getByRole("textbox", { name: "Addresses" }).fill(cluster.urls.join("\n"));
  await box.getByRole("button", { name: "Test" }).click();
  await expect(box.locator(".connection-good")).toBeVisible(SLOW);
  await box.getByRole("button", { name: "Use this cluster" }).click();
  await expect(box).toBeHidden(SLOW);
}

async function make(desk: CollectionDesk, name: string): Promise<void> {
  const { csv, rows } = await speeches();
  await desk.drop(`${name}.csv`, csv);
  await desk.page.getByRole("textbox", { name: "Name" }).fill(name, SLOW);
  await desk.app.button("Create the collection").click();
  await desk.expectRows(rows, rows, 180_000);
}

/** The texts of parts of the page, once they say the same twice and nothing is still being counted. */
async function settled(page: Page, parts: readonly Locator[]): Promise<readonly string[]> {
  let before: readonly string[] = [];
  let same = 0;
  await expect
    .poll(async () => {
      const isBusy = (await page.locator("[data-stale], .loading").count()) > 0;
      const texts = await Promise.all(parts.map(async (part) => (await part.textContent()) ?? ""));
      const isSame = texts.every((text, i) => text === before[i] && text.trim() !== "");
      same = !isBusy && isSame ? same + 1 : 0;
      before = texts;
      return same;
    }, SLOW)
    .toBeGreaterThan(3);
  return before;
}

/** What each lens, the columns and the map's legend say of a collection, in the words of the page. */
async function readings(desk: CollectionDesk): Promise<Record<string, string>> {
  const { page } = desk;
  const centre = page.locator(".collection-centre");
  const columns = page.locator(".collection-facets");
  // What the colours mean, or that no cell stands out.
  const legend = page.locator(".map-foot");
  const found: Record<string, string> = {};
  const note = async (name: string) => {
    const parts = [
      [name, centre],
      [`${name}: columns`, columns],
      // Two parts that are compared have a legend of another kind.
      ...(name === "differences" ? [] : [[`${name}: map`, legend] as const]),
    ] as const;
    const texts = await settled(
      page,
      parts.map(([, part]) => part),
    );
    parts.forEach(([part], i) => {
      found[part] = texts[i]!;
    });
  };
  // Counts are drawn first, until it is known what usual texts have.
  await expect(legend).toContainText("more often", SLOW);
  await note("all rows");
  await desk.lens("Topics");
  await note("topics");
  await desk.lens("Near-duplicates");
  await note("near copies");
  await desk.lens("Rows");
  await desk.search("war with a foreign nation");
  await expect(desk.chip("war with a foreign nation")).toBeVisible(SLOW);
  await note("closest rows");
  await desk.takeAway("war with a foreign nation");
  await desk.value("speaker", SPEAKER).click();
  await expect(desk.chip(SPEAKER)).toBeVisible(SLOW);
  await note("one speaker");
  await desk.lens("Differences");
  await note("differences");
  // How a collection is looked at belongs to its name: the next of this name begins as this one did.
  await desk.takeAway(SPEAKER);
  await desk.lens("Rows");
  return found;
}

test("a cluster of three nodes shows what this machine shows, and a node that is killed while time is brushed takes no row and no label with it", async ({
  page,
  connection,
}) => {
  const desk = await CollectionDesk.open(page, connection);
  await test.step("a cluster of three nodes shows what this machine shows", async () => {
    await make(desk, "speeches");
    const here = await readings(desk);
    await connect(desk);
    // The program keeps to the cluster that it was given.
    await page.reload();
    await expect(
      page.getByText(/^Stored in the cluster at 127\.0\.0\.1:\d+ and 2 more$/),
    ).toBeVisible(SLOW);
    await make(desk, "speeches");
    const there = await readings(desk);
    expect(Object.keys(here)).toHaveLength(17);
    expect(here["all rows"]).toContain("Fellow-Citizens of the Senate");
    expect(here["one speaker"]).toContain(SPEAKER);
    expect(here["near copies"]).toContain("2 rows in 1 group");
    expect(here.differences).toMatch(/More in A.*forests[\d,]+×/);
    expect(there).toEqual(here);
  });

  await test.step("a node that is killed while time is brushed takes no row and no label with it", async () => {
    const { rows, since } = await speeches();
    await desk.rows.getByRole("row").nth(1).click();
    await page.keyboard.press("y");
    await expect(desk.rows.getByRole("row").nth(1)).toContainText("● matches", SLOW);
    const from = page.getByRole("slider", { name: "date, from" });
    await from.focus();
    await page.keyboard.press("ArrowRight");
    await cluster.kill(1);
    // From the 1790s on, a decade at a time.
    for (let step = 1; step < 9; step++) await page.keyboard.press("ArrowRight");
    await desk.expectRows(since(1880), rows, 120_000);

    await cluster.revive();
    await desk.takeAway("date");
    await desk.expectRows(rows, rows, 120_000);
    await expect(desk.rows.getByRole("row").nth(1)).toContainText("● matches", SLOW);
  });
});
