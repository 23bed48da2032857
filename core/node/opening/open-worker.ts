import { parentPort } from "node:worker_threads";
import { threadData } from "../threads/end-lock.ts";
import { serveMethods } from "../threads/serve-methods.ts";
import { openingMethods } from "./opening-methods.ts";
import type { OpeningData } from "./thread-opener.ts";

const { atlases } = threadData<OpeningData>();
if (parentPort !== null) void serveMethods(parentPort, () => openingMethods(atlases));
