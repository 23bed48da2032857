import { expect, it } from "vitest";
import { PendingCalls } from "../../../../../core/node/collections/thread/pending-calls.ts";

/** A method that ends when it is told to. */
function slow() {
  let finish: () => void = () => {};
  const result = new Promise<string>((resolve) => {
    finish = () => resolve("done");
  });
  return { act: () => result, finish };
}

it("waits for what was begun, and for what that has begun meanwhile", async () => {
  const underWay = new PendingCalls();
  const [first, second] = [slow(), slow()];
  const methods = underWay.watched({ first: first.act, second: second.act });
  const one = methods.first().then(() => void methods.second());
  let isOver = false;
  const settled = underWay.settled().then(() => {
    isOver = true;
  });
  first.finish();
  await one;
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  second.finish();
  await settled;
});

it("begins nothing after its end, such as a batch of an import that is read late", async () => {
  const underWay = new PendingCalls();
  const opened: string[] = [];
  const methods = underWay.watched({ put: async (name: string) => opened.push(name) });
  await methods.put("before");
  await underWay.end();
  expect(() => methods.put("late")).toThrow("The service is stopping.");
  expect(opened).toEqual(["before"]);
});

it("ends when what failed has failed", async () => {
  const underWay = new PendingCalls();
  underWay.begin(() => Promise.reject(new Error("no room"))).catch(() => {});
  await underWay.end();
});
