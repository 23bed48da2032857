import { expect, it } from "vitest";
import {
  collectGarbageWhenLarge,
  megabytesOfThread,
} from "../../../../core/node/threads/thread-memory.ts";

const GIGABYTE = 2 ** 30;

it("gives all threads together half of the memory, and each 1 to 4 GB", () => {
  expect(megabytesOfThread(4, 16 * GIGABYTE)).toBe(2048);
  expect(megabytesOfThread(3, 16 * GIGABYTE)).toBe(2730);
  expect(megabytesOfThread(1, 6 * GIGABYTE)).toBe(3072);
  // A text of 8 MB can be read on any machine.
  expect(megabytesOfThread(8, 8 * GIGABYTE)).toBe(1024);
  // No more than by default.
  expect(megabytesOfThread(2, 64 * GIGABYTE)).toBe(4096);
  expect(megabytesOfThread(2)).toBeGreaterThanOrEqual(1024);
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it("collects what a large call left behind, once it is over, and nothing after a small one", async () => {
  const left = new WeakRef(makeGarbage());
  await nextTurn();
  collectGarbageWhenLarge();
  await nextTurn();
  await nextTurn();
  expect(left.deref()).toBeDefined();
  collectGarbageWhenLarge(1);
  await nextTurn();
  await nextTurn();
  expect(left.deref()).toBeUndefined();
});

/** Old enough not to go with the next small collection. */
function makeGarbage(): object {
  return { words: Array.from({ length: 100_000 }, (_, i) => `word ${i}`) };
}
