import { getEventListeners } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import {
  type PoolOptions,
  type RunOptions,
  WorkerPool,
} from "../../../../core/node/threads/worker-pool.ts";

/**
 * A thread with one method: `ms` is how long it works, `die` ends it, `deaf` makes it ignore the request to stop, `meet`
 * waits until so many threads answer at once, `told` is in all its answers from then on.
 */
const THREAD = `
const { parentPort, threadId } = require("node:worker_threads");
let told = 0;
parentPort.on("message", ({ id, input, stop }) => {
  const { ms = 0, die = false, deaf = false, meet } = input;
  told = input.told ?? told;
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
  parentPort.postMessage({ type: "answer", id, value: { threadId, stopped, told } });
});
parentPort.postMessage({ type: "ready" });
`;

interface Work {
  readonly ms?: number;
  readonly die?: boolean;
  readonly deaf?: boolean;
  readonly told?: number;
  readonly meet?: { readonly gate: SharedArrayBuffer; readonly threads: number };
}
type ThreadMethods = Readonly<{
  work: (input: Work) => { threadId: number; stopped: boolean; told: number };
}>;

let pool: WorkerPool<ThreadMethods>;
let started: number;
afterEach(() => pool.close());

function open(threads: number, options: Partial<PoolOptions> = {}) {
  started = 0;
  pool = new WorkerPool<ThreadMethods>({
    threads,
    start() {
      started++;
      return new Worker(THREAD, { eval: true });
    },
    seconds: 20,
    heavySeconds: 20,
    longestQueue: 100,
    ...options,
  });
}

const run = (work: Work, options: RunOptions) => pool.run("work", work, options);
const light = () => ({ signal: new AbortController().signal, isHeavy: false });
const heavy = () => ({ signal: new AbortController().signal, isHeavy: true });

describe("the pool", () => {
  it("listens to a signal only while a call waits or runs, however many calls have the same", async () => {
    open(1);
    const { signal } = new AbortController();
    const calls = Array.from({ length: 4 }, () => run({ ms: 1 }, { signal }));
    expect(getEventListeners(signal, "abort").length).toBeGreaterThan(0);
    await Promise.all(calls);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    const refused = [run({ ms: 10_000 }, { signal }), run({}, { signal })];
    const settled = Promise.allSettled(refused);
    await pool.close();
    await settled;
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("answers every call once", async () => {
    open(3);
    const answered = Array.from({ length: 60 }, () => 0);
    const calls = answered.map(async (_, i) => {
      await run({ ms: i % 7 }, light());
      answered[i] = (answered[i] ?? 0) + 1;
    });
    await Promise.all(calls);
    expect(answered).toEqual(answered.map(() => 1));
    expect(pool.waiting).toBe(0);
  });

  it("answers on all threads at the same time", async () => {
    open(3);
    const meet = { gate: new SharedArrayBuffer(4), threads: 3 };
    const calls = [1, 2, 3].map(() => run({ meet }, light()));
    expect(new Set((await Promise.all(calls)).map(({ threadId }) => threadId)).size).toBe(3);
  });

  it("starts a further thread only once a call has to wait, where it is told so", async () => {
    open(2, { startsAsNeeded: true });
    for (let i = 0; i < 3; i++) await run({}, light());
    expect(started).toBe(1);
    const meet = { gate: new SharedArrayBuffer(4), threads: 2 };
    await Promise.all([1, 2].map(() => run({ meet }, light())));
    expect(started).toBe(2);
  });

  it("keeps a thread free of heavy calls, so that light ones overtake them", async () => {
    open(2);
    await pool.ready();
    const order: string[] = [];
    const slow = [1, 2, 3].map(() => run({ ms: 150 }, heavy()).then(() => order.push("heavy")));
    const quick = run({}, light()).then(() => order.push("light"));
    await Promise.all([...slow, quick]);
    expect(order[0]).toBe("light");
  });

  it("stops a call that is cancelled, and drops one that waits", async () => {
    open(1);
    await pool.ready();
    const running = new AbortController();
    const waiting = new AbortController();
    const first = run({ ms: 60_000 }, { signal: running.signal, isHeavy: false });
    const second = run({}, { signal: waiting.signal, isHeavy: false });
    waiting.abort();
    await expect(second).rejects.toMatchObject({ code: "cancelled" });
    running.abort();
    // The thread saw the flag and answered; had it not, the pool would have refused with "cancelled".
    expect((await first).stopped).toBe(true);
    expect((await run({}, light())).stopped).toBe(false);
  });

  it("ends a call that takes too long, and replaces a thread that does not listen", async () => {
    open(1, { seconds: 0.1 });
    await pool.ready();
    const before = await run({}, light());
    await expect(run({ ms: 60_000, deaf: true }, light())).rejects.toMatchObject({
      code: "timeout",
    });
    const after = await run({}, light());
    expect(after.threadId).not.toBe(before.threadId);
  });

  it("survives the death of a thread", async () => {
    open(1);
    await expect(run({ die: true }, light())).rejects.toThrow(/ended/);
    expect((await run({}, light())).stopped).toBe(false);
  });

  it("refuses calls when too many wait, when it is closed, and those cancelled before", async () => {
    open(1, { longestQueue: 2 });
    await pool.ready();
    const calls = [1, 2, 3].map(() => run({ ms: 30 }, light()));
    await expect(run({}, light())).rejects.toMatchObject({ code: "busy" });
    await Promise.all(calls);
    await expect(run({}, { signal: AbortSignal.abort(), isHeavy: false })).rejects.toMatchObject({
      code: "cancelled",
    });
    await pool.close();
    await expect(run({}, light())).rejects.toMatchObject({ code: "busy" });
  });

  it("has each thread run what it is told before its next call, the last of it alone", async () => {
    open(2);
    await pool.ready();
    const running = [1, 2].map(() => run({ ms: 30 }, light()));
    pool.tell("work", { told: 1 });
    pool.tell("work", { told: 2 });
    const gate = new SharedArrayBuffer(4);
    const next = [1, 2].map(() => run({ meet: { gate, threads: 2 } }, light()));
    expect((await Promise.all(running)).map(({ told }) => told)).toEqual([0, 0]);
    expect((await Promise.all(next)).map(({ told }) => told)).toEqual([2, 2]);
  });

  it("fails calls instead of starting a thread for ever that cannot start", async () => {
    pool = new WorkerPool<ThreadMethods>({
      threads: 1,
      start: () => new Worker("process.exit(3)", { eval: true }),
      seconds: 20,
      heavySeconds: 20,
      longestQueue: 10,
    });
    const early = run({}, light());
    await expect(pool.ready()).rejects.toThrow();
    await expect(early).rejects.toThrow(/could be started/);
    await expect(run({}, light())).rejects.toThrow(/could be started/);
  });

  it("starts its threads again once what kept them from starting has passed", async () => {
    let failures = 3;
    pool = new WorkerPool<ThreadMethods>({
      threads: 1,
      start: () => new Worker(failures-- > 0 ? "process.exit(3)" : THREAD, { eval: true }),
    });
    await expect(run({}, light())).rejects.toThrow(/could be started/);
    expect((await run({}, light())).stopped).toBe(false);
  });
});
