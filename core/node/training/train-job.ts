import type { TrainProgress } from "../../train/run/progress.ts";
import { serveTables } from "../files/table-service.ts";
import { Pool } from "../threads/pool.ts";
import type { TrainingRequest, TrainingResult } from "./run-training.ts";
import type { TrainMethods } from "./train-worker.ts";

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
  const pool = new Pool<TrainMethods>({
    file: "training/train-worker",
    threads: 1,
    graceMilliseconds: GRACE_MILLISECONDS,
  });
  const controller = new AbortController();
  const tables = serveTables();
  const options = { signal: controller.signal, onProgress, transfer: [tables] };
  const result = pool.run("train", { request, tables }, options).finally(() => pool.close());
  return { result, cancel: () => controller.abort() };
}
