import type { Page } from "@playwright/test";
import { MapPage } from "../../e2e/support/map-page.ts";
import { startFrames } from "./page-clock.ts";
import { type Row, rowOf } from "./rows.ts";

const REDRAWS_TIMED = 200;
const MOVES = 150;
/** A frame at 60 a second, and one that came late. */
const FRAME_AIM = 34;
const SETS = Array.from({ length: 8 }, (_, layer) =>
  Array.from({ length: 328 }, (_, i) => (i * 49 + layer * 7) % 16384).sort((a, b) => a - b),
);

/** The map by itself with eight layers: redraws, frames under the pointer, and what redraws leave in memory. */
export async function measureMap(page: Page, address: string, redraws: number): Promise<Row[]> {
  const map = await MapPage.open(page, address);
  await map.show({ sets: SETS, size: 768, usualStyle: true });
  const hovering = await frames(map, (i) => page.mouse.move(80 + i * 4, 300 + (i % 40)));
  const panning = await pan(map);
  await redraw(page, 50);
  const times = await redraw(page, REDRAWS_TIMED);
  // Fading would draw each of them several times.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await redraw(page, 500, true);
  const before = await held(page);
  await redraw(page, redraws, true);
  const after = await held(page);
  const over = `over ${redraws.toLocaleString("en")} redraws`;
  return [
    rowOf("Full grid redraw with 8 layers", times, { aim: 8 }),
    rowOf("Frame while hovering over 8 layers", hovering, { aim: FRAME_AIM }),
    rowOf("Frame while panning 8 layers, 4 times closer", panning, { aim: FRAME_AIM }),
    rowOf(`Memory grown ${over}`, [after.heap - before.heap], { aim: 2, unit: "MB" }),
    rowOf(`Nodes grown ${over}`, [after.nodes - before.nodes], { aim: 0, unit: "nodes" }),
  ];
}

async function pan(map: MapPage): Promise<number[]> {
  const { mouse } = map.page;
  await mouse.move(384, 384);
  for (let turn = 0; turn < 4; turn++) await mouse.wheel(0, -300);
  await map.show({});
  await mouse.down();
  const times = await frames(map, (i) => mouse.move(384 + 120 * Math.sin(i / 9), 384 + (i % 60)));
  await mouse.up();
  return times;
}

/** Milliseconds from frame to frame meanwhile. */
async function frames(map: MapPage, act: (move: number) => Promise<void>): Promise<number[]> {
  const stop = await startFrames(map.page);
  for (let i = 0; i < MOVES; i++) await act(i);
  return stop();
}

const redraw = (page: Page, count: number, isHurried = false) =>
  page.evaluate(({ sets, count, isHurried }) => window.harness.redraw(sets, count, isHurried), {
    sets: SETS,
    count,
    isHurried,
  });

async function held(page: Page): Promise<{ heap: number; nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes } = await session.send("Memory.getDOMCounters");
  await session.detach();
  return { heap: usedSize / 1e6, nodes };
}
