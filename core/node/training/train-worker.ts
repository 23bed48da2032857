import type { MessagePort } from "node:worker_threads";
import type { TrainProgress } from "../../train/run/progress.ts";
import { tablesAt } from "../files/table-service.ts";
import type { CallContext } from "../threads/protocol.ts";
import { answerTasks } from "../threads/serve-methods.ts";
import { runTraining, type TrainingRequest } from "./run-training.ts";

interface TrainInput {
  readonly request: TrainingRequest;
  /** To the thread that reads tables. */
  readonly tables: MessagePort;
}

/** What a training's thread does. */
export type TrainMethods = typeof methods;

const methods = {
  train: ({ request, tables }: TrainInput, { signal, report }: CallContext<TrainProgress>) =>
    runTraining(request, signal, report, tablesAt(tables)),
};

export const answer = answerTasks(() => methods);
