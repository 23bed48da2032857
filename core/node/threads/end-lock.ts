import { workerData } from "node:worker_threads";

/**
 * A lock that a thread holds while it loads files and that whoever ends it takes first. Node ends the whole process, and
 * not the thread alone, when a thread is ended while `require` reads a module (`v8::Module::IsGraphAsync must be used on
 * an instantiated module`): a task that is cancelled in its first moments would take the service with it.
 */
export type EndLock = SharedArrayBuffer;

const FREE = 0;
const LOADING = 1;
const ENDING = 2;

/** Held by the thread that is about to start. */
export function makeEndLock(): EndLock {
  const lock = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  Atomics.store(new Int32Array(lock), 0, LOADING);
  return lock;
}

/** Resolves when the thread loads nothing, and will load nothing any more. */
export async function takeToEnd(lock: EndLock): Promise<void> {
  const cells = new Int32Array(lock);
  while (Atomics.compareExchange(cells, 0, FREE, ENDING) === LOADING)
    await Atomics.waitAsync(cells, 0, LOADING).value;
}

/** On the thread: loads something, or waits for its end when that is near. */
export function whileLoading<T>(lock: EndLock | undefined, load: () => T): T {
  if (lock === undefined) return load();
  const cells = new Int32Array(lock);
  const before = Atomics.compareExchange(cells, 0, FREE, LOADING);
  // Nobody wakes it: what waits here is ended.
  if (before === ENDING) Atomics.wait(cells, 0, ENDING);
  try {
    return load();
  } finally {
    // A file that loads another one while it is loaded itself leaves the lock as it was.
    if (before === FREE) {
      Atomics.store(cells, 0, FREE);
      Atomics.notify(cells, 0);
    }
  }
}

/** What a thread is started with. */
export interface ThreadStart {
  readonly file: string;
  readonly data: unknown;
  readonly lock: EndLock;
}

/** The first lines of a thread: it holds its lock until its file is loaded. */
export const THREAD_SOURCE = `
const { file, lock } = require("node:worker_threads").workerData;
require(file);
const cells = new Int32Array(lock);
Atomics.store(cells, 0, ${FREE});
Atomics.notify(cells, 0);
`;

/** What this thread was given, and its lock; a thread that was started otherwise has none. */
export const threadData = <T>(): T => (workerData as ThreadStart).data as T;
export const ownLock = (): EndLock | undefined => (workerData as Partial<ThreadStart> | null)?.lock;
