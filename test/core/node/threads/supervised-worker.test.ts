import { existsSync, readdirSync, readlinkSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { startThread } from "../../../../core/node/threads/start-thread.ts";
import { SupervisedWorker } from "../../../../core/node/threads/supervised-worker.ts";
import type { TaskMethods } from "../../../../core/node/training/task-worker.ts";

/** What a call asks the thread to do; most of it is what no thread should do. */
type Deed =
  | "answer"
  | "twice"
  | "report"
  | "throw"
  | "reject"
  | "fail"
  | "exit"
  | "hang"
  | "listen"
  | "unsendable"
  | "memory"
  | "alien";

interface Work {
  readonly deed: Deed;
  readonly value: number;
}

/** Speaks the protocol by hand, so that it can break every rule of it. */
const THREAD = `
const { parentPort } = require("node:worker_threads");
const deeds = {
  answer: ({ post, input }) => post({ type: "answer", value: input.value }),
  twice: ({ post, input }) => {
    post({ type: "answer", value: input.value });
    post({ type: "answer", value: -1 });
    post({ type: "failure", error: { code: "internal", message: "late", details: {} } });
    post({ type: "progress", progress: "late" });
  },
  report: ({ post, input }) => {
    for (let i = 0; i < 3; i++) post({ type: "progress", progress: i });
    post({ type: "answer", value: input.value });
  },
  throw: () => { throw new Error("thrown"); },
  reject: () => { void Promise.reject(new Error("rejected")); },
  fail: ({ post }) => post({ type: "failure", error: { code: "bad-input", message: "no", details: { field: "x" } } }),
  exit: () => process.exit(3),
  hang: () => { for (;;); },
  listen: ({ post, stop }) => {
    const flag = new Int32Array(stop);
    while (Atomics.load(flag, 0) === 0);
    post({ type: "failure", error: { code: "cancelled", message: "Stopped on request.", details: {} } });
  },
  unsendable: ({ post }) => post({ type: "answer", value: () => {} }),
  memory: () => { const all = []; for (;;) all.push(Array.from({ length: 10000 }, (_, i) => ({ i }))); },
  alien: ({ post, input }) => {
    parentPort.postMessage({ type: "answer", id: 99999, value: -1 });
    parentPort.postMessage({ type: "ready" });
    post({ type: "answer", value: input.value });
  },
};
parentPort.on("message", ({ id, input, stop }) => {
  const post = (delivery) => parentPort.postMessage({ id, ...delivery });
  deeds[input.deed]({ post, input, stop });
});
parentPort.postMessage({ type: "ready" });
`;

type ThreadMethods = Readonly<{
  work: (input: Work, context: { report: (progress: number) => void }) => number;
}>;

const opened: SupervisedWorker<ThreadMethods>[] = [];
const threads = new Set<Worker>();
let started = 0;
afterEach(async () => {
  await Promise.all(opened.splice(0).map((worker) => worker.close()));
  expect(threads.size).toBe(0);
});

function start(source = THREAD): Worker {
  const worker = new Worker(source, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 },
  });
  started++;
  threads.add(worker);
  worker.once("exit", () => threads.delete(worker));
  return worker;
}

function open(options: { isKept?: boolean; source?: string } = {}) {
  const worker = new SupervisedWorker<ThreadMethods>({
    start: () => start(options.source),
    isKept: options.isKept ?? false,
    graceMilliseconds: 50,
  });
  opened.push(worker);
  return worker;
}

describe("a supervised worker", () => {
  it("starts for its first call, and answers one after another on the same thread", async () => {
    const worker = open();
    expect(threads.size).toBe(0);
    for (let value = 0; value < 3; value++)
      expect(await worker.call("work", { deed: "answer", value })).toBe(value);
    expect(threads.size).toBe(1);
  });

  it("tells progress in order, and no more once the call is over", async () => {
    const worker = open();
    const reported: number[] = [];
    const onProgress = (at: number) => void reported.push(at);
    expect(await worker.call("work", { deed: "report", value: 5 }, { onProgress })).toBe(5);
    expect(await worker.call("work", { deed: "twice", value: 6 }, { onProgress })).toBe(6);
    expect(await worker.call("work", { deed: "answer", value: 7 })).toBe(7);
    expect(reported).toEqual([0, 1, 2]);
  });

  it("hands on a refusal with its code and data, and goes on", async () => {
    const worker = open();
    await expect(worker.call("work", { deed: "fail", value: 0 })).rejects.toMatchObject({
      code: "bad-input",
      details: { field: "x" },
    });
    expect(await worker.call("work", { deed: "answer", value: 1 })).toBe(1);
  });

  it("says so where the memory does not suffice, and starts again", async () => {
    const worker = open();
    await expect(worker.call("work", { deed: "memory", value: 0 })).rejects.toMatchObject({
      code: "too-large",
      message: expect.stringContaining("memory"),
    });
    expect(await worker.call("work", { deed: "answer", value: 1 })).toBe(1);
  });

  it("refuses an input that cannot be sent, and stays free", async () => {
    const worker = open();
    const input = { deed: "answer", value: 1, extra: () => {} } as Work;
    await expect(worker.call("work", input)).rejects.toThrow(/could not be cloned/);
    expect(await worker.call("work", { deed: "answer", value: 1 })).toBe(1);
  });

  it("starts again at once when it is kept and dies while it is idle", async () => {
    const worker = open({ isKept: true });
    worker.start();
    await worker.ready;
    const [first] = threads;
    await first?.terminate();
    expect(await worker.call("work", { deed: "answer", value: 4 })).toBe(4);
    expect(threads.has(first as Worker)).toBe(false);
  });

  it("is not handed a call while its thread is ending", async () => {
    const worker = open({ isKept: true });
    const controller = new AbortController();
    const hung = worker.call("work", { deed: "hang", value: 0 }, { signal: controller.signal });
    const freed = new Promise<void>((resolve) => {
      worker.onFree = () => {
        if (worker.isFree) resolve();
      };
    });
    await worker.ready;
    controller.abort();
    await expect(hung).rejects.toMatchObject({ code: "cancelled" });
    await freed;
    expect(await worker.call("work", { deed: "answer", value: 8 })).toBe(8);
  });

  it("refuses a call that was cancelled before, or before its thread had started", async () => {
    const worker = open();
    const signal = AbortSignal.abort();
    await expect(worker.call("work", { deed: "hang", value: 0 }, { signal })).rejects.toMatchObject(
      {
        code: "cancelled",
      },
    );
    const controller = new AbortController();
    const early = worker.call("work", { deed: "hang", value: 0 }, { signal: controller.signal });
    controller.abort();
    await expect(early).rejects.toMatchObject({ code: "cancelled" });
    expect(await worker.call("work", { deed: "answer", value: 1 })).toBe(1);
  });

  it("fails its calls instead of starting for ever a thread that cannot start", async () => {
    started = 0;
    const worker = open({ source: "process.exit(3)" });
    await expect(worker.call("work", { deed: "answer", value: 1 })).rejects.toThrow(/ended/);
    await expect(worker.ready).rejects.toThrow(/ended/);
    expect(started).toBe(3);
    await expect(worker.call("work", { deed: "answer", value: 1 })).rejects.toThrow(/ended/);
    expect(started).toBe(6);
  });

  it("refuses what runs, and whatever comes later, once it is closed", async () => {
    const worker = open();
    const running = worker.call("work", { deed: "hang", value: 0 });
    const closed = worker.close();
    await expect(running).rejects.toMatchObject({ code: "busy" });
    await closed;
    expect(threads.size).toBe(0);
    await expect(worker.call("work", { deed: "answer", value: 0 })).rejects.toMatchObject({
      code: "busy",
    });
  });
});

