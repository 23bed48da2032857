import type { Engine } from "../../analysis/engine.ts";
import { throwIfCancelled } from "../../errors.ts";
import type { ImportPlace } from "../collections/thread/run-import.ts";
import { type ReadableFolders, requireReadable } from "../files/readable.ts";
import type { CallContext } from "../threads/protocol.ts";
import { JobFolder } from "./job-folder.ts";
import type { JobContext, JobKinds, Surroundings, ToldProgress } from "./job-kind.ts";
import { progressTeller } from "./job-progress.ts";
import { type Accepted, acceptInput, type JobRequest, kindOf, readInput } from "./job-request.ts";
import { RowWriter } from "./row-writer.ts";

/** What a running task reports. */
export type JobReport = ToldProgress | { readonly rows: number };

/** What a task's thread works with. */
export interface JobParts extends Surroundings {
  readonly kinds: JobKinds;
  readonly openEngine: () => Engine | Promise<Engine>;
  /** Where files of this machine have to lie that a task reads. */
  readonly folders?: ReadableFolders;
  /** @param retina the usual one when left out */
  readonly collections: (retina: string | undefined) => ImportPlace;
}

/** What a task's thread does: check an input that is too large for the main thread, or run a task. */
export type JobMethods = ReturnType<typeof jobMethods>;

export function jobMethods({ openEngine, collections, folders, ...parts }: JobParts) {
  return {
    accept: ({ request, folder }: { request: JobRequest; folder: string }): Promise<Accepted> =>
      acceptInput(request, new JobFolder(folder), parts),

    run: async (where: string, { signal, report }: CallContext<JobReport>): Promise<void> => {
      const folder = new JobFolder(where);
      const input = readInput(folder.readInput());
      const rows = await RowWriter.open(folder, (count) => report({ rows: count }));
      const context: JobContext = {
        signal,
        progress: progressTeller(report),
        rows,
        folder: folder.path,
        workFolder: await folder.makeWorkFolder(),
        readable: (named) => requireReadable(named, folders),
        collections: () => collections(input.retina_name),
        model: async () => (await openEngine()).model(input.retina_name),
      };
      try {
        await kindOf(parts.kinds, input).run(input.input, context);
        // A kind that returns when it is asked to stop has not done its work.
        throwIfCancelled(signal);
      } finally {
        // What was done before a failure or a stop stays.
        await rows.flush();
      }
    },
  };
}
