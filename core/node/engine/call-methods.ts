import type { Handlers, Name } from "../../api/client-types.ts";
import type { Cancellation } from "../../cancellation.ts";
import { notFound } from "../../errors.ts";
import type { CallContext } from "../threads/protocol.ts";
import { collectGarbageWhenLarge } from "../threads/thread-memory.ts";

/** A handler whose endpoint is not known at compile time. */
export type AnyHandler = (
  input: Readonly<Record<string, unknown>>,
  signal: Cancellation,
) => unknown;

/** A call on its way to another thread; its input is validated. */
export interface ThreadCall {
  readonly name: Name;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Answers calls with these handlers. @throws not-found for an endpoint without a handler here */
export function callMethods(handlers: Partial<Handlers>) {
  return {
    call: async ({ name, input }: ThreadCall, { signal }: CallContext): Promise<unknown> => {
      const handler = handlers[name] as AnyHandler | undefined;
      if (handler === undefined) throw notFound(`This thread does not answer ${name}.`);
      try {
        return await handler(input, signal);
      } finally {
        collectGarbageWhenLarge();
      }
    },
  };
}
