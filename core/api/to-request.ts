import type { Args, Name } from "./client-types.ts";
import type { Endpoint } from "./schema/define-endpoint.ts";
import { BASE_PATH, endpoints } from "./table.ts";

/** An HTTP request as any client would send it: a path with query, and a body where there is one. */
interface Request {
  readonly method: "GET" | "POST";
  /** Begins with `/rest/`. */
  readonly target: string;
  readonly body?: string | Uint8Array;
}

/**
 * A call as an HTTP request: for the page in a browser, and for "Copy as request". Fields left `undefined`
 * are left out.
 */
export function toRequest<N extends Name>(name: N, args: Args<N>): Request {
  const endpoint: Endpoint = endpoints[name];
  const given = args as Record<string, unknown>;
  const pairs = Object.keys(endpoint.query).flatMap((field) =>
    given[field] === undefined ? [] : [`${encode(field)}=${encode(String(given[field]))}`],
  );
  const query = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  const target = `${BASE_PATH}${endpoint.path}${query}`;
  const body = bodyOf(endpoint, given);
  return { method: endpoint.method, target, ...(body === undefined ? {} : { body }) };
}

function bodyOf(
  { body }: Endpoint,
  given: Record<string, unknown>,
): string | Uint8Array | undefined {
  switch (body.as) {
    case "none":
      return undefined;
    case "text":
      // A raw text that looks like JSON would be decoded as JSON; a JSON string never is mistaken.
      return JSON.stringify(given.text);
    case "json":
      return JSON.stringify(given.body);
    case "bytes":
      return given.bytes as Uint8Array;
    case "fields":
      return JSON.stringify(
        Object.fromEntries(
          Object.keys(body.fields)
            .filter((field) => given[field] !== undefined)
            .map((field) => [field, given[field]]),
        ),
      );
  }
}

/** Lone surrogates have no UTF-8 form, so they travel as the replacement character. */
const encode = (text: string) => encodeURIComponent(wellFormed(text));
const wellFormed = (text: string) => text.replace(LONE_SURROGATE, "\uFFFD");
const LONE_SURROGATE = /\p{Surrogate}/gu;
