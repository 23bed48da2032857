import { AsyncLocalStorage } from "node:async_hooks";
import { type Cancellation, NEVER_CANCELLED } from "../../cancellation.ts";

const calls = new AsyncLocalStorage<Cancellation>();

/** Does something for a call; `currentCall` gives its signal to everything that is done on the way. */
export const duringCall = <T>(signal: Cancellation, act: () => T): T => calls.run(signal, act);

/** Whether the call that something is done for still wants its answer. */
export const currentCall = (): Cancellation => calls.getStore() ?? NEVER_CANCELLED;
