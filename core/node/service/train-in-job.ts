import { availableParallelism } from "node:os";
import { cancelled } from "../../errors.ts";
import type { Train } from "../jobs/job-store.ts";
import { trainingOptions } from "../jobs/training-options.ts";
import { startTraining } from "../train-job.ts";

const MOST_THREADS = 8;

/** Trains on threads of its own, into the task's file. */
export const trainInJob: Train = async (input, { signal, out, report }) => {
  if (signal.aborted) throw cancelled();
  const threads = Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1));
  const request = { paths: input.paths, ...trainingOptions(input), threads, out };
  const job = startTraining(request, ({ phase, fraction, remainingSeconds }) =>
    report(phase, fraction, Number.isFinite(remainingSeconds) ? remainingSeconds : null),
  );
  signal.addEventListener("abort", () => job.cancel(), { once: true });
  await job.result;
};
