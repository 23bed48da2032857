import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeEndLock, takeToEnd, whileLoading } from "../../../../core/node/threads/end-lock.ts";
import { endThreads, startThread } from "../../../../core/node/threads/start-thread.ts";

const BUILT = fileURLToPath(new URL("../../../../dist/core/node/", import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-end-lock-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The name by which `startThread` finds a file of the test. */
async function threadFile(name: string, source: string): Promise<string> {
  await writeFile(path.join(folder, "package.json"), '{ "type": "commonjs" }');
  await writeFile(path.join(folder, `${name}.js`), source);
  return path.relative(BUILT, path.join(folder, name)).replaceAll(path.sep, "/");
}

const numbers = (count: number) => new Int32Array(new SharedArrayBuffer(4 * count));

it("a thread that is ended while it loads its file has loaded it when it ends", async () => {
  const loaded = numbers(1);
  const name = await threadFile(
    "slow",
    `const { data } = require("node:worker_threads").workerData;
    require("node:worker_threads").parentPort.postMessage("loading");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    Atomics.store(data, 0, 1);
    setInterval(() => {}, 1000);`,
  );
  const thread = startThread(name, { data: loaded });
  await new Promise((resolve) => thread.once("message", resolve));
  await thread.terminate();
  expect(loaded[0]).toBe(1);
});

it("a thread whose file cannot be loaded ends by itself, and ending it waits for nothing", async () => {
  const thread = startThread(await threadFile("broken", `throw new Error("broken");`));
  const failure = new Promise<Error>((resolve) => thread.once("error", resolve));
  await thread.terminate();
  await thread.terminate();
  expect((await failure).message).toBe("broken");
});

it("all threads have ended when they were waited for, those as well that are being ended or have failed", async () => {
  const ended: string[] = [];
  const begin = async (name: string, source: string) => {
    const thread = startThread(await threadFile(name, source));
    thread.once("error", () => {});
    thread.once("exit", () => ended.push(name));
    return thread;
  };
  const running = await begin("running", "setInterval(() => {}, 1000);");
  const ending = await begin("ending", "setInterval(() => {}, 1000);");
  const failed = await begin("failed", `throw new Error("failed");`);
  void ending.terminate();
  await endThreads();
  expect(ended.sort()).toEqual(["ending", "failed", "running"]);
  expect([running, ending, failed].map(({ threadId }) => threadId)).toEqual([-1, -1, -1]);
  await endThreads();
});

it("a thread that is about to end begins to load nothing", async () => {
  const [lock, loaded] = [makeEndLock(), numbers(1)];
  setFree(lock);
  await takeToEnd(lock);
  const thread = new Worker(
    `const { workerData, parentPort } = require("node:worker_threads");
    import(workerData.module).then(({ whileLoading }) => {
      parentPort.postMessage("trying");
      whileLoading(workerData.lock, () => Atomics.store(workerData.loaded, 0, 1));
      parentPort.postMessage("loaded");
    });`,
    {
      eval: true,
      workerData: { lock, loaded, module: new URL(`file://${BUILT}threads/end-lock.js`).href },
    },
  );
  const messages: unknown[] = [];
  thread.on("message", (message) => messages.push(message));
  await expect.poll(() => messages).toContain("trying");
  await thread.terminate();
  expect(messages).toEqual(["trying"]);
  expect(loaded[0]).toBe(0);
});

/** As a thread leaves its lock when it has loaded its file. */
function setFree(lock: SharedArrayBuffer): void {
  new Int32Array(lock)[0] = 0;
}

it("whoever ends a thread waits for what it loads, however deep it is nested", async () => {
  const lock = makeEndLock();
  setFree(lock);
  const order: string[] = [];
  let ended: Promise<void> | undefined;
  const value = whileLoading(lock, () => {
    ended = takeToEnd(lock).then(() => void order.push("ended"));
    whileLoading(lock, () => order.push("inner"));
    order.push("outer");
    return 7;
  });
  order.push(`gave ${value}`);
  await ended;
  expect(order).toEqual(["inner", "outer", "gave 7", "ended"]);
});

it("what cannot be loaded leaves the lock free", async () => {
  const lock = makeEndLock();
  setFree(lock);
  expect(() =>
    whileLoading(lock, () => {
      throw new Error("no such library");
    }),
  ).toThrow("no such library");
  await takeToEnd(lock);
  expect(whileLoading(undefined, () => 1)).toBe(1);
});
