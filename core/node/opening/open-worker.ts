import { parentPort, workerData } from "node:worker_threads";
import { serveMethods } from "../threads/serve-methods.ts";
import { openingMethods } from "./opening-methods.ts";
import type { OpeningData } from "./thread-opener.ts";

const { atlases } = workerData as OpeningData;
if (parentPort !== null) void serveMethods(parentPort, () => openingMethods(atlases));
