import { parentPort } from "node:worker_threads";
import type { CallThreadData } from "../../engine/thread-engine.ts";
import { threadData } from "../../threads/end-lock.ts";
import { serveMethods } from "../../threads/serve-methods.ts";
import { openReadingMethods } from "./reading-methods.ts";

const { retinas } = threadData<CallThreadData>();
if (parentPort !== null) void serveMethods(parentPort, () => openReadingMethods({ retinas }));
