import { expect, it } from "vitest";
import { TaskQueue, type Urgency } from "../../../../core/collection/port/task-queue.ts";

/** A queue whose tasks end on demand. */
function watchedLane() {
  const queue = new TaskQueue();
  const log: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const task = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      log.push(name);
      ends.set(name, (failure) => (failure ? reject(failure) : resolve(name)));
    });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return {
    queue,
    log,
    run: (name: string, urgency?: Urgency) => queue.run(task(name), urgency),
    async end(name: string, failure?: Error) {
      ends.get(name)!(failure);
      await settled();
    },
    settled,
  };
}

it("tasks run one after the other, urgent ones first, and a failing one stops no other", async () => {
  const { log, run, end, settled } = watchedLane();
  const failing = run("first");
  await settled();
  void run("second");
  void run("third");
  void run("urgent", "urgent");
  void run("urgent too", "urgent");
  expect(log).toEqual(["first"]);
  const refused = expect(failing).rejects.toThrow("no");
  await end("first", new Error("no"));
  await refused;
  for (const name of ["urgent", "urgent too", "second"]) await end(name);
  expect(log).toEqual(["first", "urgent", "urgent too", "second", "third"]);
});

it("a last task runs after all that wait, and refuses what comes later", async () => {
  const queue = new TaskQueue();
  const order: string[] = [];
  const task = (name: string) => async () => {
    await Promise.resolve();
    order.push(name);
  };
  const before = [queue.run(task("first")), queue.run(task("second"))];
  const last = queue.end(task("last"), () => new Error("closed"));
  await expect(queue.run(task("late"))).rejects.toThrow("closed");
  await Promise.all([...before, last]);
  expect(order).toEqual(["first", "second", "last"]);
  await expect(queue.run(task("later"), "urgent")).rejects.toThrow("closed");
});
