import { parentPort } from "node:worker_threads";
import { serveTrainTasks } from "./serve-train-tasks.ts";

if (parentPort !== null) serveTrainTasks(parentPort);
