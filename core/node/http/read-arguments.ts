import type { Endpoint } from "../../api/define-endpoint.ts";
import { parseQuery } from "../../api/parse-query.ts";
import { badInput } from "../../errors.ts";
import { decodeText, parseFirstJson, textOfBody } from "./decode-body.ts";
import { readPlainJson } from "./plain-json.ts";

const NO_BYTES = new Uint8Array(0);

/** Query string and body of a request as the arguments of a call. @throws bad-input */
export function readArguments(
  endpoint: Endpoint,
  search: string,
  bytes: Uint8Array = NO_BYTES,
): Record<string, unknown> {
  const query = search === "" ? {} : parseQuery(new URLSearchParams(search), endpoint.query);
  switch (endpoint.body.as) {
    case "none":
      return query;
    case "text":
      return { ...query, text: textOfBody(decodeText(bytes)) };
    case "json":
      return { ...query, body: readPlainJson(bytes) ?? parseFirstJson(decodeText(bytes)) };
    case "bytes":
      return { ...query, bytes };
    case "fields":
      return { ...query, ...membersOf(parseFirstJson(decodeText(bytes)), endpoint.body.fields) };
  }
}

/** Members the endpoint knows; others are ignored. */
function membersOf(value: unknown, fields: object): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badInput("body", "The body has to be a JSON object.");
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(fields))
    if (Object.hasOwn(value, name)) members[name] = (value as Record<string, unknown>)[name];
  return members;
}
