import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { Args, Name, Output, Reply } from "../../core/api/client-types.ts";
import { dispatch } from "../../core/api/dispatch.ts";
import type { Endpoint } from "../../core/api/schema/define-endpoint.ts";
import type { Media } from "../../core/api/schema/replies.ts";
import { endpoints, names } from "../../core/api/table.ts";
import { toRequest } from "../../core/api/to-request.ts";
import { NEVER_CANCELLED } from "../../core/cancellation.ts";
import type { Host } from "../../core/node/http/start-host.ts";

/** How a transport carries one call; everything in the suites must hold for each of them. */
export type Send = (name: Name, args: Record<string, unknown>) => Promise<Reply>;

/** As the desktop's main process does it: both ways through the structured clone. */
export const sendOverIpc =
  (host: () => Host): Send =>
  async (name, args) => {
    const { handlers } = host().service;
    const call = { name, args: structuredClone(args), signal: NEVER_CANCELLED };
    return structuredClone(await dispatch(handlers, call));
  };

/** As a page in a browser does it. */
export const sendOverHttp =
  (host: () => Host): Send =>
  async (name, args) => {
    const { url, apiKey } = host();
    // The suites send what no compiler would let pass.
    const { method, target, body } = toRequest(name, args as Args<typeof name>);
    const response = await fetch(url + target, {
      method,
      headers: apiKey === null ? {} : { "api-key": apiKey },
      ...(body === undefined ? {} : { body: body as BodyInit }),
    });
    if (!response.ok) {
      const { requestId, ...error } = await response.json();
      expect(requestId).toMatch(/^[0-9a-f]+-[0-9a-z]+$/);
      return { ok: false, error };
    }
    const endpoint: Endpoint = endpoints[name];
    if (endpoint.replyAs === "media") return { ok: true, value: await mediaOf(response, args) };
    expect(response.headers.get("content-type")).toBe("application/json");
    return { ok: true, value: await response.json() };
  };

async function mediaOf(response: Response, args: Record<string, unknown>): Promise<Media> {
  const mediaType = response.headers.get("content-type") ?? "";
  const isBytes = args.image_encoding === "binary/png" || args.format === "parquet";
  const data = isBytes ? new Uint8Array(await response.arrayBuffer()) : await response.text();
  return { mediaType, data };
}

const ajv = new Ajv2020({ strict: false });
const checkers = new Map(
  names
    .filter((name) => (endpoints[name] as Endpoint).replyAs !== "media")
    .map((name) => [name, ajv.compile(endpoints[name].output)]),
);

/** The value of a reply that has to be a success and to have the shape the table promises. */
export async function ok<N extends Name>(
  send: Send,
  name: N,
  args: Record<string, unknown>,
): Promise<Output<N>> {
  const reply = await send(name, args);
  if (!reply.ok) throw new Error(`${name} answered ${reply.error.code}: ${reply.error.message}`);
  const check = checkers.get(name);
  if (check !== undefined && !check(reply.value))
    throw new Error(`${name} answered another shape: ${ajv.errorsText(check.errors)}`);
  return reply.value as Output<N>;
}

/** The error of a reply that has to be one, with a sentence and details. */
export async function refused(send: Send, name: Name, args: Record<string, unknown>) {
  const reply = await send(name, args);
  if (reply.ok) throw new Error(`${name} answered ${JSON.stringify(reply.value).slice(0, 200)}`);
  expect(reply.error.message).toMatch(/^\S.*[.?)]$/s);
  expect(reply.error.details).toBeTypeOf("object");
  return reply.error;
}
