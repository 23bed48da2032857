import { parentPort, workerData } from "node:worker_threads";
import type { JobThreadData } from "./jobs/messages.ts";
import { runJob } from "./service/thread-engine.ts";

if (parentPort !== null) await runJob(parentPort, workerData as JobThreadData);
