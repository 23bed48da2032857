import type { Handlers, Name } from "../../api/client-types.ts";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import { endpoints, names } from "../../api/table.ts";
import type { AnyHandler } from "../engine/call-methods.ts";
import { signalOf } from "../threads/protocol.ts";
import type { CallThreads } from "./call-threads.ts";
import type { Timings } from "./timings.ts";

/** What answers calls at the moment. Both change when a retina is installed or removed. */
export interface Answering {
  readonly local: Handlers;
  /** Undefined: this thread answers everything. */
  readonly pool: CallThreads | undefined;
}

export interface RouteOptions {
  readonly current: () => Answering;
  readonly timings: Timings;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Handlers that run each call where its endpoint declares, and record its time. */
export function routeCalls({ current, timings }: RouteOptions): Handlers {
  const handlerOf = (name: Name): AnyHandler => {
    const { work, isBulk = false }: Endpoint = endpoints[name];
    return async (input: Arguments, signal) => {
      const record = timings.start(name);
      try {
        const { local, pool } = current();
        const isForPool = work === "pool" || (work === "brief" && !isBrief(input));
        // An encoder reads on threads of its own, which the main thread owns.
        return isForPool && pool !== undefined && input.reader === undefined
          ? await pool.run({ name, input }, { ...signalOf(signal), isBulk })
          : await (local[name] as AnyHandler)(input, signal);
      } finally {
        record();
      }
    };
  };
  // Every name has an entry; the compiler cannot follow that through fromEntries.
  return Object.fromEntries(names.map((name) => [name, handlerOf(name)])) as unknown as Handlers;
}

/** What the main thread may spend on one call, in characters of text: 1,400 take about a millisecond. */
const MOST_INLINE = 5600;
/** A word costs as much as so many characters, because it may be unknown; then its spellings are looked up. */
const PER_WORD = 200;

/** Whether the strings of a call are few and short. A hop to the pool would halve the calls per second. */
function isBrief(input: object): boolean {
  let cost = 0;
  const waiting: object[] = [input];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop())
    for (const member of Object.values(value)) {
      if (typeof member === "string") cost += PER_WORD + member.length;
      else if (typeof member === "object" && member !== null && typeof member[0] !== "number")
        waiting.push(member);
      if (cost > MOST_INLINE) return false;
    }
  return true;
}
