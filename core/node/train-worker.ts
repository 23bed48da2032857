import { parentPort, workerData } from "node:worker_threads";
import { ApiError } from "../errors.ts";
import { runTraining } from "./run-training.ts";
import { flagSignal } from "./threads/stop-flag.ts";
import type { TrainMessage, TrainThreadData } from "./train-job.ts";

const { request, stop } = workerData as TrainThreadData;
const send = (message: TrainMessage) => parentPort?.postMessage(message);

try {
  const result = await runTraining(request, flagSignal(stop), (progress) =>
    send({ type: "progress", progress }),
  );
  send({ type: "done", result });
} catch (cause) {
  if (!(cause instanceof ApiError)) console.error(cause);
  send({ type: "failed", error: ApiError.toWire(cause) });
}
