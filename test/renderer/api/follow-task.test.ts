// @vitest-environment jsdom
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Task } from "../../../renderer/api/follow-task.ts";
import { type FollowedTask, followTask, startTask } from "../../../renderer/api/follow-task.ts";

const TASK: Task = {
  id: "t1",
  kind: "train",
  title: "",
  state: "running",
  phase: "",
  fraction: 0,
  remainingSeconds: null,
  startedAt: "2026-01-01T00:00:00Z",
  endedAt: null,
  error: null,
};
const INPUT = { kind: "train" as const, name: "own", paths: ["/texts"] };
const UNREACHABLE = { code: "busy", message: "not now", details: {} };
const UNKNOWN = { code: "bad-input", message: "No such task.", details: {} };

/** A host on which the task ends after a number of answers; a person can cancel it before. */
class Host {
  readonly asked: string[] = [];
  answers: ("state" | "unreachable" | "unknown")[] = [];
  left = 3;
  isStarted = false;
  isCancelled = false;
  /** Set to let the start wait until it is called. */
  begin: Promise<void> = Promise.resolve();

  async call(name: string) {
    this.asked.push(name);
    if (name === "app.jobStart") {
      await this.begin;
      this.isStarted = true;
      return { ok: true, value: TASK };
    }
    const answer = this.answers.shift() ?? "state";
    if (answer === "unreachable") return { ok: false, error: UNREACHABLE };
    if (answer === "unknown") return { ok: false, error: UNKNOWN };
    if (name === "app.jobCancel") this.isCancelled ||= this.left > 0;
    else this.left -= 1;
    const state = this.isCancelled ? "cancelled" : this.left <= 0 ? "done" : "running";
    const task = { ...TASK, state };
    return { ok: true, value: name === "app.jobs" ? [task] : task };
  }
}

let host: Host;
// What answers are checked by comes beside the client; time stands still afterwards.
beforeAll(() => import("../../../core/api/to-request.ts"));
beforeEach(() => {
  vi.useFakeTimers();
  host = new Host();
  vi.stubGlobal("engine", { call: (name: string) => host.call(name), cancel: () => {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watched(begin: (watch: Parameters<typeof followTask>[1]) => FollowedTask) {
  const told: string[] = [];
  const task = begin({
    onState: ({ state }) => void told.push(state),
    onEnd: ({ state }) => void told.push(`end ${state}`),
    onFailure: (error) => void told.push(`failed ${(error as { code: string }).code}`),
    onReach: (isInReach) => void (isInReach || told.push("out of reach")),
  });
  return { told, task };
}
const pass = (milliseconds = 120_000) => vi.advanceTimersByTimeAsync(milliseconds);

describe("a followed task", () => {
  it("is told from its start to its end, through answers that fail", async () => {
    host.answers = ["state", "unreachable", "unreachable", "state"];
    const { told } = watched((watch) => startTask({ input: INPUT }, watch));
    await pass();
    expect(told).toEqual([
      "running",
      "running",
      "out of reach",
      "out of reach",
      "running",
      "done",
      "end done",
    ]);
  });

  it("fails when the host knows nothing of it", async () => {
    host.answers = ["state", "unknown"];
    const { told } = watched((watch) => followTask(TASK, watch));
    await pass();
    expect(told.at(-1)).toBe("failed bad-input");
  });

  it("is asked for ever less often while nobody answers", async () => {
    host.answers = Array.from({ length: 1000 }, () => "unreachable" as const);
    watched((watch) => followTask(TASK, watch));
    await pass(60_000);
    expect(host.asked.length).toBeGreaterThan(10);
    expect(host.asked.length).toBeLessThan(20);
  });

  it("is cancelled as soon as it has started where its start is still in progress", async () => {
    let start: () => void = () => undefined;
    host.begin = new Promise((resolve) => {
      start = resolve;
    });
    const { told, task } = watched((watch) => startTask({ input: INPUT }, watch));
    task.cancel();
    task.leave();
    await pass();
    expect(host.asked).toEqual(["app.jobStart"]);
    start();
    await pass();
    expect(host.isCancelled).toBe(true);
    expect(told).toEqual([]);
  });

  it("never goes on unwatched after it was to be cancelled, whatever fails and whenever it is left", async () => {
    const answer = fc.constantFrom("state" as const, "unreachable" as const);
    const act = fc.constantFrom("cancel" as const, "leave" as const, "wait" as const);
    await fc.assert(
      fc.asyncProperty(fc.array(answer), fc.array(act), async (answers, acts) => {
        host = new Host();
        host.answers = [...answers];
        host.left = 5;
        const { told, task } = watched((watch) => startTask({ input: INPUT }, watch));
        for (const step of acts) {
          if (step === "wait") await pass(300);
          else task[step]();
        }
        const heard = told.length;
        await pass();
        if (acts.includes("cancel")) expect(host.isCancelled || host.left <= 0).toBe(true);
        if (acts.includes("leave")) expect(told.slice(heard)).toEqual([]);
        else expect(told.at(-1)).toBe(`end ${host.isCancelled ? "cancelled" : "done"}`);
      }),
    );
  });
});
