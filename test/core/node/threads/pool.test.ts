import { getEventListeners } from "node:events";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import path from "node:path";
import type { Worker } from "node:worker_threads";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Pool, type PoolOptions } from "../../../../core/node/threads/pool.ts";
import { endThreads } from "../../../../core/node/threads/start-thread.ts";
import type { TaskMethods } from "../../../../core/node/training/task-worker.ts";
import type { Deed, methods, Work } from "../../../support/pool-worker.ts";

const begun: Worker[] = [];
const running = new Set<Worker>();
const notice = (worker: Worker) => {
  begun.push(worker);
  running.add(worker);
  worker.once("exit", () => running.delete(worker));
};
const opened: Pool<typeof methods>[] = [];
beforeEach(() => {
  begun.length = 0;
  process.on("worker", notice);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
  await endThreads();
  process.off("worker", notice);
  expect(running.size).toBe(0);
});

function open(options: Partial<PoolOptions> = {}) {
  const pool = new Pool<typeof methods>({
    file: "../../test/support/pool-worker",
    threads: 1,
    megabytes: 24,
    graceMilliseconds: 50,
    ...options,
  });
  opened.push(pool);
  return pool;
}
type Open = ReturnType<typeof open>;

const run = (pool: Open, deed: Deed, value = 0, options = {}) =>
  pool.run("work", { deed, value }, options);

/** A call that has begun, and what cancels it. */
function cancellable(pool: Open, deed: Deed) {
  const controller = new AbortController();
  return { call: run(pool, deed, 0, { signal: controller.signal }), controller };
}

