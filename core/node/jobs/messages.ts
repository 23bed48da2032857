import type { Input } from "../../api/client-types.ts";
import type { WireError } from "../../errors.ts";
import type { RetinaTables } from "../../retina/retina-tables.ts";

/** The checked input of a task. */
export type JobInput = Input<"app.jobStart">;
/** What a person asked for in the training form. */
export type TrainRequest = Extract<JobInput["input"], { kind: "train" }>;
/** What tasks there are. */
export type JobKind = JobInput["input"]["kind"];

/** How the input came in: as a request not read yet, or as arguments. */
export type JobRequest =
  | { readonly search: string; readonly body: Uint8Array | undefined }
  | { readonly args: unknown };

/** What a job's thread is started with. */
export interface JobThreadData {
  readonly retinas: readonly RetinaTables[];
  readonly request: JobRequest;
  readonly stop: SharedArrayBuffer;
  /** False where a stranger could make the service read files. */
  readonly mayTrain: boolean;
}

/** From a job's thread. `training` is handed back, since training has threads of its own. */
export type JobMessage =
  | { readonly type: "refused"; readonly error: WireError }
  | {
      readonly type: "accepted";
      readonly kind: JobKind;
      readonly title: string;
      readonly total: number;
      readonly training: JobInput | null;
    }
  | { readonly type: "progress"; readonly done: number }
  | { readonly type: "rows"; readonly rows: readonly unknown[] }
  | { readonly type: "ended"; readonly error: WireError | null };
