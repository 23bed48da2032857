import { runNode, runNodeBeside } from "./run-node.js";

/**
 * `npm test`: everything. The nodes of the cluster leave time to the others, so its tests run beside theirs; their output comes
 * when they are through. A part that fails does not keep the next from running.
 */

const VITEST = "node_modules/vitest/vitest.mjs";

const cluster = runNodeBeside(VITEST, "run", "--config=test/config/vitest.cluster.config.ts");
const unit = await runNode(VITEST, "run", "--config=test/config/vitest.config.ts");
const browser = await runNode("test/config/run-e2e.js");
const codes = [unit, browser, await cluster];
process.exit(codes.every((code) => code === 0) ? 0 : 1);
