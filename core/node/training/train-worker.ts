import { parentPort } from "node:worker_threads";
import type { TrainProgress } from "../../train/run/progress.ts";
import type { CallContext } from "../threads/protocol.ts";
import { serveMethods } from "../threads/serve-methods.ts";
import { runTraining, type TrainingRequest } from "./run-training.ts";

/** What a training's thread does. */
export type TrainMethods = typeof methods;

const methods = {
  train: (request: TrainingRequest, { signal, report }: CallContext<TrainProgress>) =>
    runTraining(request, signal, report),
};

if (parentPort !== null) void serveMethods(parentPort, () => methods);
