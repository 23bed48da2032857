import { type IncomingMessage, maxHeaderSize, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import {
  type ApiError,
  badInput,
  headTooLarge,
  methodNotAllowed,
  sentTooSlowly,
} from "../../errors.ts";
import { encodeError, JSON_TYPE } from "../wire/encode-reply.ts";

/** What the parser of Node reports about bytes that became no request. */
interface ParserFailure {
  readonly code?: string;
}

/**
 * Answers what never becomes a request of its own: bytes that are no HTTP, heads that are too large or too slow.
 * Without this Node would answer without a body.
 */
export function refuseMalformed(nextId: () => string) {
  return ({ code }: ParserFailure, socket: Duplex): void => {
    if (code === "ECONNRESET" || !socket.writable) return;
    const [status, error] = refusalOf(code);
    socket.end(responseText(status, error, nextId()));
  };
}

/** Refuses to be a tunnel in words, and lets expectations other than 100-continue pass, as HTTP allows. */
export function refuseTunnels(server: Server, nextId: () => string): void {
  server.on("connect", (_: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    const error = methodNotAllowed("This service is no proxy: CONNECT is not answered.");
    socket.end(responseText(405, error, nextId()));
  });
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

function refusalOf(code: string | undefined): readonly [status: number, error: ApiError] {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return [431, headTooLarge(maxHeaderSize)];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, sentTooSlowly()];
    case "HPE_INVALID_URL":
    case "HPE_INVALID_VERSION":
      return [400, badInput("target", NOT_ENCODED)];
    default:
      return [400, badInput("request", "The request is not valid HTTP.")];
  }
}
/** A space in the target makes the parser take the rest for the version. */
const NOT_ENCODED =
  "The request line is not valid HTTP: spaces and other special characters of the address have to be percent-encoded.";

function responseText(status: number, error: ApiError, requestId: string): string {
  const { body } = encodeError(error, requestId);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "x-content-type-options: nosniff",
    "connection: close",
    "",
    body,
  ].join("\r\n");
}
