import { Worker } from "node:worker_threads";

const COMPILED = new URL("../../dist/core/node/", import.meta.url).href;

/** A task's thread that does what the first path of the input names. A training copies that path. */
const SOURCE = `
const { copyFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { parentPort } = require("node:worker_threads");
const load = (file) => import(${JSON.stringify(COMPILED)} + file);
(async () => {
  const { serveMethods } = await load("threads/serve-methods.js");
  const { cancelled } = await load("../errors.js");
  const deeds = {
    rows: ({ report }) => report({ phase: "rows", fraction: 0.9, counted: 3 }),
    crash: () => process.exit(1),
    hang: () => { for (;;); },
    throw: () => { throw new Error("on purpose"); },
    stray: async () => { void Promise.reject(new Error("stray")); await new Promise(() => {}); },
    memory: () => { const all = []; for (;;) all.push(Array.from({ length: 10000 }, (_, i) => ({ i }))); },
    litter: ({ scratch }) => { writeFileSync(join(scratch, "spill"), "x"); for (;;); },
    listen: async ({ signal, report }) => {
      report({ phase: "listening", fraction: 0.5 });
      while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 2));
      throw cancelled();
    },
  };
  await serveMethods(parentPort, () => ({
    run: async ({ input: { input }, trainedFile, scratch }, { signal, report }) => {
      const [path] = input.paths;
      if (input.kind === "train") {
        report({ phase: "map", fraction: 0.5, remainingSeconds: 12 });
        copyFileSync(path, trainedFile);
        return undefined;
      }
      await deeds[path]({ signal, report, scratch });
      return { name: input.name, records: 3 };
    },
  }));
})();
`;

/** Starts such a thread. */
export const startJobThread = (): Worker =>
  new Worker(SOURCE, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 },
  });
