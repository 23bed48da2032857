import { test as base } from "@playwright/test";
import { type Engine, Faults, type HttpHost, openEngine, startHttpHost } from "./host.ts";
import { IPC_PAGE, IpcBridge } from "./ipc-bridge.ts";
import { Keyboard } from "./keyboard.ts";
import { NetworkLog } from "./network-log.ts";

export interface Connection {
  readonly transport: "http" | "ipc";
  /** Where the page is; opening it for the first time lets the browser in. */
  readonly address: string;
  /** Null over HTTP. */
  readonly bridge: IpcBridge | null;
  /** Null over IPC. */
  readonly host: HttpHost | null;
}

interface TestFixtures {
  /** Drawing the ground of the map takes a fifth of what a test takes: tests that look at it ask for it by `test.use`. */
  readonly ground: "drawn" | "left out";
  readonly faults: Faults;
  /** The page's way to the engine: HTTP or the desktop's IPC code, as the project says. */
  readonly connection: Connection;
  readonly network: NetworkLog;
  readonly keyboard: Keyboard;
}

/**
 * Tests of the application. Each starts with an empty workspace on an engine that lives as long as the test
 * worker; both transports run the same specs.
 */
export const test = base.extend<TestFixtures, { engine: Engine }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const engine = await openEngine();
      await use(engine);
      await engine.close();
    },
    // Loading retinas and languages is no part of a test, so it has a time of its own.
    { scope: "worker", timeout: 180_000 },
  ],
  ground: ["left out", { option: true }],
  faults: async ({ ground }, use) => {
    const faults = new Faults();
    faults.drawsGround = ground === "drawn";
    await use(faults);
  },
  connection: async ({ engine, faults, context }, use, { project }) => {
    engine.forget();
    const transport = project.metadata.transport === "ipc" ? "ipc" : "http";
    if (transport === "ipc") {
      const bridge = await IpcBridge.open(Promise.resolve(engine.service.handlers), faults);
      await bridge.install(context);
      await use({ transport, address: IPC_PAGE, bridge, host: null });
    } else {
      const host = await startHttpHost(engine, faults);
      await use({ transport, address: host.address, bridge: null, host });
      await host.close();
    }
  },
  network: async ({ page }, use) => use(new NetworkLog(page)),
  keyboard: async ({ page }, use) => use(new Keyboard(page)),
});
export { expect } from "@playwright/test";
