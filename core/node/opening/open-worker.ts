import { workerData } from "node:worker_threads";
import { answerTasks } from "../threads/serve-methods.ts";
import { openingMethods } from "./opening-methods.ts";

export const answer = answerTasks(() => openingMethods(workerData));
