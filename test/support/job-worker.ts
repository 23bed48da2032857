import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cancelled } from "../../core/errors.ts";
import type { JobProgress } from "../../core/node/jobs/job.ts";
import type { JobOrder } from "../../core/node/jobs/run-job.ts";
import type { CallContext } from "../../core/node/threads/protocol.ts";
import { answerTasks } from "../../core/node/threads/serve-methods.ts";

type Context = CallContext<JobProgress>;

/** What the first path of an import names. */
const deeds: Readonly<Record<string, (order: JobOrder, context: Context) => unknown>> = {
  rows: (_, { report }) =>
    report({ phase: "rows", fraction: 0.9, counted: 3, remainingSeconds: null }),
  crash: () => process.exit(1),
  hang: () => {
    for (;;);
  },
  throw: () => {
    throw new Error("on purpose");
  },
  stray: async () => {
    void Promise.reject(new Error("stray"));
    await new Promise(() => {});
  },
  memory: () => {
    const all: unknown[] = [];
    for (;;) all.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
  },
  litter: ({ scratch }) => {
    writeFileSync(path.join(scratch, "spill"), "x");
    for (;;);
  },
  listen: async (_, { signal, report }) => {
    report({ phase: "listening", fraction: 0.5, remainingSeconds: null });
    while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 2));
    throw cancelled();
  },
};

/** A training copies its path. */
async function run(order: JobOrder, context: Context): Promise<unknown> {
  const { input } = order.input;
  const [first = ""] = input.paths;
  if (input.kind === "train") {
    context.report({ phase: "map", fraction: 0.5, remainingSeconds: 12 });
    copyFileSync(first, order.trainedFile);
    return undefined;
  }
  await deeds[first]?.(order, context);
  return { counted: 3, report: { added: 3 } };
}

export const answer = answerTasks(() => ({ run }));
