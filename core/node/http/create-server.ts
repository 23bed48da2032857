import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  maxHeaderSize,
  type Server,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import fastifyCookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Name, Reply } from "../../api/client-types.ts";
import type { Call } from "../../api/dispatch.ts";
import { openApiDocument } from "../../api/openapi.ts";
import { withCurrentNames } from "../../api/parse-query.ts";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import { BASE_PATH, endpoints, names } from "../../api/table.ts";
import { ApiError, badInput, headTooLarge, methodNotAllowed, sentTooSlowly } from "../../errors.ts";
import { serveApp } from "./app-page.ts";
import { type EncodedReply, encodeError, encodeReply, JSON_TYPE } from "./encode-reply.ts";
import { type AccessRules, allowsOrigin, checkKey, checkSite } from "./guard.ts";
import { limitHalfOpen } from "./half-open.ts";
import { readArguments } from "./read-arguments.ts";
import {
  isAbsolute,
  methodsAt,
  normaliseTarget,
  notFoundError,
  requestIds,
  toApiError,
} from "./requests.ts";
import { isQuestion, PROOF_PATH, proofOf } from "./service-proof.ts";

/** Answers one call. Never throws. */
export type AnswerCall = (call: Call) => Promise<Reply>;

/** What a server needs; it knows nothing of engines. */
interface ServerOptions {
  readonly answer: AnswerCall;
  readonly access: AccessRules;
  readonly version: string;
  /** By which it proves to programs of this user that it is the service that was announced. */
  readonly secret?: string;
  /** Folder of the built page, if there is one. */
  readonly webRoot?: string;
  /** Most bytes of a body, unless the endpoint names another limit. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** A client may take this long to send its request, so that idle ones do not accumulate. */
const SENDING_MILLISECONDS = 300_000;

/** The whole table over HTTP; not listening yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const nextId = requestIds();
  const app = Fastify({
    logger: false,
    genReqId: nextId,
    // Without a host Node would answer without a body; `checkSite` does it in words.
    http: { requireHostHeader: false },
    bodyLimit: options.maxBytes ?? MAX_BYTES,
    forceCloseConnections: "idle",
    requestTimeout: SENDING_MILLISECONDS,
    return503OnClosing: false,
    rewriteUrl,
    routerOptions: { querystringParser: () => ({}) },
    clientErrorHandler: refuseMalformed(nextId),
    frameworkErrors: (cause, request, reply) =>
      sendError(toApiError(cause, request), request, reply),
  });
  limitHalfOpen(app.server);
  refuseTunnels(app.server, nextId);
  readAnyBody(app);
  await app.register(fastifyCookie);
  guardEveryCall(app, options.access);
  app.addHook("preClose", (done) => {
    closing.add(app);
    done();
  });
  for (const name of names) addRoutes(app, name, options);
  const document = Buffer.from(JSON.stringify(openApiDocument(options.version)));
  app.get(`${BASE_PATH}/openapi.json`, (_, reply) => reply.type(JSON_TYPE).send(document));
  if (options.secret !== undefined) addProof(app, options.secret);
  app.setErrorHandler((cause, request, reply) =>
    sendError(toApiError(cause, request), request, reply),
  );
  app.setNotFoundHandler((request, reply) => {
    if (methodsAt(request).length > 0) void reply.header("allow", allowedAt(request));
    sendError(notFoundError(request), request, reply);
  });
  if (options.webRoot !== undefined) await serveApp(app, options.webRoot, options.access);
  return app;
}

/** Servers that are being stopped: connections that are busy then would be kept alive for a minute. */
const closing = new WeakSet<object>();

/** Remembers the target as sent: the host check needs to know whether it was absolute. */
function rewriteUrl(request: IncomingMessage): string {
  const target = request.url ?? "/";
  if (isAbsolute(target)) absoluteRequests.add(request);
  return normaliseTarget(target);
}
const absoluteRequests = new WeakSet<IncomingMessage>();

/** Every body is bytes: clients announce JSON for raw text and forms for JSON, so the type means nothing. */
function readAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(["*", ANY_TYPE], { parseAs: "buffer" }, (_, body, done) =>
    done(null, body),
  );
}
/** Replaces whatever type a body was announced with. */
const ANY_TYPE = "application/octet-stream";

