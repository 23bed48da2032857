import type { Handlers, Name, Reply } from "../../api/client-types.ts";
import { dispatch } from "../../api/dispatch.ts";
import { endpoints } from "../../api/table.ts";
import type { Cancellation } from "../../cancellation.ts";
import { ApiError } from "../../errors.ts";
import { type EncodedReply, encodeError, encodeReply } from "./encode-reply.ts";
import { readArguments } from "./read-arguments.ts";

/** A request as it arrived, not read yet, so that reading it can happen on any thread. */
export interface RawCall<N extends Name = Name> {
  readonly name: N;
  /** The query string without its question mark. */
  readonly search: string;
  readonly body: Uint8Array | undefined;
  readonly requestId: string;
}

/** What a request asks for, whichever call it is. */
export type RawInput = Pick<RawCall, "search" | "body">;

/**
 * What answers the requests: reads, runs and encodes one, on whichever thread. Never throws. `hangUp` makes a signal
 * that is aborted when the client goes away; short calls do without.
 */
export type AnswerRaw = (
  call: RawCall,
  hangUp: () => AbortSignal,
) => EncodedReply | Promise<EncodedReply>;

/** How a request is treated while it is answered. */
export interface Treatment {
  readonly signal: Cancellation;
  /** May hand on to another thread what turns out to be too much work, once it was read. */
  readonly handOn?: (args: Readonly<Record<string, unknown>>) => Promise<EncodedReply> | undefined;
}

/** Reads a request, runs it here, and encodes what comes out. Never throws. */
export function answerRaw<N extends Name>(
  handlers: Pick<Handlers, N>,
  { name, search, body, requestId }: RawCall<N>,
  { signal, handOn }: Treatment,
): EncodedReply | Promise<EncodedReply> {
  const encode = (reply: Reply) => encodeReply(endpoints[name], reply, requestId);
  try {
    const args = readArguments(endpoints[name], search, body);
    const elsewhere = handOn?.(args);
    if (elsewhere !== undefined) return elsewhere;
    const reply = dispatch(handlers, { name, args, signal });
    return reply instanceof Promise ? reply.then(encode) : encode(reply);
  } catch (cause) {
    return encodeError(ApiError.toData(cause), requestId);
  }
}
