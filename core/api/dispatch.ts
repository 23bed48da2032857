import type { Cancellation } from "../cancellation.ts";
import { ApiError } from "../errors.ts";
import type { Handlers, Input, Name, Reply } from "./client-types.ts";
import { checkArgs } from "./validate.ts";

/** One call, whatever the transport. */
export interface Call<N extends Name = Name> {
  readonly name: N;
  /** Not validated yet. */
  readonly args: unknown;
  readonly signal: Cancellation;
}

/** Validates the arguments, then runs the handler. The only entrance to the endpoints; never throws. */
export async function dispatch<N extends Name>(
  handlers: Pick<Handlers, N>,
  { name, args, signal }: Call<N>,
): Promise<Reply> {
  try {
    const input = checkArgs(name, args) as Input<N>;
    return { ok: true, value: await handlers[name](input, signal) };
  } catch (cause) {
    return { ok: false, error: ApiError.toData(cause) };
  }
}
