import { Worker } from "node:worker_threads";
import type { JobKinds } from "../../core/node/jobs/job-kind.ts";

const COMPILED = new URL("../../dist/core/node/", import.meta.url).href;

/**
 * A task's thread as it is shipped, but with kinds that do what their input says: the first item of a comparison, the
 * first path of a training, which is the file that is “trained”.
 */
const SOURCE = `
const { copyFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { parentPort } = require("node:worker_threads");
const load = (file) => import(${JSON.stringify(COMPILED)} + file);
(async () => {
  const { serveMethods } = await load("threads/serve-methods.js");
  const { jobMethods } = await load("jobs/job-methods.js");
  const { JobFolder } = await load("jobs/job-folder.js");
  const deeds = {
    rows: async ({ rows }) => { for (const row of [1, 2, 3]) await rows.add(row); },
    many: async ({ rows }, texts) => { for (let i = rows.count; i < Number(texts[1]); i++) await rows.add(i); },
    crash: () => process.exit(1),
    hang: () => { for (;;); },
    throw: () => { throw new Error("on purpose"); },
    stray: async () => { void Promise.reject(new Error("stray")); await new Promise(() => {}); },
    memory: () => { const all = []; for (;;) all.push(Array.from({ length: 10000 }, (_, i) => ({ i }))); },
    full: async ({ rows }) => {
      JobFolder.prototype.writeChunk = async () => { throw Object.assign(new Error("full"), { code: "ENOSPC" }); };
      await rows.add(1);
    },
    litter: ({ workFolder }) => { writeFileSync(join(workFolder, "spill"), "x"); for (;;); },
    listen: async ({ signal, rows, progress }) => {
      await rows.add("before");
      progress({ phase: "listening", fraction: 0.5 });
      while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 2));
      const { cancelled } = await import(${JSON.stringify(new URL("../errors.js", COMPILED).href)});
      throw cancelled();
    },
    slowly: async ({ rows, signal }, texts) => {
      for (let i = rows.count; i < Number(texts[1]); i++) {
        if (signal.aborted) return;
        await rows.add(i);
        await rows.flush();
        // So slowly that it can be interrupted.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
  const kind = { needsRetina: false, resumes: false, check: () => {} };
  const kinds = {
    compareBulk: {
      ...kind,
      run: async ({ items }, context) => {
        const texts = items.map(({ text }) => text);
        await deeds[texts[0]](context, texts);
      },
    },
    train: {
      ...kind,
      run: async ({ paths }, { folder, progress }) => {
        progress({ phase: "map", fraction: 0.5, remainingSeconds: 12 });
        copyFileSync(paths[0], new JobFolder(folder).trainedFile);
      },
    },
    import: {
      ...kind,
      run: async ({ paths }, context) => deeds[paths[0]](context, paths),
    },
  };
  await serveMethods(parentPort, () => jobMethods({
    kinds, retinas: [], mayReadFiles: true, openEngine: () => { throw new Error("no engine here"); },
  }));
})();
`;

/** Starts such a thread. */
export const startJobThread = (): Worker =>
  new Worker(SOURCE, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 },
  });

const kind = { needsRetina: false, resumes: false, check: () => {}, run: async () => {} };

/** The same kinds for the main thread, which only accepts. */
export const testKinds = (
  options: Partial<Pick<JobKinds["compareBulk"], "resumes" | "isQuick">> = {},
): JobKinds => ({
  compareBulk: { ...kind, ...options },
  train: kind,
  import: { ...kind, lane: "imports" },
});