/** Files of the compiled program and of libraries that this process has open; none where the system does not tell. */
const openModules = () => {
  const folder = "/proc/self/fd";
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => {
    try {
      const file = readlinkSync(path.join(folder, name));
      return /\/dist\/core\/|\/node_modules\/(?:wink|eld)/.test(file);
    } catch {
      return false;
    }
  });
};

it("leaves no file open when it is closed while its thread loads its code", async () => {
  for (let i = 0; i < 6; i++) {
    const worker = new SupervisedWorker({ start: () => startThread("training/task-worker") });
    worker.start();
    await new Promise((resolve) => setTimeout(resolve, 20 * i));
    await worker.close();
  }
  expect(openModules()).toEqual([]);
});

it("leaves no file open when its thread is killed while it loads a library", async () => {
  for (let i = 0; i < 6; i++) {
    let thread: Worker | undefined;
    const worker = new SupervisedWorker<TaskMethods>({
      start: () => {
        thread = startThread("training/task-worker");
        return thread;
      },
    });
    worker.start();
    await worker.ready;
    const call = worker.call("task", { name: "tagSentences", input: ["a word"] });
    const outcome = call.then(
      () => "answered",
      () => "refused",
    );
    await new Promise((resolve) => setTimeout(resolve, 10 * i));
    await thread?.terminate();
    // The last ones may have been fast enough.
    expect(["answered", "refused"]).toContain(await outcome);
    await worker.close();
  }
  expect(openModules()).toEqual([]);
});

const QUIET: readonly Deed[] = ["answer", "twice", "report", "alien"];
const deed = fc.constantFrom<Deed>(
  ...QUIET,
  ...(["throw", "reject", "fail", "exit", "hang", "listen", "unsendable", "memory"] as const),
);
/** A deed, and after how many turns of the loop it is cancelled or its thread is killed, if at all. */
const step = fc.record({
  deed,
  cancelAfter: fc.option(fc.nat(40), { nil: undefined }),
  killAfter: fc.option(fc.nat(40), { nil: undefined }),
});

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};

it("settles every call exactly once, whatever the thread does and whenever it is cancelled or killed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), fc.boolean(), async (steps, isKept) => {
      const worker = open({ isKept });
      for (const [value, { deed, cancelAfter, killAfter }] of steps.entries()) {
        const controller = new AbortController();
        const { signal } = controller;
        // What answers has to, however busy the machine is.
        const bounds = QUIET.includes(deed) ? { signal } : { signal, seconds: 0.4 };
        let settled = 0;
        const call = worker
          .call("work", { deed, value }, bounds)
          .then(
            (answer) => ({ answer }),
            (cause: unknown) => ({ cause }),
          )
          .finally(() => settled++);
        const disturbances = [
          cancelAfter === undefined ? null : turns(cancelAfter).then(() => controller.abort()),
          killAfter === undefined
            ? null
            : turns(killAfter).then(() => [...threads].at(-1)?.terminate()),
        ];
        const outcome = await call;
        // So that none of them meets the next call.
        await Promise.all(disturbances);
        await turns(3);
        expect(settled).toBe(1);
        if ("answer" in outcome) expect(outcome.answer).toBe(value);
        if (cancelAfter === undefined && killAfter === undefined && QUIET.includes(deed))
          expect(outcome).toEqual({ answer: value });
      }
      expect(await worker.call("work", { deed: "answer", value: 77 })).toBe(77);
      await worker.close();
      expect(threads.size).toBe(0);
    }),
    { numRuns: 25 },
  );
}, 120_000);
