import type { TrainProgress } from "../../train/run/progress.ts";
import { serveTables } from "../files/table-service.ts";
import { startThread } from "../threads/start-thread.ts";
import { SupervisedWorker } from "../threads/supervised-worker.ts";
import type { TrainingRequest, TrainingResult } from "./run-training.ts";
import type { TrainMethods, TrainThreadData } from "./train-worker.ts";

/** A training under way on threads of its own. */
export interface TrainJob {
  /** @throws bad-corpus, bad-input, cancelled */
  readonly result: Promise<TrainingResult>;
  /** Ends the training at its next step, within seconds; then `result` is refused with `cancelled`. */
  cancel(): void;
}

/** A step of a large training may take this long; its spill files are deleted when it ends by itself. */
const GRACE_MILLISECONDS = 60_000;

/** Starts a training; the calling thread stays free. */
export function startTraining(
  request: TrainingRequest,
  onProgress: (progress: TrainProgress) => void,
): TrainJob {
  const worker = new SupervisedWorker<TrainMethods>({
    start: () => {
      const tables = serveTables();
      const data: TrainThreadData = { tables };
      return startThread("training/train-worker", { data, ports: [tables] });
    },
    graceMilliseconds: GRACE_MILLISECONDS,
  });
  const controller = new AbortController();
  const result = worker
    .call("train", request, { signal: controller.signal, onProgress })
    .finally(() => worker.close());
  return { result, cancel: () => controller.abort() };
}
