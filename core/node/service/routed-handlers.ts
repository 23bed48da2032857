import type { Handlers, Name, Reply } from "../../api/client-types.ts";
import { names } from "../../api/is-name.ts";
import type { Cancellation } from "../../cancellation.ts";
import { ApiError } from "../../errors.ts";
import type { WorkerPool } from "../pool/worker-pool.ts";
import { isCostly, leavesMainThread, roughSize, treatmentOf } from "./thread-choice.ts";
import type { Timings } from "./timings.ts";

/** What answers at the moment: both change when a retina is installed or removed. */
export interface Answering {
  readonly local: Handlers;
  readonly pool: WorkerPool | undefined;
}

/** The handlers a host gives to its transports: each call goes where it should run, and is timed. */
export function routedHandlers(current: () => Answering, timings: Timings): Handlers {
  const routed = names.map((name) => [name, timed(name, route(name, current), timings)]);
  // Every name has an entry; the compiler cannot follow that through fromEntries.
  return Object.fromEntries(routed) as unknown as Handlers;
}

type AnyHandler = (input: Readonly<Record<string, unknown>>, signal: Cancellation) => unknown;

function route(name: Name, current: () => Answering): AnyHandler {
  const staysHere = !leavesMainThread(name, Number.POSITIVE_INFINITY);
  return (input, signal) => {
    const { local, pool } = current();
    const size = pool === undefined || staysHere ? 0 : roughSize(input);
    if (pool === undefined || !(leavesMainThread(name, size) || isCostly(name, input)))
      return (local[name] as AnyHandler)(input, signal);
    const task = { kind: "args", name, args: input } as const;
    return pool.run(task, { signal: abortSignal(signal), ...treatmentOf(name, size) }).then(unwrap);
  };
}

function timed<N extends Name>(name: N, handler: AnyHandler, timings: Timings): AnyHandler {
  return async (input, signal) => {
    const start = performance.now();
    try {
      return await handler(input, signal);
    } finally {
      timings.record(name, performance.now() - start);
    }
  };
}

function unwrap(reply: Reply): unknown {
  if (reply.ok) return reply.value;
  throw new ApiError(reply.error);
}

/** Hosts pass abort signals; anything else never aborts while the call runs elsewhere. */
function abortSignal(signal: Cancellation): AbortSignal {
  return signal instanceof AbortSignal ? signal : new AbortController().signal;
}
