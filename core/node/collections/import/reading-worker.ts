import { parentPort } from "node:worker_threads";
import { type CallThreadData, readyThreadEngine } from "../../engine/thread-engine.ts";
import { threadData } from "../../threads/end-lock.ts";
import { serveMethods } from "../../threads/serve-methods.ts";
import { readingMethods } from "./text-reading.ts";

const { retinas } = threadData<CallThreadData>();
if (parentPort !== null)
  void serveMethods(parentPort, async () => {
    const { engine, retinas: take } = await readyThreadEngine({ retinas });
    // Those of other languages get ready with their first text: not every thread has one for each.
    const [own] = retinas;
    if (own !== undefined) engine.model(own.card.name).text.prepare();
    return { ...readingMethods((name) => engine.model(name)), retinas: take };
  });
