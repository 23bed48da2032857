import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Requests of this many bytes leave gigabytes of words behind. */
const LARGE = 4 * 1024 * 1024;

let collect: (() => void) | undefined;

/**
 * Gives back the memory of a large call once it is answered. A thread without work never collects on its own: it would
 * keep all of it until the next large call.
 */
export function tidyUpAfter(bytes: number): void {
  if (bytes < LARGE) return;
  collect ??= exposedCollector();
  // After whatever still refers to the call.
  setImmediate(collect);
}

/** The engine's own collector, which only new contexts can be given once a program runs. */
function exposedCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
