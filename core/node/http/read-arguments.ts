import { isUtf8 } from "node:buffer";
import { parseQuery } from "../../api/parse-query.ts";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import { badInput } from "../../errors.ts";

const NO_BYTES = new Uint8Array(0);

/** Query string and body of a request as the arguments of a call. @throws bad-input */
export function readArguments(
  endpoint: Endpoint,
  search: string,
  bytes: Uint8Array = NO_BYTES,
): Record<string, unknown> {
  checkEscapes(search);
  const query = search === "" ? {} : parseQuery(new URLSearchParams(search), endpoint.query);
  switch (endpoint.body.as) {
    case "none":
      return query;
    case "text":
      return { ...query, text: textOfBody(decodeText(bytes)) };
    case "json":
      return { ...query, body: parseFirstJson(decodeText(bytes)) };
    case "bytes":
      return { ...query, bytes };
    case "fields":
      return { ...query, ...membersOf(parseFirstJson(decodeText(bytes)), endpoint.body.fields) };
  }
}

/** A bare percent sign would be searched for as it is, and nothing found. */
function checkEscapes(search: string): void {
  const [found] = /%(?![\da-f]{2}).{0,2}/i.exec(search) ?? [];
  if (found !== undefined)
    throw badInput("query", `“${found}” in the query is no escape; write a percent sign as %25.`);
}

/** Members the endpoint knows; others are ignored. */
function membersOf(value: unknown, fields: object): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badInput("body", "The body must be a JSON object.");
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(fields))
    if (Object.hasOwn(value, name)) members[name] = (value as Record<string, unknown>)[name];
  return members;
}

/** Lists and objects inside one another; more have no meaning here and would only exhaust the stack. */
const DEEPEST_JSON = 160;

/** Text of a body: UTF-8, or Latin-1 where the bytes are none; without a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = isUtf8(buffer) ? buffer.toString("utf8") : buffer.toString("latin1");
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}
const BYTE_ORDER_MARK = 0xfeff;

/** The first JSON value of a body; whatever follows it is ignored. @throws bad-input */
export function parseFirstJson(text: string): unknown {
  const value = parseWholeOrFirst(text);
  if (isTooDeep(value))
    throw badInput("body", `The body is nested more than ${DEEPEST_JSON} levels deep.`, {
      limit: DEEPEST_JSON,
    });
  return value;
}

function parseWholeOrFirst(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const end = endOfFirstValue(text);
    if (end === undefined || end >= text.length) throw notJson(text, cause);
    return parseBeginning(text.slice(0, end));
  }
}

/** Level by level, since a recursion would exhaust the stack on just what it looks for. */
function isTooDeep(value: unknown): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === DEEPEST_JSON) return true;
    const next: object[] = [];
    for (const container of level) collectContainers(container, next);
    level = next;
  }
  return false;
}

function collectContainers(container: object, found: object[]): void {
  const members: readonly unknown[] = Array.isArray(container)
    ? container
    : Object.values(container);
  for (let i = 0; i < members.length; i++) {
    const member = members[i];
    if (isContainer(member)) found.push(member);
  }
}

const isContainer = (value: unknown): value is object =>
  typeof value === "object" && value !== null;

/** A text body: raw, or a JSON string, or an object with a `text`. @throws bad-input for an object without one */
export function textOfBody(body: string): string {
  const trimmed = body.trim();
  if (trimmed.startsWith('"') && trimmed.endsWith('"')) {
    const value = tryJson(trimmed);
    return typeof value === "string" ? value : body;
  }
  if (trimmed.startsWith("{") && trimmed.endsWith("}")) {
    const value = tryJson(trimmed);
    if (typeof value === "object" && value !== null) return textMember(value);
  }
  return body;
}

function textMember(value: { readonly text?: unknown }): string {
  if (typeof value.text === "string") return value.text;
  const members = Object.keys(value).slice(0, 10);
  const given = members.length === 0 ? "it is empty" : `there are: ${members.join(", ")}`;
  throw badInput(
    "text",
    `The JSON object has no string “text”; ${given}. Send {"text": "…"}, or a text that looks so as a JSON string.`,
    { members },
  );
}

function parseBeginning(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(text, cause);
  }
}

function notJson(text: string, cause: unknown) {
  if (text.trim() === "") return badInput("body", "The body is empty; it must be JSON.");
  const reason = cause instanceof Error ? cause.message : "";
  return badInput("body", `The body is not valid JSON: ${reason.slice(0, 160)}.`);
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the first value of the text ends, as far as brackets and quotes show; `undefined` when it does not end. */
function endOfFirstValue(text: string): number | undefined {
  let depth = 0;
  let at = skipSpace(text);
  if (!OPENING.has(text.charCodeAt(at)) && text.charCodeAt(at) !== QUOTE)
    return endOfWord(text, at);
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (depth === 0) return at + 1;
    } else if (code === BRACKET || code === BRACE) depth++;
    else if ((code === CLOSE_BRACKET || code === CLOSE_BRACE) && --depth === 0) return at + 1;
  }
  return undefined;
}

/** Index of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !/[\s,{}[\]"]/.test(text.charAt(at))) at++;
  return at;
}

function skipSpace(text: string): number {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) <= SPACE) at++;
  return at;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPENING = new Set([BRACKET, BRACE]);
