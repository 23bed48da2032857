import { parentPort, workerData } from "node:worker_threads";
import type { OpeningData } from "./opening/messages.ts";
import { serveOpening } from "./opening/serve-opening.ts";

if (parentPort !== null) await serveOpening(parentPort, workerData as OpeningData);
