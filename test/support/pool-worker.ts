import { threadId } from "node:worker_threads";
import { badInput, cancelled } from "../../core/errors.ts";
import type { CallContext } from "../../core/node/threads/protocol.ts";
import { answerTasks } from "../../core/node/threads/serve-methods.ts";

/** What a call asks the thread to do; most of it is what no thread should do. */
export type Deed = keyof typeof deeds;

export interface Work {
  readonly deed: Deed;
  readonly value: number;
  /** Waits until so many threads answer at once. */
  readonly meet?: { readonly gate: SharedArrayBuffer; readonly threads: number };
}

type Context = CallContext<number>;

const deeds = {
  answer: ({ value }: Work) => value,
  thread: () => threadId,
  report: ({ value }: Work, { report }: Context) => {
    for (let i = 0; i < 3; i++) report(i);
    return value;
  },
  throw: () => {
    throw new Error("thrown");
  },
  reject: async () => {
    void Promise.reject(new Error("rejected"));
    await new Promise(() => {});
  },
  fail: () => {
    throw badInput("x", "no");
  },
  exit: () => process.exit(3),
  hang: () => {
    for (;;);
  },
  listen: (_: Work, { signal }: Context) => {
    while (!signal.aborted);
    throw cancelled();
  },
  unsendable: () => () => {},
  memory: () => {
    const all: unknown[] = [];
    for (;;) all.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
  },
};

export const methods = {
  work: (work: Work, context: Context): unknown => {
    if (work.meet !== undefined) meet(work.meet);
    return deeds[work.deed](work, context);
  },
};

function meet({ gate, threads }: NonNullable<Work["meet"]>): void {
  const present = new Int32Array(gate);
  if (Atomics.add(present, 0, 1) + 1 >= threads) Atomics.notify(present, 0);
  for (let n = Atomics.load(present, 0); n < threads; n = Atomics.load(present, 0))
    Atomics.wait(present, 0, n);
}

export const answer = answerTasks(() => methods);
