import { type Engine, Faults, type HttpHost, openEngine, startHttpHost } from "./host.ts";
import { IpcBridge } from "./ipc-bridge.ts";
import { Keyboard } from "./keyboard.ts";
import { NetworkLog } from "./network-log.ts";
import { test as base } from "./shared-window.ts";

type Transport = "http" | "ipc";

export interface Connection {
  readonly transport: Transport;
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
  readonly transport: Transport;
  /** The page's way to the engine: HTTP or the desktop's IPC code. */
  readonly connection: Connection;
  readonly network: NetworkLog;
  readonly keyboard: Keyboard;
}

interface WorkerFixtures {
  readonly engine: Engine;
  /** One address for all tests of a worker: the browser keeps the compiled code by address. */
  readonly host: HttpHost;
  /** What the test before could break. */
  readonly former: { faults: Faults };
}

/**
 * Tests of the application. Each starts with an empty workspace and an empty browser, on an engine and at an address that live as
 * long as the test worker; both transports run the same specs.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
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
  host: [
    async ({ engine }, use) => {
      const host = await startHttpHost(engine);
      await use(host);
      await host.close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  former: [async ({}, use) => use({ faults: new Faults() }), { scope: "worker" }],
  transport: ["http", { option: true }],
  ground: ["left out", { option: true }],
  faults: async ({ ground }, use) => {
    const faults = new Faults();
    faults.drawsGround = ground === "drawn";
    await use(faults);
  },
  // Comes after `context`, which has left the page of the test before.
  connection: async ({ engine, host, former, faults, transport, window, context }, use) => {
    window.home = host.origin;
    const bridge =
      transport === "http"
        ? null
        : await IpcBridge.open(Promise.resolve(engine.service.handlers), faults);
    const address = bridge === null ? host.admit(faults) : host.lend(faults, bridge.files);
    // A page writes its last edits when it is left: they belong to the test before.
    await former.faults.end();
    former.faults = faults;
    engine.forget();
    for (const bridged of (await bridge?.install(context)) ?? []) window.keep(bridged);
    await use({ transport, address, bridge, host: bridge === null ? host : null });
  },
  network: async ({ page }, use) => use(new NetworkLog(page)),
  keyboard: async ({ page }, use) => use(new Keyboard(page)),
});

/**
 * Tests over HTTP and over the desktop's IPC code. How calls travel is tested endpoint by endpoint in `test/contract`; here belongs
 * what depends on it beyond that: start and end of a page, large bodies, cancelling, policies, and one task of each view.
 */
export function overBoth(declare: () => void): void {
  for (const transport of ["http", "ipc"] as const)
    test.describe(`over ${transport}`, () => {
      test.use({ transport });
      declare();
    });
}

export { expect } from "@playwright/test";
