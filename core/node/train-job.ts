import { ApiError, type WireError } from "../errors.ts";
import type { TrainProgress } from "../train/types.ts";
import type { TrainingRequest, TrainingResult } from "./run-training.ts";
import { startThread } from "./threads/start-thread.ts";
import { makeStopFlag, raiseFlag } from "./threads/stop-flag.ts";

/** What the training's thread is started with. */
export interface TrainThreadData {
  readonly request: TrainingRequest;
  readonly stop: SharedArrayBuffer;
}

/** What the training's thread tells. */
export type TrainMessage =
  | { readonly type: "progress"; readonly progress: TrainProgress }
  | { readonly type: "done"; readonly result: TrainingResult }
  | { readonly type: "failed"; readonly error: WireError };

/** A training under way on threads of its own. */
export interface TrainJob {
  /** @throws bad-corpus, bad-input, cancelled */
  readonly result: Promise<TrainingResult>;
  /** Ends the training at its next step, within seconds; then `result` is refused with `cancelled`. */
  cancel(): void;
}

/** Starts a training; the calling thread stays free. */
export function startTraining(
  request: TrainingRequest,
  onProgress: (progress: TrainProgress) => void,
): TrainJob {
  const stop = makeStopFlag();
  const workerData: TrainThreadData = { request, stop };
  const worker = startThread("train-worker", { data: workerData });
  const result = new Promise<TrainingResult>((resolve, reject) => {
    worker.on("message", (message: TrainMessage) => {
      if (message.type === "progress") onProgress(message.progress);
      else if (message.type === "done") resolve(message.result);
      else reject(new ApiError(message.error));
    });
    worker.on("error", reject);
    worker.on("exit", () => reject(new Error("The training's thread ended early.")));
  });
  return { result, cancel: () => raiseFlag(stop) };
}
