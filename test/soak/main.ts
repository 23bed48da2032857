import { parseArgs } from "node:util";
import { retinasFolder, startServerProcess } from "../support/server-process.ts";
import { median } from "../support/statistics.ts";
import { attack } from "./attacks.ts";
import { flipBits } from "./bit-flips.ts";
import { soakClosings } from "./closings.ts";
import { soakFiles } from "./files.ts";
import { killImports } from "./kills.ts";
import { runLoad } from "./run-load.ts";
import { soakTasks } from "./tasks.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    retinas: { type: "string" },
    threads: { type: "string", default: "2" },
    connections: { type: "string", default: "8" },
    /** Tasks started, stopped and killed at random, instead of calls. */
    tasks: { type: "boolean", default: false },
    /** Bits changed in the files of a collection, each followed by every question, instead of calls. */
    flips: { type: "string" },
    /** A service and a command killed during an import, so often and two thirds as often, instead of calls. */
    kills: { type: "string" },
    /** With kills: the rows are read by a small encoder. */
    encoded: { type: "boolean", default: false },
    /** The store closed and released again and again under labels and imports, instead of calls. */
    closings: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    /** Files that are traps, instead of calls. */
    files: { type: "boolean", default: false },
    /** Collections and texts that were made to cost much, instead of calls. */
    attacks: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
const retinas = retinasFolder(values.retinas);
const threads = Number(values.threads);

if (values.flips !== undefined) {
  let wrong = 0;
  for (const isKilled of [false, true]) {
    const options = { flips: Number(values.flips) / 2, seed: Number(values.seed), rows: 17_000 };
    for (const [file, counts] of await flipBits({ ...options, cellsOfRow: 20, isKilled })) {
      const { unchanged, said } = counts;
      wrong += counts.wrong.length;
      console.log(
        `${file.padEnd(18)}${isKilled ? "killed" : "closed"}  ${unchanged} changed nothing, ${said} were said, ${counts.wrong.length} were neither`,
      );
      for (const each of counts.wrong) console.log(`  ${each}`);
    }
  }
  process.exit(wrong === 0 ? 0 : 1);
}

if (values.attacks) {
  const isWell = await attack(retinas);
  console.log(isWell ? "All ended as it should." : "Something went on for too long.");
  process.exit(isWell ? 0 : 1);
}

if (values.kills !== undefined) {
  const services = Number(values.kills);
  const commands = Math.ceil((services * 2) / 3);
  const isEncoded = values.encoded;
  const options = { retinas, services, commands, seed: Number(values.seed), isEncoded };
  let wrong = 0;
  for (const [what, counts] of await killImports(options)) {
    wrong += counts.wrong.length;
    console.log(
      `${what}  killed ${counts.kills} times, ${counts.during} of them during the import`,
    );
    for (const each of counts.wrong) console.log(`  ${each}`);
  }
  console.log(wrong === 0 ? "Every row that was told is there, once." : "Rows are not as told.");
  process.exit(wrong === 0 ? 0 : 1);
}

if (values.closings) {
  const counts = await soakClosings({ retinas, minutes, seed: Number(values.seed) });
  const { closings, labels, imports, longest, wrong } = counts;
  console.log(
    `${closings} closings, ${labels} labels, ${imports} imports; the slowest closing took ${longest.toFixed(0)} ms`,
  );
  for (const each of wrong) console.log(`  ${each}`);
  console.log(
    wrong.length === 0 ? "Nothing acknowledged is lost." : "Something is lost or failed.",
  );
  process.exit(wrong.length === 0 ? 0 : 1);
}

if (values.tasks) {
  const isSame = await soakTasks({ retinas, threads, minutes });
  console.log(isSame ? "All is as it was." : "Something is not as it was.");
  process.exit(isSame ? 0 : 1);
}

if (values.files) {
  const isWell = await soakFiles({ retinas, threads });
  console.log(isWell ? "All were refused." : "Something went wrong.");
  process.exit(isWell ? 0 : 1);
}

const server = await startServerProcess({
  retinas,
  threads,
});
const memory: number[] = [];
const sampler = setInterval(() => memory.push(server.memory()), 2000);
const { kinds, failures } = await runLoad({
  ...server,
  milliseconds: minutes * 60_000,
  connections: Number(values.connections),
});
clearInterval(sampler);
const { code, errors } = await server.stop();

console.log(`${minutes} minutes, ${values.connections} connections, ${values.threads} threads`);
for (const { name, count, p50, p99, worst } of kinds)
  console.log(
    `  ${name.padEnd(24)}${String(count).padStart(9)} requests   p50 ${p50.toFixed(1)}   p99 ${p99.toFixed(1)}   worst ${worst.toFixed(0)} ms`,
  );
// The first fifth fills caches and young heaps.
const settled = memory.slice(Math.floor(memory.length / 5));
const third = Math.max(1, Math.floor(settled.length / 3));
const early = median(settled.slice(0, third));
const late = median(settled.slice(-third));
console.log(`memory ${early.toFixed(0)} MB, later ${late.toFixed(0)} MB`);
for (const failure of failures) console.log(failure);
if (errors !== "") console.log(`standard error: ${errors.slice(0, 2000)}`);
const isFlat = late < early * 1.15;
if (!isFlat) console.log("The memory grew.");
process.exitCode = failures.length === 0 && code === 0 && isFlat ? 0 : 1;
