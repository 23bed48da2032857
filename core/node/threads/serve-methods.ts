import { type MessagePort, threadId } from "node:worker_threads";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { ApiError } from "../../errors.ts";
import { holdScratchAs } from "../../kernel/index-memory.ts";
import { loadLibrariesWith } from "../../text/libraries.ts";
import {
  type CallContext,
  type CallMessage,
  flagSignal,
  type Methods,
  type ReplyMessage,
  type TaskMessage,
  type TaskReply,
  Transfer,
} from "./protocol.ts";
import { requireLibrary } from "./require-library.ts";
import { scratchHolder } from "./start-thread.ts";

type OpenMethods = () => Methods | Promise<Methods>;

/**
 * The side of a pool's thread: what its file exports as `answer`. The methods are opened by the first call. What a method throws reaches
 * the caller as it would on one thread; what nobody foresaw is written to standard error too.
 */
export function answerTasks(open: OpenMethods): (task: TaskMessage) => Promise<unknown> {
  let opening: Promise<Methods> | undefined;
  return async ({ method, input, stop, progress }) => {
    opening ??= openHere(open);
    const methods = await opening;
    if (method === undefined) return { ok: true, value: undefined } satisfies TaskReply;
    const report = (at: unknown) => progress?.postMessage(at);
    try {
      const output = await run(methods, method, input, { signal: flagSignal(stop), report });
      const { value, buffers } = transferOf(output);
      const reply: TaskReply = { ok: true, value };
      return move({ [transferableSymbol]: buffers, [valueSymbol]: reply });
    } catch (cause) {
      return { ok: false, error: failureOf(cause) } satisfies TaskReply;
    }
  };
}

/** The side of a thread that answers several calls at a time through a port, see `RemoteCalls`. It says when it is ready. */
export async function serveMethods(port: MessagePort, open: OpenMethods): Promise<void> {
  const methods = await openHere(open);
  port.on("message", (call: CallMessage) => void answer(port, methods, call));
  // Whoever called would wait for ever.
  port.on("messageerror", (cause) => {
    throw cause;
  });
  send(port, { type: "ready" });
}

/** On a thread of its own: with its own working areas, and libraries that are required. */
async function openHere(open: OpenMethods): Promise<Methods> {
  holdScratchAs(scratchHolder(threadId));
  loadLibrariesWith(requireLibrary);
  return open();
}

const send = (port: MessagePort, reply: ReplyMessage, buffers: readonly ArrayBuffer[] = []) =>
  port.postMessage(reply, buffers);

async function answer(port: MessagePort, methods: Methods, call: CallMessage): Promise<void> {
  const { id, method, input, stop } = call;
  const report = (progress: unknown) => send(port, { type: "progress", id, progress });
  try {
    const output = await run(methods, method, input, { signal: flagSignal(stop), report });
    const { value, buffers } = transferOf(output);
    send(port, { type: "answer", id, value }, buffers);
  } catch (cause) {
    send(port, { type: "failure", id, error: failureOf(cause) });
  }
}

function failureOf(cause: unknown) {
  if (!(cause instanceof ApiError)) console.error(cause);
  return ApiError.toData(cause);
}

const transferOf = (output: unknown): Pick<Transfer<unknown>, "value" | "buffers"> =>
  output instanceof Transfer ? output : { value: output, buffers: [] };

type AnyMethod = (input: unknown, context: CallContext<unknown>) => unknown;

function run(methods: Methods, method: string, input: unknown, context: CallContext<unknown>) {
  if (!Object.hasOwn(methods, method)) throw new Error(`This thread has no method “${method}”.`);
  // The types of the caller are those of the same methods.
  const named = methods[method] as unknown as AnyMethod;
  return named(input, context);
}
