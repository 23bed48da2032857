import { parentPort, workerData } from "node:worker_threads";
import { engineHandlers } from "../handlers/all-handlers.ts";
import { callMethods } from "./service/call-methods.ts";
import { type CallThreadData, engineOver } from "./service/thread-engine.ts";
import { serveMethods } from "./threads/serve-methods.ts";

const { retinas } = workerData as CallThreadData;
if (parentPort !== null)
  await serveMethods(parentPort, async () =>
    callMethods(engineHandlers(await engineOver(retinas))),
  );
