import type { Reply } from "../../api/client-types.ts";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import type { Media } from "../../api/schema/replies.ts";
import { type ErrorData, errorStatus } from "../../errors.ts";

/** A response, ready to be written. */
export interface EncodedReply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** The bare string: with a charset after it the Java client takes the reply for a stream. */
export const JSON_TYPE = "application/json";

/** A reply as a response; an error carries the id of its request. */
export function encodeReply(endpoint: Endpoint, reply: Reply, requestId: string): EncodedReply {
  if (!reply.ok) return encodeError(reply.error, requestId);
  if (endpoint.replyAs === "media") {
    const { mediaType, data } = reply.value as Media;
    return { status: 200, type: mediaType, body: data };
  }
  return { status: 200, type: JSON_TYPE, body: JSON.stringify(reply.value) };
}

/** The body of every failure: code, message, details and the id of the request. */
export function encodeError(
  { code, message, details }: ErrorData,
  requestId: string,
): EncodedReply {
  const body = JSON.stringify({ code, message, details, requestId });
  return { status: errorStatus[code], type: JSON_TYPE, body };
}
