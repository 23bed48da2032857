import type { Cancellation } from "../cancellation.ts";
import { ApiError } from "../errors.ts";
import type { Handlers, Input, Name, Reply } from "./client-types.ts";
import { checkArgs } from "./validate.ts";

/** A call on its way to its handler, whatever the transport. */
export interface Call<N extends Name = Name> {
  readonly name: N;
  readonly args: unknown;
  readonly signal: Cancellation;
}

/** The one way in, whatever the transport: checks the input, runs the handler, never throws. */
export async function dispatch<N extends Name>(
  handlers: Pick<Handlers, N>,
  { name, args, signal }: Call<N>,
): Promise<Reply> {
  try {
    const input = checkArgs(name, args) as Input<N>;
    return { ok: true, value: await handlers[name](input, signal) };
  } catch (cause) {
    return { ok: false, error: ApiError.toWire(cause) };
  }
}