function guardEveryCall(app: FastifyInstance, access: AccessRules): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { headers, cookies } = request;
    // A picture or a text that came in is never run as a page or a script.
    void reply.header("x-content-type-options", "nosniff");
    if (headers["content-type"] !== undefined) headers["content-type"] = ANY_TYPE;
    const caller = {
      headers,
      cookies,
      isAbsolute: absoluteRequests.has(request.raw),
      needsHost: request.raw.httpVersion !== "1.0",
    };
    const isCall = isPartOfService(request);
    const refusal = checkSite(access, caller) ?? checkEncoding(headers);
    if (refusal !== undefined) return sendError(refusal, request, reply);
    allowReading(access, request, reply);
    if (request.method === "OPTIONS" && isCall) return answerPreflight(request, reply);
    const missing = isCall ? checkKey(access, caller) : undefined;
    if (missing !== undefined) return sendError(missing, request, reply);
    done();
  });
}

/** By its route too: an address can be spelled in many ways, such as with `%72` for r. */
const isPartOfService = (request: FastifyRequest): boolean =>
  request.url.startsWith(`${BASE_PATH}/`) ||
  request.routeOptions.url?.startsWith(`${BASE_PATH}/`) === true;

/** @returns a refusal of a body that would have to be unpacked */
function checkEncoding({ "content-encoding": encoding = "identity" }: IncomingHttpHeaders) {
  return encoding === "" || encoding === "identity"
    ? undefined
    : badInput("content-encoding", "A body must be sent as it is, without a content-encoding.");
}

function allowReading(access: AccessRules, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (access.cors.length === 0) return;
  void reply.header("vary", "Origin");
  if (origin !== undefined && allowsOrigin(access, origin))
    void reply.header("access-control-allow-origin", origin);
}

/** What the path can be called with. HEAD comes with each GET. */
const allowedAt = (request: FastifyRequest): string =>
  [
    ...methodsAt(request).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])),
    "OPTIONS",
  ].join(", ");

function answerPreflight(request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(200)
    .header("allow", allowedAt(request))
    .header("access-control-allow-methods", "GET, POST")
    .header("access-control-allow-headers", "api-key, api-client, content-type, accept")
    .header("access-control-max-age", "600")
    .send();
}

function addRoutes(app: FastifyInstance, name: Name, { answer, maxBytes }: ServerOptions): void {
  const endpoint: Endpoint = endpoints[name];
  const bodyLimit = maxBytes ?? endpoint.maxBytes ?? MAX_BYTES;
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    app.route({
      method: endpoint.method,
      url: `${BASE_PATH}${path}`,
      bodyLimit,
      handler: async (request, reply) => {
        const search = searchOf(request.url);
        const current = path === endpoint.path ? search : currentNames(search);
        const args = readArguments(endpoint, current, bodyOf(request));
        const answered = await answer({ name, args, signal: hangUpSignal(reply) });
        send(reply, encodeReply(endpoint, answered, request.id));
        return reply;
      },
    });
  }
}

/** Asked before the key is sent, so it needs none. */
function addProof(app: FastifyInstance, secret: string): void {
  app.get(PROOF_PATH, (request, reply) => {
    const question = searchOf(request.url);
    if (isQuestion(question)) return reply.type("text/plain").send(proofOf(secret, question));
    return sendError(badInput("", "Ask with 32 letters, digits, _ or -."), request, reply);
  });
}

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : undefined);

function searchOf(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1);
}

/** Aliases are paths of version 1, whose clients have names of their own for the parameters. */
const currentNames = (search: string): string =>
  new URLSearchParams(withCurrentNames(new URLSearchParams(search))).toString();

/** Aborted when the client goes away before it has its answer. */
function hangUpSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function send(reply: FastifyReply, { status, type, body }: EncodedReply): void {
  void reply.code(status).header("content-type", type);
  if (closing.has(reply.server)) void reply.header("connection", "close");
  if (typeof body !== "string")
    return void reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  // Without a serializer of its own fastify would add a charset to the type.
  void reply.serializer(asItIs).send(body);
}

const asItIs = (payload: string) => payload;

function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  // Whoever is still sending a body could not read the answer otherwise.
  request.raw.resume();
  send(reply, encodeError(ApiError.toData(error), request.id));
}

/** What the parser of Node reports about bytes that became no request. */
interface ParserFailure {
  readonly code?: string;
}

/**
 * Answers what never becomes a request of its own: bytes that are no HTTP, heads that are too large or too slow.
 * Without this Node would answer without a body.
 */
function refuseMalformed(nextId: () => string) {
  return ({ code }: ParserFailure, socket: Duplex): void => {
    if (code === "ECONNRESET" || !socket.writable) return;
    const [status, error] = refusalOf(code);
    socket.end(responseText(status, error, nextId()));
  };
}

/** Refuses to be a tunnel in words, and lets expectations other than 100-continue pass, as HTTP allows. */
function refuseTunnels(server: Server, nextId: () => string): void {
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
  "The request line is not valid HTTP: spaces and other special characters of the address must be percent-encoded.";

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
