import { parentPort, workerData } from "node:worker_threads";
import type { OpeningData } from "./messages.ts";
import { serveOpening } from "./serve-opening.ts";

if (parentPort !== null) await serveOpening(parentPort, workerData as OpeningData);