describe("a pool", () => {
  it("starts a thread for its first call, and answers one after another on the same", async () => {
    const pool = open({ threads: 2 });
    expect(begun.length).toBe(0);
    for (let value = 0; value < 3; value++) expect(await run(pool, "answer", value)).toBe(value);
    expect(begun.length).toBe(1);
  });

  it("answers on all threads at the same time, every call once", async () => {
    const pool = open({ threads: 3 });
    const meet = { gate: new SharedArrayBuffer(4), threads: 3 };
    const met = [1, 2, 3].map(() => pool.run("work", { deed: "thread", value: 0, meet }));
    expect(new Set(await Promise.all(met)).size).toBe(3);
    const values = Array.from({ length: 60 }, (_, i) => i);
    expect(await Promise.all(values.map((value) => run(pool, "answer", value)))).toEqual(values);
    expect(pool.waiting).toBe(0);
  });

  it("tells progress in order, and all of it before the answer", async () => {
    const pool = open();
    const reported: number[] = [];
    const onProgress = (at: number) => void reported.push(at);
    expect(await run(pool, "report", 5, { onProgress })).toBe(5);
    expect(reported).toEqual([0, 1, 2]);
    expect(await run(pool, "answer", 7)).toBe(7);
    expect(reported).toEqual([0, 1, 2]);
  });

  it("hands on a refusal with its code and data, and goes on", async () => {
    const pool = open();
    await expect(run(pool, "fail")).rejects.toMatchObject({
      code: "bad-input",
      details: { field: "x" },
    });
    expect(await run(pool, "answer", 1)).toBe(1);
    expect(begun.length).toBe(1);
  });

  it("says so where the memory does not suffice, and goes on with another thread", async () => {
    const pool = open();
    const waiting = run(pool, "memory");
    const next = run(pool, "answer", 1);
    await expect(waiting).rejects.toMatchObject({
      code: "too-large",
      message: expect.stringContaining("memory"),
    });
    expect(await next).toBe(1);
  });

  it("refuses an input that cannot be sent, and stays free", async () => {
    const pool = open();
    const input = { deed: "answer", value: 1, extra: () => {} } as Work;
    await run(pool, "answer");
    await expect(pool.run("work", input)).rejects.toThrow(/could not be cloned/);
    expect(await run(pool, "answer", 1)).toBe(1);
  });

  it("gives the limit of its memory to its threads", async () => {
    await run(open({ megabytes: 100 }), "answer");
    expect(begun[0]?.resourceLimits).toMatchObject({ maxOldGenerationSizeMb: 100 });
  });

  it("starts another thread where one has died without work", async () => {
    const pool = open();
    const first = await run(pool, "thread");
    await begun[0]?.terminate();
    expect(await run(pool, "thread")).not.toBe(first);
  });

  it("asks a call to stop that is cancelled, and keeps a thread that listens", async () => {
    const pool = open({ graceMilliseconds: 60_000 });
    await pool.ready();
    const { call, controller } = cancellable(pool, "listen");
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect(await run(pool, "answer", 1)).toBe(1);
    expect(begun.length).toBe(1);
  });

  it("ends a thread that does not listen, and answers the next call on another", async () => {
    const pool = open();
    await pool.ready();
    const { call, controller } = cancellable(pool, "hang");
    const next = run(pool, "answer", 8);
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect(await next).toBe(8);
    expect(begun.length).toBe(2);
  });

  it("drops a call that is cancelled while it waits, at once", async () => {
    const pool = open();
    const { call: hung, controller: end } = cancellable(pool, "hang");
    const { call, controller } = cancellable(pool, "answer");
    expect(pool.waiting).toBe(1);
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect(pool.waiting).toBe(0);
    end.abort();
    await expect(hung).rejects.toMatchObject({ code: "cancelled" });
    await expect(run(pool, "hang", 0, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "cancelled",
    });
  });

  it("ends a call that takes too long", async () => {
    const pool = open({ seconds: 0.3 });
    await expect(run(pool, "hang")).rejects.toMatchObject({ code: "timeout" });
  });

  it("listens to a signal only while a call waits or runs, however many calls have the same", async () => {
    const pool = open();
    const { signal } = new AbortController();
    const calls = Array.from({ length: 4 }, () => run(pool, "answer", 0, { signal }));
    expect(getEventListeners(signal, "abort").length).toBeGreaterThan(0);
    await Promise.all(calls);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("refuses calls where too many wait", async () => {
    const pool = open({ longestQueue: 2 });
    const calls = [1, 2, 3].map((value) => run(pool, "answer", value));
    await expect(run(pool, "answer")).rejects.toMatchObject({ code: "busy" });
    expect(await Promise.all(calls)).toEqual([1, 2, 3]);
  });

  it("ends a thread that has had no work for long, and starts one for the next call", async () => {
    const pool = open({ idleMilliseconds: 1 });
    await run(pool, "answer");
    await expect.poll(() => running.size).toBe(0);
    expect(await run(pool, "answer", 3)).toBe(3);
  });

  it("fails its calls where a thread cannot load its file, and tries again for the next", async () => {
    const pool = open({ file: "../../test/support/no-such-worker" });
    await expect(run(pool, "answer")).rejects.toThrow(/no-such-worker/);
    await expect(pool.ready()).rejects.toThrow(/no-such-worker/);
    expect(begun.length).toBe(2);
  });

  it("refuses what runs, what waits and whatever comes later, once it is closed", async () => {
    const pool = open();
    await pool.ready();
    const calls = [run(pool, "hang"), run(pool, "answer")];
    const refused = calls.map((call) => expect(call).rejects.toMatchObject({ code: "busy" }));
    await pool.close();
    await Promise.all(refused);
    expect(running.size).toBe(0);
    await expect(run(pool, "answer")).rejects.toMatchObject({ code: "busy" });
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

it("leaves no file open when it is closed while its threads load their code", async () => {
  for (let i = 0; i < 6; i++) {
    const pool = new Pool<TaskMethods>({ file: "training/task-worker", threads: 2 });
    const call = pool.run("task", { name: "tagSentences", input: ["a word"] });
    const outcome = call.then(
      () => "answered",
      () => "refused",
    );
    await turns(20 * i);
    await pool.close();
    expect(["answered", "refused"]).toContain(await outcome);
  }
  expect(openModules()).toEqual([]);
});

const QUIET: readonly Deed[] = ["answer", "report"];
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
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      const pool = open();
      await pool.ready();
      for (const [value, { deed, cancelAfter, killAfter }] of steps.entries()) {
        const controller = new AbortController();
        let settled = 0;
        const call = run(pool, deed, value, { signal: controller.signal })
          .then(
            (answer) => ({ answer }),
            (cause: unknown) => ({ cause }),
          )
          .finally(() => settled++);
        const isCancelled = cancelAfter !== undefined || !QUIET.includes(deed);
        const disturbances = [
          isCancelled ? turns(cancelAfter ?? 200).then(() => controller.abort()) : null,
          killAfter === undefined
            ? null
            : turns(killAfter).then(() => [...running].at(-1)?.terminate()),
        ];
        const outcome = await call;
        // So that none of them meets the next call.
        await Promise.all(disturbances);
        await turns(3);
        expect(settled).toBe(1);
        if ("answer" in outcome) expect(outcome.answer).toBe(value);
        if (!isCancelled && killAfter === undefined) expect(outcome).toEqual({ answer: value });
      }
      expect(await run(pool, "answer", 77)).toBe(77);
      await pool.close();
      expect(running.size).toBe(0);
    }),
    { numRuns: 25 },
  );
}, 120_000);
