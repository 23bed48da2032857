import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { retinasFolder, startServerProcess } from "../../support/server-process.ts";
import { bulkAgainstSingles } from "./bulk-against-singles.ts";
import { compareAgainstBare } from "./compare-against-bare.ts";
import { firstUse } from "./first-use.ts";
import { similarAgainstEngine } from "./similar-against-engine.ts";
import { textBulk } from "./text-bulk.ts";

const { values } = parseArgs({
  options: {
    retinas: { type: "string" },
    data: { type: "string" },
    seconds: { type: "string", default: "4" },
  },
});
const retinas = retinasFolder(values.retinas);
const data = values.data ?? path.resolve(import.meta.dirname, "../../../../../shared/benchmarks");

console.log(`Node ${process.versions.node}, ${availableParallelism()} processors`);
const fresh = await firstUse(retinas);
const server = await startServerProcess({ retinas, threads: 2 });
// Regions are computed in the background after the start.
await fetch(`${server.url}/rest/semascope/atlas`, { headers: { "api-key": server.apiKey } });
const rows = [
  ...fresh,
  ...(await compareAgainstBare(server, Number(values.seconds))),
  ...(await similarAgainstEngine(server, retinas)),
  ...(await bulkAgainstSingles(server)),
  ...(await textBulk(server, data)),
];
await server.stop();
for (const { what, value, aim } of rows)
  console.log(`${what.padEnd(62)}${value.padStart(14)}   ${aim}`);
