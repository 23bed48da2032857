import { type MessagePort, parentPort } from "node:worker_threads";
import type { TrainProgress } from "../../train/run/progress.ts";
import { tablesAt } from "../files/table-service.ts";
import { threadData } from "../threads/end-lock.ts";
import type { CallContext } from "../threads/protocol.ts";
import { serveMethods } from "../threads/serve-methods.ts";
import { runTraining, type TrainingRequest } from "./run-training.ts";

/** What a training's thread is given: a port to the thread that reads tables. */
export interface TrainThreadData {
  readonly tables: MessagePort;
}

const tables = tablesAt(threadData<TrainThreadData>().tables);

/** What a training's thread does. */
export type TrainMethods = typeof methods;

const methods = {
  train: (request: TrainingRequest, { signal, report }: CallContext<TrainProgress>) =>
    runTraining(request, signal, report, tables),
};

if (parentPort !== null) void serveMethods(parentPort, () => methods);
