import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { startHarness } from "../../e2e/support/harness-server.ts";
import { Faults, openEngine, startHttpHost } from "../../e2e/support/host.ts";
import { measureApplication, measureStart } from "./measure-application.ts";
import { measureMap } from "./measure-map.ts";
import { printRows } from "./rows.ts";

/** Speed of the interface in a real Chromium on the shipped retina: `npm run bench:ui -- [--json]`. */
const { values } = parseArgs({
  options: { json: { type: "boolean" }, redraws: { type: "string", default: "10000" } },
});

const engine = await openEngine();
const host = await startHttpHost(engine, new Faults());
const harness = await startHarness();
const browser = await chromium.launch({
  executablePath: process.env.PLAYWRIGHT_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--enable-precise-memory-info", "--js-flags=--expose-gc"],
});
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
const start = await measureStart(page, host.address);
const rows = [
  start,
  ...(await measureApplication(page)),
  ...(await measureMap(await context.newPage(), harness.address, Number(values.redraws))),
];
await browser.close();
await harness.close();
await host.close();
await engine.close();
printRows(rows, values.json === true);
