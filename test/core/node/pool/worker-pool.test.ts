import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import type { Task } from "../../../../core/node/pool/messages.ts";
import { WorkerPool } from "../../../../core/node/pool/worker-pool.ts";

/**
 * A thread that speaks the pool's messages: `args.ms` is how long it works, `args.die` ends it, `args.deaf` makes it
 * ignore the request to stop, `args.meet` waits until so many threads answer at once.
 */
const THREAD = `
const { parentPort, threadId } = require("node:worker_threads");
parentPort.on("message", ({ id, task, stop }) => {
  const { ms = 0, die = false, deaf = false, meet } = task.args;
  if (die) process.exit(1);
  if (meet !== undefined) {
    // Goes on once so many calls are here at the same time.
    const present = new Int32Array(meet.gate);
    if (Atomics.add(present, 0, 1) + 1 >= meet.threads) Atomics.notify(present, 0);
    for (let n = Atomics.load(present, 0); n < meet.threads; n = Atomics.load(present, 0))
      Atomics.wait(present, 0, n);
  }
  const flag = new Int32Array(stop);
  const end = Date.now() + ms;
  while (Date.now() < end && (deaf || Atomics.load(flag, 0) === 0));
  const stopped = Atomics.load(flag, 0) === 1;
  parentPort.postMessage({ id, result: { ok: true, value: { threadId, stopped } } });
});
parentPort.postMessage({ id: 0, result: undefined });
`;

let pool: WorkerPool;
afterEach(() => pool.close());

function open(threads: number, options: { seconds?: number; longestQueue?: number } = {}) {
  pool = new WorkerPool({
    threads,
    start: () => new Worker(THREAD, { eval: true }),
    seconds: options.seconds ?? 20,
    heavySeconds: 20,
    longestQueue: options.longestQueue ?? 100,
  });
}

const task = (args: object = {}): Task => ({ kind: "args", name: "app.health", args });
const light = () => ({ signal: new AbortController().signal, isHeavy: false });
const heavy = () => ({ signal: new AbortController().signal, isHeavy: true });
const answerOf = async (reply: Promise<unknown>) =>
  ((await reply) as { value: { threadId: number; stopped: boolean } }).value;

describe("the pool", () => {
  it("answers every call once", async () => {
    open(3);
    const answered = Array.from({ length: 60 }, () => 0);
    const calls = answered.map(async (_, i) => {
      await pool.run(task({ ms: i % 7 }), light());
      answered[i] = (answered[i] ?? 0) + 1;
    });
    await Promise.all(calls);
    expect(answered).toEqual(answered.map(() => 1));
    expect(pool.waiting).toBe(0);
  });

  it("answers on all threads at the same time", async () => {
    open(3);
    const meet = { gate: new SharedArrayBuffer(4), threads: 3 };
    const calls = [1, 2, 3].map(() => answerOf(pool.run(task({ meet }), light())));
    expect(new Set((await Promise.all(calls)).map(({ threadId }) => threadId)).size).toBe(3);
  });

  it("keeps a thread free of heavy calls, so that light ones overtake them", async () => {
    open(2);
    await pool.ready();
    const order: string[] = [];
    const slow = [1, 2, 3].map(() =>
      pool.run(task({ ms: 150 }), heavy()).then(() => order.push("heavy")),
    );
    const quick = pool.run(task(), light()).then(() => order.push("light"));
    await Promise.all([...slow, quick]);
    expect(order[0]).toBe("light");
  });

  it("runs calls that detect languages on one thread", async () => {
    open(3);
    await pool.ready();
    const calls = Array.from({ length: 12 }, () =>
      answerOf(pool.run(task({ ms: 3 }), { ...light(), usesLanguages: true })),
    );
    expect(new Set((await Promise.all(calls)).map(({ threadId }) => threadId)).size).toBe(1);
  });

  it("stops a call that is cancelled, and drops one that waits", async () => {
    open(1);
    await pool.ready();
    const running = new AbortController();
    const waiting = new AbortController();
    const first = pool.run(task({ ms: 60_000 }), { signal: running.signal, isHeavy: false });
    const second = pool.run(task(), { signal: waiting.signal, isHeavy: false });
    waiting.abort();
    await expect(second).rejects.toMatchObject({ code: "cancelled" });
    running.abort();
    // The thread saw the flag and answered; had it not, the pool would have refused with "cancelled".
    expect((await answerOf(first)).stopped).toBe(true);
    expect((await answerOf(pool.run(task(), light()))).stopped).toBe(false);
  });

  it("ends a call that takes too long, and replaces a thread that does not listen", async () => {
    open(1, { seconds: 0.1 });
    await pool.ready();
    const before = await answerOf(pool.run(task(), light()));
    await expect(pool.run(task({ ms: 60_000, deaf: true }), light())).rejects.toMatchObject({
      code: "timeout",
    });
    const after = await answerOf(pool.run(task(), light()));
    expect(after.threadId).not.toBe(before.threadId);
  });

  it("survives the death of a thread", async () => {
    open(1);
    await expect(pool.run(task({ die: true }), light())).rejects.toThrow(/ended/);
    expect((await answerOf(pool.run(task(), light()))).stopped).toBe(false);
  });

  it("refuses calls when too many wait, when it is closed, and those cancelled before", async () => {
    open(1, { longestQueue: 2 });
    await pool.ready();
    const calls = [1, 2, 3].map(() => pool.run(task({ ms: 30 }), light()));
    await expect(pool.run(task(), light())).rejects.toMatchObject({ code: "busy" });
    await Promise.all(calls);
    await expect(
      pool.run(task(), { signal: AbortSignal.abort(), isHeavy: false }),
    ).rejects.toMatchObject({ code: "cancelled" });
    await pool.close();
    await expect(pool.run(task(), light())).rejects.toMatchObject({ code: "busy" });
  });

  it("lets what runs and waits finish when it is retired", async () => {
    open(1);
    const calls = [1, 2, 3].map(() => answerOf(pool.run(task({ ms: 30 }), light())));
    const retired = pool.retire();
    expect(await Promise.all(calls)).toHaveLength(3);
    await retired;
  });

  it("fails calls instead of starting a thread for ever that cannot start", async () => {
    pool = new WorkerPool({
      threads: 1,
      start: () => new Worker("process.exit(3)", { eval: true }),
      seconds: 20,
      heavySeconds: 20,
      longestQueue: 10,
    });
    const early = pool.run(task(), light());
    await expect(pool.ready()).rejects.toThrow();
    await expect(early).rejects.toThrow(/could be started/);
    await expect(pool.run(task(), light())).rejects.toThrow(/could be started/);
  });
});
