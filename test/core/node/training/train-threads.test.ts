import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TrainThreads } from "../../../../core/node/training/run-context.ts";
import { mergeCounts } from "../../../../core/train/counting/associate.ts";
import type { Task } from "../../../../core/train/run/context.ts";

const workers = new Set<Worker>();
const notice = (worker: Worker) => {
  workers.add(worker);
  worker.once("exit", () => workers.delete(worker));
};
let runner: TrainThreads;
beforeEach(() => void process.on("worker", notice));
afterEach(async () => {
  await runner.close();
  expect(workers.size).toBe(0);
  process.off("worker", notice);
});

/** Threads that answer each task with the number of its order, or end. */
function open(threads: number): void {
  runner = new TrainThreads(threads, "../../test/support/train-task-worker");
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
