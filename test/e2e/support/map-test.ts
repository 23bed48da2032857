import { type HarnessServer, startHarness } from "./harness-server.ts";
import { test as base } from "./shared-window.ts";

/** Tests of the map alone: `map` is its page's address. */
export const test = base.extend<object, { map: string; harness: HarnessServer }>({
  harness: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const server = await startHarness();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  map: [async ({ harness }, use) => use(harness.address), { scope: "worker" }],
  page: async ({ page, window, map }, use) => {
    window.home = new URL(map).origin;
    await use(page);
  },
});
export { expect } from "@playwright/test";
