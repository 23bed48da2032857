import { totalmem } from "node:os";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const MEGABYTE = 2 ** 20;
/** A text of 8 MB is read within it. */
const LEAST = 1024;
/** What a thread may use by default; a text of 60 MB takes 3000. */
const MOST = 4096;

/**
 * What each of so many threads may use for its objects, in megabytes: together half of the memory in bytes, so that one call
 * is refused rather than the whole program ended by the system.
 */
export function megabytesOfThread(threads: number, memory = machineMemory()): number {
  const share = Math.floor(memory / MEGABYTE / 2 / threads);
  return Math.min(MOST, Math.max(LEAST, share));
}

/** Bytes of the machine, or of the container where that is less; 0 says that there is no such limit. */
function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Bytes of objects above which a thread collects garbage after a call. A text of 60 MB leaves two gigabytes. */
const LARGE = 512 * MEGABYTE;

let collect: (() => void) | undefined;

/** Frees the memory of a large call. A thread without work never collects on its own: it would keep all of it. */
export function collectGarbageWhenLarge(large = LARGE): void {
  if (getHeapStatistics().used_heap_size >= large) collectGarbageSoon();
}

/** Gives back what nothing refers to any more once the caller has returned, on this thread. */
export function collectGarbageSoon(): void {
  void collectGarbage();
}

/** The same; resolves when it is done. */
export function collectGarbage(): Promise<void> {
  collect ??= exposedCollector();
  const now = collect;
  return new Promise((resolve) => {
    setImmediate(() => {
      now();
      resolve();
    });
  });
}

/** The engine's own collector, which only new contexts can be given once a program runs. */
function exposedCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
