import type { Page } from "@playwright/test";
import { type Row, rowOf } from "./rows.ts";

const REDRAWS_TIMED = 200;

/** The map alone: redraws with eight layers, and what they leave in memory. */
export async function measureMap(page: Page, address: string, redraws: number): Promise<Row[]> {
  await page.goto(address);
  await page.waitForFunction(() => "harness" in window);
  const redraw = (count: number) =>
    page.evaluate(async (times) => {
      const sets = Array.from({ length: 8 }, (_, layer) =>
        Array.from({ length: 328 }, (_, i) => (i * 49 + layer * 7) % 16384).sort((a, b) => a - b),
      );
      const { harness } = window as unknown as {
        harness: { redraw(sets: number[][], count: number): Promise<number[]> };
      };
      return harness.redraw(sets, times);
    }, count);
  await redraw(50);
  const times = await redraw(REDRAWS_TIMED);
  const before = await heap(page);
  await redraw(redraws);
  const grown = (await heap(page)) - before;
  return [
    rowOf("Full grid redraw with 8 layers", times, { aim: 8 }),
    rowOf(`Memory grown over ${redraws} redraws`, [grown], { aim: 2, unit: "MB" }),
  ];
}

async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1e6;
}
