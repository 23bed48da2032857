import { parentPort, workerData } from "node:worker_threads";
import { engineHandlers } from "../../handlers/all-handlers.ts";
import { serveMethods } from "../threads/serve-methods.ts";
import { callMethods } from "./call-methods.ts";
import { type CallThreadData, engineOver } from "./thread-engine.ts";

const { retinas } = workerData as CallThreadData;
if (parentPort !== null)
  void serveMethods(parentPort, async () => callMethods(engineHandlers(await engineOver(retinas))));
