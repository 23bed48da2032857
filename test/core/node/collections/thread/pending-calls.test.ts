import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PendingCalls } from "../../../../../core/node/collections/thread/pending-calls.ts";

/** A call that ends when it is told to. */
function slow() {
  let finish: () => void = () => {};
  const result = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { act: () => result, finish };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("closing while calls run", () => {
  it("waits for the calls before it, and has the calls after it wait", async () => {
    const pending = new PendingCalls();
    const done: string[] = [];
    const [call, closing] = [slow(), slow()];
    const { before, after } = pending.watched({
      before: () => call.act().then(() => done.push("before")),
      after: async () => done.push("after"),
    });
    const all = [
      before(),
      pending.alone(async () => {
        done.push("closing");
        await closing.act();
        done.push("closed");
      }),
      after(),
    ];
    await turn();
    expect(done).toEqual([]);
    call.finish();
    await turn();
    expect(done).toEqual(["before", "closing"]);
    closing.finish();
    await Promise.all(all);
    expect(done).toEqual(["before", "closing", "closed", "after"]);
  });

  it("never runs beside a call, and everything begins in the order in which it came", async () => {
    const action = fc.record({ isClosing: fc.boolean(), turns: fc.nat(3), pause: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
        const pending = new PendingCalls();
        const begun: number[] = [];
        const running = { calls: 0, closings: 0 };
        const all: Promise<unknown>[] = [];
        for (const [i, { isClosing, turns, pause }] of actions.entries()) {
          const kind = isClosing ? "closings" : "calls";
          const act = async () => {
            begun.push(i);
            running[kind]++;
            expect(running.closings).toBeLessThanOrEqual(1);
            expect(Math.min(running.calls, running.closings)).toBe(0);
            for (let k = 0; k < turns; k++) await turn();
            running[kind]--;
          };
          all.push(isClosing ? pending.alone(act) : pending.begin(act));
          for (let k = 0; k < pause; k++) await turn();
        }
        await Promise.all(all);
        expect(begun).toEqual(actions.map((_, i) => i));
      }),
      { numRuns: 50 },
    );
  });

  it("goes on after a call or a closing that failed", async () => {
    const pending = new PendingCalls();
    const fail = () => Promise.reject(new Error("no room"));
    const failed = Promise.allSettled([pending.begin(fail), pending.alone(fail)]);
    expect(await pending.begin(() => "answered")).toBe("answered");
    expect(await failed).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
  });
});

describe("the end", () => {
  it("waits for what was begun, also behind a closing, and refuses what is read late", async () => {
    const pending = new PendingCalls();
    const opened: string[] = [];
    const { put } = pending.watched({ put: async (name: string) => opened.push(name) });
    const closing = slow();
    const all = [put("before"), pending.alone(closing.act), put("waiting")];
    const ended = pending.end(async () => opened.push("ended"));
    await expect(put("late")).rejects.toThrow("The service is stopping.");
    closing.finish();
    await Promise.all([...all, ended]);
    expect(opened).toEqual(["before", "waiting", "ended"]);
  });
});
