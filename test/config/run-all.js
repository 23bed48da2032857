import { findTools } from "../../dist/test/support/cluster/find-tools.js";
import { handOverCluster } from "../../dist/test/support/cluster/shared-cluster.js";
import { findChromium, findFullChromium } from "./chromium.js";
import { runNode, runNodeBeside } from "./run-node.js";

/**
 * `npm test`: everything. The nodes of the cluster leave time to the others, so its tests run beside theirs; their output comes
 * when they are through. A part that fails does not keep the next from running. In CI some browser tests run in a browser with windows
 * as well, where there is one.
 */

const VITEST = "node_modules/vitest/vitest.mjs";
/** Exact pixels, a way through each view, and the start. */
const IN_FULL_BROWSER = ["--project=grid", "--project=app", "grid-", "short-ways", "/start.spec"];

const unit = runNode(VITEST, "run", "--config=test/config/vitest.config.ts");
// Where a machine cannot start one, the tests say so themselves.
const tools = findTools();
const cluster = typeof tools === "string" ? undefined : await handOverCluster(tools);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void end(1));

const clustered = runNodeBeside(VITEST, "run", "--config=test/config/vitest.cluster.config.ts");
// The browser tests kill a node, too.
const codes = await Promise.all([unit, clustered]);
codes.push(await runNode("test/config/run-e2e.js"));
const full = findFullChromium();
if (process.env.CI && full !== undefined && full !== findChromium()) {
  process.env.PLAYWRIGHT_CHROMIUM = full;
  codes.push(await runNode("test/config/run-e2e.js", ...IN_FULL_BROWSER));
}
await end(codes.every((code) => code === 0) ? 0 : 1);

async function end(code) {
  await cluster?.leave();
  process.exit(code);
}
