import { parentPort, workerData } from "node:worker_threads";
import type { ThreadData } from "./pool/messages.ts";
import { answerOrders } from "./service/thread-engine.ts";

if (parentPort !== null) await answerOrders(parentPort, workerData as ThreadData);
