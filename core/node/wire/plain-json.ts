import { type Cursor, readNumberList } from "../../kernel/number-list.ts";

/**
 * The first JSON value of a body, read straight from its bytes: what clients send a thousand times is lists of
 * positions, and to make a text of them, then a list of numbers and only then positions takes longer than the rest of
 * a call. The member `positions` becomes a `Uint16Array`, as the caller sent it, in any order.
 * @returns `undefined` for what is not plain, and for what is no JSON: a full parser has to read it or say what is wrong
 */
export function readPlainJson(bytes: Uint8Array): unknown {
  return readValue({ bytes, at: 0 }, "", 0);
}

/** Containers inside one another; a recursion has to end somewhere. */
const DEEPEST = 64;

function readValue(cursor: Cursor, key: string, depth: number): unknown {
  const first = skipSpace(cursor);
  if (first === QUOTE) return readString(cursor);
  if (depth === DEEPEST) return undefined;
  if (first === BRACE) return readObject(cursor, depth + 1);
  if (first !== BRACKET) return undefined;
  return key === "positions" ? readPositions(cursor) : readList(cursor, depth + 1);
}

function readList(cursor: Cursor, depth: number): unknown[] | undefined {
  const items: unknown[] = [];
  cursor.at++;
  if (skipSpace(cursor) === CLOSE_BRACKET) return leave(cursor, items);
  for (;;) {
    const item = readValue(cursor, "", depth);
    if (item === undefined) return undefined;
    items.push(item);
    const next = skipSpace(cursor);
    if (next === CLOSE_BRACKET) return leave(cursor, items);
    if (next !== COMMA) return undefined;
    cursor.at++;
  }
}

function readObject(cursor: Cursor, depth: number): object | undefined {
  const members: Record<string, unknown> = {};
  cursor.at++;
  if (skipSpace(cursor) === CLOSE_BRACE) return leave(cursor, members);
  for (;;) {
    const key = skipSpace(cursor) === QUOTE ? readString(cursor) : undefined;
    // Assigned to, `__proto__` would change what the object is.
    if (key === undefined || key === "__proto__" || skipSpace(cursor) !== COLON) return undefined;
    cursor.at++;
    const value = readValue(cursor, key, depth);
    if (value === undefined) return undefined;
    members[key] = value;
    const next = skipSpace(cursor);
    if (next === CLOSE_BRACE) return leave(cursor, members);
    if (next !== COMMA) return undefined;
    cursor.at++;
  }
}

/** Positions of a list; a longer one goes the long way. */
const LONGEST = 16_384;
/** Lists are cut off a common block: memory of its own for each would take a third as long as reading it. */
let block = new Uint16Array(4 * LONGEST);

function readPositions(cursor: Cursor): Uint16Array | undefined {
  if (block.length < LONGEST) block = new Uint16Array(4 * LONGEST);
  cursor.at++;
  skipSpace(cursor);
  const count = readNumberList(cursor, block);
  if (count === -1) return undefined;
  const list = block.subarray(0, count);
  block = block.subarray(count);
  return list;
}

/** Of ASCII without escapes. */
function readString(cursor: Cursor): string | undefined {
  const { bytes } = cursor;
  const start = cursor.at + 1;
  let end = start;
  for (let code = bytes[end]; code !== QUOTE; code = bytes[++end])
    if (code === undefined || code < SPACE || code > LAST_ASCII || code === BACKSLASH)
      return undefined;
  cursor.at = end + 1;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
}

function skipSpace(cursor: Cursor): number | undefined {
  let code = cursor.bytes[cursor.at];
  while (code === SPACE || code === LINE_FEED || code === RETURN || code === TAB)
    code = cursor.bytes[++cursor.at];
  return code;
}

function leave<T>(cursor: Cursor, container: T): T {
  cursor.at++;
  return container;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const LAST_ASCII = 0x7e;
