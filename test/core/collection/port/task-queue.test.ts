import { expect, it } from "vitest";
import { TaskQueue, type Urgency } from "../../../../core/collection/port/task-queue.ts";
import { seededRandom } from "../../../../core/kernel/seeded-random.ts";

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
    beside: (name: string) => queue.beside(task(name)),
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
  void run("third", "shared");
  void run("urgent", "urgent");
  void run("urgent too", "urgent");
  expect(log).toEqual(["first"]);
  const refused = expect(failing).rejects.toThrow("no");
  await end("first", new Error("no"));
  await refused;
  for (const name of ["urgent", "urgent too", "second"]) await end(name);
  expect(log).toEqual(["first", "urgent", "urgent too", "second", "third"]);
});

it("a guest runs beside a task that only reads, and the next task waits for both", async () => {
  const { log, run, beside, end, settled } = watchedLane();
  void run("read", "shared");
  void run("write");
  await settled();
  const guest = beside("guest");
  expect(log).toEqual(["read", "guest"]);
  await end("read");
  // What comes while the guest is waited for has to wait itself, or a write might never have its turn.
  void beside("late");
  expect(log).toEqual(["read", "guest"]);
  await end("guest");
  expect(await guest).toBe("guest");
  expect(log).toEqual(["read", "guest", "late"]);
  await end("late");
  expect(log.at(-1)).toBe("write");
});

it("a guest that fails is waited for like another", async () => {
  const { log, run, beside, end, settled } = watchedLane();
  void run("read", "shared");
  void run("write");
  await settled();
  const refused = expect(beside("guest")).rejects.toThrow("no");
  await end("read");
  await end("guest", new Error("no"));
  await refused;
  expect(log).toEqual(["read", "guest", "write"]);
});

it("nothing ever runs beside what may write", async () => {
  const random = seededRandom(3);
  const queue = new TaskQueue();
  let [writing, reading, together] = [0, 0, 0];
  const pause = () => new Promise((resolve) => setTimeout(resolve, 2 * random()));
  const write = async () => {
    expect([writing, reading]).toEqual([0, 0]);
    writing++;
    await pause();
    writing--;
  };
  const read = async () => {
    expect(writing).toBe(0);
    reading++;
    together = Math.max(together, reading);
    await pause();
    reading--;
  };
  const asked: Promise<void>[] = [];
  for (let i = 0; i < 400; i++) {
    const kind = random();
    if (kind < 0.3) asked.push(queue.run(write));
    else if (kind < 0.6) asked.push(queue.run(read, "shared"));
    else asked.push(queue.beside(read));
    if (random() < 0.3) await pause();
  }
  await Promise.all(asked);
  expect(together).toBeGreaterThan(1);
});

it("a last task runs after all that wait, and refuses what comes later, beside others too", async () => {
  const queue = new TaskQueue();
  const order: string[] = [];
  const task = (name: string) => async () => {
    await Promise.resolve();
    order.push(name);
  };
  const before = [queue.run(task("first")), queue.run(task("second"), "shared")];
  const last = queue.end(task("last"), () => new Error("closed"));
  for (const later of [queue.run(task("late")), queue.beside(task("guest"))])
    await expect(later).rejects.toThrow("closed");
  await Promise.all([...before, last]);
  expect(order).toEqual(["first", "second", "last"]);
  await expect(queue.run(task("later"), "urgent")).rejects.toThrow("closed");
});
