import { findTools } from "../../dist/test/support/cluster/find-tools.js";
import { handOverCluster } from "../../dist/test/support/cluster/shared-cluster.js";
import { runNode, runNodeBeside } from "./run-node.js";

/**
 * `npm test`: everything. The nodes of the cluster leave time to the others, so its tests run beside theirs; their output comes
 * when they are through. A part that fails does not keep the next from running.
 */

const VITEST = "node_modules/vitest/vitest.mjs";

const unit = runNode(VITEST, "run", "--config=test/config/vitest.config.ts");
// Where a machine cannot start one, the tests say so themselves.
const tools = findTools();
const cluster = typeof tools === "string" ? undefined : await handOverCluster(tools);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void end(1));

const clustered = runNodeBeside(VITEST, "run", "--config=test/config/vitest.cluster.config.ts");
// The browser tests kill a node, too.
const codes = await Promise.all([unit, clustered]);
codes.push(await runNode("test/config/run-e2e.js"));
await end(codes.every((code) => code === 0) ? 0 : 1);

async function end(code) {
  await cluster?.leave();
  process.exit(code);
}
