import { seededRandom } from "../../support/seeded-random.ts";

import { expect, test } from "../support/map-test.ts";

const RATIOS = [1, 1.25, 1.5, 2, 3];
const CELL_SIZES = [1, 2, 3, 5, 8];
const SETS_EACH = 6;

test.describe("the drawn set is the given set, cell for cell", () => {
  for (const ratio of RATIOS)
    test(`at ${ratio} device pixels a CSS pixel, cells of ${CELL_SIZES.join(", ")} pixels`, async ({
      browser,
      map,
    }) => {
      const context = await browser.newContext({
        deviceScaleFactor: ratio,
        viewport: { width: 1400, height: 1100 },
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await page.goto(map);
      const random = seededRandom(Math.round(ratio * 100));
      for (const cell of CELL_SIZES) {
        const sets = Array.from({ length: SETS_EACH }, () =>
          random.distinct(random.below(1200), 16384),
        );
        const drawn = await page.evaluate(drawEach, { sets, size: (cell * 128) / ratio + 0.02 });
        expect(drawn.map(({ cells }) => cells)).toEqual(sets);
        expect(drawn.map(({ mixed }) => mixed)).toEqual(sets.map(() => 0));
      }
      await context.close();
    });

  test("also for the empty set, the full map and the four corners", async ({ page, map }) => {
    await page.goto(map);
    const sets = [[], [0], [0, 127, 16256, 16383]];
    const drawn = await page.evaluate(drawEach, { sets, size: 512 });
    expect(drawn.map(({ cells }) => cells)).toEqual(sets);

    const full = Array.from({ length: 16384 }, (_, cell) => cell);
    const [whole] = await page.evaluate(drawEach, { sets: [full], size: 512 });
    expect(whole?.colours).toBe(1);
    const [empty] = await page.evaluate(drawEach, { sets: [[]], size: 512 });
    expect(empty?.colours).toBe(1);
  });
});

/** Runs in the page. */
async function drawEach({ sets, size }: { sets: number[][]; size: number }) {
  const drawn = [];
  await window.harness.show({ sets: [], size });
  for (const set of sets) {
    await window.harness.show({ sets: [set] });
    drawn.push(window.harness.read());
  }
  return drawn;
}
