import { parentPort } from "node:worker_threads";
import { engineHandlers } from "../../handlers/all-handlers.ts";
import { callMethods } from "../engine/call-methods.ts";
import { type CallThreadData, readyThreadEngine } from "../engine/thread-engine.ts";
import { threadData } from "../threads/end-lock.ts";
import { serveMethods } from "../threads/serve-methods.ts";

const data = threadData<CallThreadData>();
if (parentPort !== null)
  void serveMethods(parentPort, async () => {
    const { engine, retinas } = await readyThreadEngine(data);
    // Beforehand, or the first text would wait for it.
    if (engine.names.length > 0) setImmediate(() => void engine.model(undefined).text);
    return { ...callMethods(engineHandlers(engine)), retinas };
  });
