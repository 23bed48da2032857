import { parentPort } from "node:worker_threads";
import { type CallThreadData, threadEngine } from "../../engine/thread-engine.ts";
import { threadData } from "../../threads/end-lock.ts";
import { serveMethods } from "../../threads/serve-methods.ts";
import { readingMethods } from "./text-reading.ts";

const { retinas } = threadData<CallThreadData>();
if (parentPort !== null)
  void serveMethods(parentPort, async () => {
    // What unknown words and sentences take gets ready with the first of them: a file of a few rows may have neither.
    const { engine, retinas: take } = await threadEngine({ retinas });
    return { ...readingMethods((name) => engine.model(name)), retinas: take };
  });
