import type { Name } from "../../api/client-types.ts";
import { transferList } from "../threads/protocol.ts";
import type { RunOptions, WorkerPool } from "../threads/worker-pool.ts";
import type { RawCall } from "../wire/answer.ts";
import { type EncodedReply, JSON_TYPE } from "../wire/answer.ts";
import { partsOf } from "../wire/cut-texts.ts";
import type { PoolMethods } from "./quick-jobs.ts";

/**
 * A list of texts of at least this many bytes is read by all threads. 10,000 articles take 5.3 s so, and 7.2 s by one thread of two
 * (`bench:http`, in turn, quiet, 2026-11-26); others wait for 16 ms in place of 12 (p99). On a busy machine it is no quicker.
 */
const CUT_FROM = 128 * 1024;

/** Whether the call is a list of texts that is worth the trouble of cutting it. */
export const isCut = (name: Name, size: number, threads: number): boolean =>
  name === "text.bulk" && threads > 1 && size >= CUT_FROM;

/**
 * Answers a list of texts by all threads of the pool, each with one part at a time, so that other calls get in between.
 * Undefined where it has to be answered as a whole: only then is it known what is wrong with which text.
 */
export async function answerInParts(
  pool: WorkerPool<PoolMethods>,
  call: RawCall,
  options: RunOptions,
): Promise<EncodedReply | undefined> {
  const parts = await pool.run("cut", call, { ...options, isHeavy: true });
  const bodies = await inParts(pool.threads, parts, async (body) => {
    const moved = { ...options, transfer: transferList(body) };
    const reply = await pool.run("raw", { ...call, body }, moved);
    if (reply.status !== 200) return undefined;
    return typeof reply.body === "string" ? new TextEncoder().encode(reply.body) : reply.body;
  });
  return bodies && { status: 200, type: JSON_TYPE, body: joinLists(bodies) };
}

/** The same for a list of texts that came as arguments. */
export async function answerArgsInParts(
  pool: WorkerPool<PoolMethods>,
  { name, args }: ListCall,
  options: RunOptions,
): Promise<readonly unknown[] | undefined> {
  const answers = await inParts(pool.threads, partsOf(args.body), async (body) => {
    const reply = await pool.run("args", { name, args: { ...args, body } }, options);
    return reply.ok && Array.isArray(reply.value) ? (reply.value as unknown[]) : undefined;
  });
  return answers?.flat();
}

/** A call about a list, by arguments. */
export interface ListCall {
  readonly name: Name;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The answers of all parts in order, so many at a time; undefined where there is no part, or one has no answer. */
async function inParts<P, A>(
  threads: number,
  parts: readonly P[],
  answer: (part: P) => Promise<A | undefined>,
): Promise<A[] | undefined> {
  const answers: A[] = [];
  let next = 0;
  let isStopped = parts.length === 0;
  const answerSome = async () => {
    while (next < parts.length && !isStopped) {
      const at = next++;
      const own = await answer(parts[at]!);
      if (own === undefined) isStopped = true;
      else answers[at] = own;
    }
  };
  const stop = (cause: unknown) => {
    isStopped = true;
    throw cause;
  };
  await Promise.all(Array.from({ length: threads }, () => answerSome().catch(stop)));
  return isStopped ? undefined : answers;
}

/** JSON lists as one. */
function joinLists(lists: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(lists.reduce((sum, list) => sum + list.byteLength - 1, 1));
  joined[0] = OPENING_BRACKET;
  let at = 1;
  for (const list of lists) {
    joined.set(list.subarray(1), at);
    at += list.byteLength - 1;
    joined[at - 1] = COMMA;
  }
  joined[at - 1] = CLOSING_BRACKET;
  return joined;
}

const OPENING_BRACKET = 91;
const COMMA = 44;
const CLOSING_BRACKET = 93;
