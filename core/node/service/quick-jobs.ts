import type { Engine } from "../../analysis/engine.ts";
import type { ThreadEngine } from "../engine/thread-engine.ts";
import type { QuickRunner } from "../jobs/job-acceptor.ts";
import { type JobReport, jobMethods } from "../jobs/job-methods.ts";
import type { JobRequest } from "../jobs/job-request.ts";
import { jobKinds } from "../jobs/kinds.ts";
import type { CallContext } from "../threads/protocol.ts";
import type { WorkerPool } from "../threads/worker-pool.ts";
import type { CallMethods } from "../wire/call-methods.ts";

/** What a thread of the pool does for tasks that are over in a moment. */
type QuickJobs = ReturnType<typeof quickJobs>;

/** What the threads that answer calls are asked for. */
export type PoolMethods = CallMethods & QuickJobs & Pick<ThreadEngine, "retinas">;

/** Reading inputs and running tasks over an engine that is open already. */
export function quickJobs(engine: Engine) {
  const methods = (mayReadFiles: boolean) =>
    jobMethods({
      kinds: jobKinds,
      retinas: engine.names,
      mayReadFiles,
      openEngine: () => engine,
      collections: () => {
        throw new Error("A task that is over in a moment uses no collections.");
      },
    });
  return {
    jobAccept: ({ mayReadFiles, ...input }: JobInputHere) => methods(mayReadFiles).accept(input),
    jobRun: (folder: string, context: CallContext<JobReport>) =>
      methods(false).run(folder, context),
  };
}

interface JobInputHere {
  readonly request: JobRequest;
  readonly folder: string;
  readonly mayReadFiles: boolean;
}

/** The pool as what runs such tasks; they never take the last thread. */
export const quickRunner = (pool: WorkerPool<PoolMethods>, mayReadFiles: boolean): QuickRunner => ({
  accept: (input) => pool.run("jobAccept", { ...input, mayReadFiles }, { isHeavy: true }),
  run: (folder, watch) => pool.run("jobRun", folder, { ...watch, isHeavy: true }),
});
