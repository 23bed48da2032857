import { expect, it } from "vitest";
import { tidyUpAfter } from "../../../../core/node/threads/tidy-up.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it("collects what a large call left behind, once it is over", async () => {
  const left = new WeakRef(makeGarbage());
  await nextTurn();
  tidyUpAfter(64 * 1024 * 1024);
  await nextTurn();
  await nextTurn();
  expect(left.deref()).toBeUndefined();
});

/** Old enough not to go with the next small collection. */
function makeGarbage(): object {
  return { words: Array.from({ length: 100_000 }, (_, i) => `word ${i}`) };
}
