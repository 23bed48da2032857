import { parseArgs } from "node:util";
import { UNHANDLED } from "../../core/node/config/process.ts";
import { retinasFolder, startServerProcess } from "../support/server-process.ts";
import { runFuzz } from "./run-fuzz.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    retinas: { type: "string" },
    threads: { type: "string", default: "2" },
  },
});
const count = Number(values.count);

const server = await startServerProcess({
  retinas: retinasFolder(values.retinas),
  threads: Number(values.threads),
});
const memory: number[] = [];
const started = performance.now();
const { statuses, problems } = await runFuzz({
  ...server,
  count,
  seed: Number(values.seed),
  onProgress(done) {
    if (done % Math.ceil(count / 20) !== 0) return;
    memory.push(server.memory());
    console.log(`${done} of ${count}, ${memory.at(-1)?.toFixed(0)} MB`);
  },
});
const { code, errors } = await server.stop();

const seconds = (performance.now() - started) / 1000;
console.log(`${count} requests in ${seconds.toFixed(0)} s, seed ${values.seed}`);
for (const [status, number] of [...statuses].sort(([a], [b]) => a - b))
  console.log(`  ${status}: ${number}`);
// The first quarter fills caches; what comes after must not grow.
const settled = memory.slice(Math.floor(memory.length / 4));
console.log(
  `memory after the first quarter ${settled[0]?.toFixed(0)} MB, at the end ${settled.at(-1)?.toFixed(0)} MB`,
);
for (const problem of problems) console.log(problem);
if (errors !== "") console.log(`standard error: ${errors.slice(0, 2000)}`);
const isHandled = !errors.includes(UNHANDLED);
process.exitCode = problems.length === 0 && code === 0 && isHandled ? 0 : 1;
