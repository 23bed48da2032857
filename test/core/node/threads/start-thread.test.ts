import { expect, it } from "vitest";
import { endThreads, startThread } from "../../../../core/node/threads/start-thread.ts";

it("all threads have ended when they were waited for, those as well that are being ended or have failed", async () => {
  const begin = (name: string) => {
    const thread = startThread(`../../test/support/${name}`);
    thread.once("error", () => {});
    return thread;
  };
  const threads = [begin("staying-worker"), begin("staying-worker"), begin("no-such-worker")];
  const { length } = threads;
  let ended = 0;
  for (const thread of threads) thread.once("exit", () => ended++);
  void threads[1]?.terminate();
  await endThreads();
  expect([ended, ...threads.map(({ threadId }) => threadId)]).toEqual([length, -1, -1, -1]);
  await endThreads();
});
