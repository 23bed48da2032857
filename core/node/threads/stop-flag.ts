import type { Cancellation } from "../../cancellation.ts";

/** A flag that another thread can raise while this one is busy. */
export const makeStopFlag = (): SharedArrayBuffer =>
  new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

/** Asks the work that was given the flag to end. */
export function raiseFlag(flag: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(flag), 0, 1);
}

/** The flag as what long work asks at every step. */
export function flagSignal(flag: SharedArrayBuffer): Cancellation {
  const cells = new Int32Array(flag);
  return {
    get aborted() {
      return Atomics.load(cells, 0) === 1;
    },
  };
}
