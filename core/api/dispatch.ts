import type { Cancellation } from "../cancellation.ts";
import { ApiError } from "../errors.ts";
import type { Handlers, Input, Name, Reply } from "./client-types.ts";
import { checkArgs } from "./validate.ts";

/** A call on its way to its handler, whatever the transport. */
interface Call<N extends Name = Name> {
  readonly name: N;
  readonly args: unknown;
  readonly signal: Cancellation;
}

/**
 * The one way in, whatever the transport: checks the input, runs the handler, never throws. What a handler
 * answers at once is there at once: a short call waits for no promise.
 */
export function dispatch<N extends Name>(
  handlers: Pick<Handlers, N>,
  { name, args, signal }: Call<N>,
): Reply | Promise<Reply> {
  try {
    const input = checkArgs(name, args) as Input<N>;
    const value = handlers[name](input, signal);
    return value instanceof Promise ? value.then(success, failure) : success(value);
  } catch (cause) {
    return failure(cause);
  }
}

const success = (value: unknown): Reply => ({ ok: true, value });
const failure = (cause: unknown): Reply => ({ ok: false, error: ApiError.toData(cause) });
