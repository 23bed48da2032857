import type { Name } from "../../api/client-types.ts";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import { endpoints } from "../../api/table.ts";

/** A body of this many bytes may take longer than a call that others wait behind should. */
const LARGE_BODY = 16 * 1024;
/** From here on a call counts as heavy: it must not take the last thread. */
const HEAVY_BODY = 256 * 1024;

/** Whether a call has to leave the main thread, given the size of its body in bytes. */
export function leavesMainThread(name: Name, size: number): boolean {
  const { work }: Endpoint = endpoints[name];
  return work === "long" || (work === "by-size" && size >= LARGE_BODY);
}

/**
 * Whether the main thread answers a long call as long as the threads are still being made ready: it knows everything sooner than
 * they do, and a small body keeps it from others for a moment only. Contexts asked for right after the start took a quarter of the
 * time that they take without.
 */
export function staysWhileThreadsBegin(name: Name, size: number): boolean {
  const { work, heavyFrom }: Endpoint = endpoints[name];
  return work === "long" && heavyFrom === undefined && size < LARGE_BODY;
}

/** What a call may cost on the event loop, in characters of running text; 1,400 take about a millisecond. */
const MOST_ON_LOOP = 5600;
/** The same for one operand that is a text, beside its length: finding the cells of even two words takes its time. */
const TEXT = 700;
/** For a term, which may turn out to be unknown: then its spellings are looked for. */
const TERM = 200;
/** For any other member of a body; and for one position of a list. */
const MEMBER = 20;
const POSITION = 1 / 24;
/** For one row of the answer, without and with its positions. */
const ROW = 2;
const ROW_WITH_POSITIONS = 25;

/**
 * Whether a call that was read has to leave the main thread after all, by what it asks for: two texts of 7,800 characters take 12 ms
 * of it and a thousand rows with positions 18 ms, where other calls take 0.2 to 2 ms.
 */
export function isCostly(name: Name, args: Readonly<Record<string, unknown>>): boolean {
  const { work }: Endpoint = endpoints[name];
  return (work === "short" || work === "by-size") && costsTooMuch(args);
}

function costsTooMuch(args: Readonly<Record<string, unknown>>): boolean {
  const { max_results, limit = max_results, get_fingerprint } = args;
  const rows = typeof limit === "number" ? limit : 0;
  let cost = rows * (get_fingerprint === true ? ROW_WITH_POSITIONS : ROW);
  const waiting: object[] = [args];
  for (
    let value = waiting.pop();
    value !== undefined && cost <= MOST_ON_LOOP;
    value = waiting.pop()
  )
    for (const key in value) {
      const member = (value as Readonly<Record<string, unknown>>)[key];
      cost += costOfMember(key, member);
      if (isNested(member)) waiting.push(member);
    }
  return cost > MOST_ON_LOOP;
}

function costOfMember(key: string, member: unknown): number {
  if (typeof member === "string" && key === "text") return TEXT + member.length;
  if (typeof member === "string" && key === "term") return TERM;
  return isPositions(member) ? member.length * POSITION : MEMBER;
}

const isNested = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !isPositions(value);

const isPositions = (value: unknown): value is ArrayLike<number> =>
  value instanceof Uint16Array || (Array.isArray(value) && typeof value[0] === "number");

/** How the pool should treat a call. */
export const treatmentOf = (name: Name, size: number) => {
  const { usesLanguages = false, heavyFrom = HEAVY_BODY }: Endpoint = endpoints[name];
  return { isHeavy: size >= heavyFrom, usesLanguages };
};

/** About how many bytes arguments would have as JSON; stops counting where it makes no difference. */
export function roughSize(args: unknown): number {
  let size = 0;
  const waiting: unknown[] = [args];
  while (waiting.length > 0 && size < HEAVY_BODY) {
    const value = waiting.pop();
    if (typeof value === "string") size += value.length;
    else if (ArrayBuffer.isView(value)) size += value.byteLength;
    else if (Array.isArray(value) && typeof value[0] === "number") size += 6 * value.length;
    else if (typeof value === "object" && value !== null) waiting.push(...firstOf(value));
    else size += 4;
  }
  return size;
}

/** A spread of a hundred thousand items would overflow the stack, and so many are heavy anyway. */
const firstOf = (value: object): unknown[] => Object.values(value).slice(0, HEAVY_BODY / 8);
