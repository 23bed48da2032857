import type { Handlers, Name, Reply } from "../../api/client-types.ts";
import { dispatch } from "../../api/dispatch.ts";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import type { Media } from "../../api/schema/replies.ts";
import { endpoints } from "../../api/table.ts";
import type { Cancellation } from "../../cancellation.ts";
import { ApiError, type ErrorData, errorStatus } from "../../errors.ts";
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
interface Treatment {
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

/** A response, ready to be written. Short texts are written faster as strings than as bytes. */
export interface EncodedReply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  /** Of a refusal: retinas that have to be opened first, see `closedRetina`. */
  readonly opens?: readonly string[];
}

/** The bare string: with a charset after it the Java client takes the reply for a stream. */
export const JSON_TYPE = "application/json";

/** A reply as its body; errors carry the id of their request. */
export function encodeReply(endpoint: Endpoint, reply: Reply, requestId: string): EncodedReply {
  if (!reply.ok) return encodeError(reply.error, requestId);
  if (endpoint.replyAs === "media") return encodeMedia(reply.value as Media);
  return { status: 200, type: JSON_TYPE, body: JSON.stringify(reply.value) };
}

/** The body of every failure: code, message, details and the id of the request. */
export function encodeError(
  { code, message, details }: ErrorData,
  requestId: string,
): EncodedReply {
  const body = JSON.stringify({ code, message, details, requestId });
  const reply = { status: errorStatus[code], type: JSON_TYPE, body };
  const { opens } = details;
  return Array.isArray(opens) ? { ...reply, opens: opens as readonly string[] } : reply;
}

const encodeMedia = ({ mediaType, data }: Media): EncodedReply => ({
  status: 200,
  type: mediaType,
  body: data,
});
