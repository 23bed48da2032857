import { Worker } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { TrainThreads } from "../../../../core/node/training/run-context.ts";
import { mergeCounts } from "../../../../core/train/counting/associate.ts";
import type { Task } from "../../../../core/train/run/context.ts";

/** Answers each task with the number of its order, or ends. */
const THREAD = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", ({ id, input }) => {
  if (input.input.isLast) process.exit(1);
  parentPort.postMessage({ type: "answer", id, value: input.input.number });
});
parentPort.postMessage({ type: "ready" });
`;

const workers = new Set<Worker>();
let runner: TrainThreads;
afterEach(async () => {
  await runner.close();
  expect(workers.size).toBe(0);
});

function open(threads: number): void {
  runner = new TrainThreads(threads, () => {
    const worker = new Worker(THREAD, { eval: true });
    workers.add(worker);
    worker.once("exit", () => workers.delete(worker));
    return worker;
  });
}

/** What a task is given means nothing here. */
const run = (input: { number: number; isLast?: boolean }): Promise<unknown> =>
  runner.run(mergeCounts as Task<unknown, unknown>, input);

it("hands no task to a thread that died while it had nothing to do", async () => {
  open(2);
  expect(await Promise.all([1, 2, 3].map((number) => run({ number })))).toEqual([1, 2, 3]);
  await Promise.all([...workers].map((worker) => worker.terminate()));
  expect(await Promise.all([4, 5, 6].map((number) => run({ number })))).toEqual([4, 5, 6]);
});

it("fails the task that a thread dies with, and goes on with the others", async () => {
  open(1);
  const outcomes = await Promise.allSettled([
    run({ number: 1 }),
    run({ number: 2, isLast: true }),
    run({ number: 3 }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
