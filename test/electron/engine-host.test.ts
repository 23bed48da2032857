import { rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RunningService } from "../../core/node/service/running-service.ts";
import { startThread } from "../../core/node/threads/start-thread.ts";
import { openEngine } from "../../electron/engine-host.ts";
import { makeTestFolder } from "../support/test-host.ts";

let home: string;
beforeEach(async () => {
  home = await makeTestFolder();
  vi.stubEnv("SEMASCOPE_HOME", home);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
});

/** A thread that the service does not wait for, as that of an import that has just failed. */
const left = () => startThread("../../test/support/staying-worker");

it("is closed when the last thread has ended, also one that the service does not wait for", async () => {
  const engine = await openEngine(path.join(home, "retinas"));
  const thread = left();
  await engine.close();
  expect(thread.threadId).toBe(-1);
});

it("ends the threads also where the service cannot be closed", async () => {
  const engine = await openEngine(path.join(home, "retinas"));
  const close = vi.spyOn(RunningService.prototype, "close").mockRejectedValue(new Error("full"));
  const thread = left();
  await expect(engine.close()).rejects.toThrow("full");
  expect([thread.threadId, close.mock.calls.length]).toEqual([-1, 1]);
});

it("ends the threads where the service does not open, for the program ends then", async () => {
  vi.spyOn(RunningService.prototype, "ready").mockImplementation(() => {
    throw new Error("not today");
  });
  const thread = left();
  await expect(openEngine(path.join(home, "retinas"))).rejects.toThrow("not today");
  expect(thread.threadId).toBe(-1);
});
