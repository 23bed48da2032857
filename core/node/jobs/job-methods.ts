import type { MessagePort } from "node:worker_threads";
import type { Engine } from "../../analysis/engine.ts";
import { throwIfCancelled } from "../../errors.ts";
import type { ImportPlace } from "../collections/thread/run-import.ts";
import { type ReadableFolders, requireReadable } from "../files/readable.ts";
import type { CallContext } from "../threads/protocol.ts";
import { JobFolder, RowWriter } from "./job-folder.ts";
import type {
  JobContext,
  JobKinds,
  JobProgress,
  ReportedProgress,
  Surroundings,
} from "./job-kind.ts";
import { type Accepted, acceptInput, type JobRequest, kindOf, readInput } from "./job-request.ts";

/** What a running task reports. */
export type JobReport = ReportedProgress | { readonly rows: number };

/** What a task's thread works with. */
interface JobParts extends Surroundings {
  readonly kinds: JobKinds;
  readonly openEngine: () => Engine | Promise<Engine>;
  /** Where files of this machine have to lie that a task reads. */
  readonly folders?: ReadableFolders;
  /** @param retina the usual one when left out */
  readonly collections: (retina: string | undefined) => ImportPlace;
  /** To the thread of the collections; left out where no task reads tables. */
  readonly tablesPort?: MessagePort;
}

/** What a task's thread does: check an input that is too large for the main thread, or run a task. */
export type JobMethods = ReturnType<typeof jobMethods>;

export function jobMethods({ openEngine, collections, folders, tablesPort, ...parts }: JobParts) {
  return {
    accept: ({ request, folder }: { request: JobRequest; folder: string }): Promise<Accepted> =>
      acceptInput(request, new JobFolder(folder), parts),

    run: async (where: string, { signal, report }: CallContext<JobReport>): Promise<void> => {
      const folder = new JobFolder(where);
      const input = readInput(folder.readInput());
      const { run } = kindOf(parts.kinds, input);
      if (run === undefined) throw new Error("Tasks of this kind have threads of their own.");
      const rows = await RowWriter.open(folder, (count) => report({ rows: count }));
      const context: JobContext = {
        signal,
        progress: progressReporter(report),
        rows,
        folder: folder.path,
        workFolder: await folder.makeWorkFolder(),
        readable: (named) => requireReadable(named, folders),
        collections: () => collections(input.retina_name),
        tablesPort,
        model: async () => (await openEngine()).model(input.retina_name),
      };
      try {
        await run(input.input, context);
        // A kind that returns when it is asked to stop has not done its work.
        throwIfCancelled(signal);
      } finally {
        // What was done before a failure or a stop stays.
        await rows.flush();
      }
    },
  };
}

/** Progress is reported at most this often, in milliseconds. */
const INTERVAL = 100;

/** Hands on now and then how far a task has come, with an estimate of the rest where the task has none of its own. */
function progressReporter(report: (progress: ReportedProgress) => void) {
  const startedAt = Date.now();
  let startedFrom: number | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return ({ remainingSeconds: own, ...at }: JobProgress): void => {
    const { fraction } = at;
    startedFrom ??= fraction;
    const now = performance.now();
    if (now - reportedAt < INTERVAL) return;
    reportedAt = now;
    // A run that goes on begins in the middle.
    const done = startedFrom < 1 ? (fraction - startedFrom) / (1 - startedFrom) : 1;
    const remaining = own === undefined ? remainingSeconds(startedAt, done) : own;
    report({ ...at, remainingSeconds: remaining });
  };
}

/** Estimates the seconds left from how far a task has come; null in the first moments. */
export function remainingSeconds(startedAt: number, fraction: number, now = Date.now()) {
  const elapsed = (now - startedAt) / 1000;
  if (fraction <= 0.005 || elapsed < 0.5) return null;
  return Math.max(0, (elapsed * (1 - fraction)) / fraction);
}
