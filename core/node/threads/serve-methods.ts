import { type MessagePort, threadId } from "node:worker_threads";
import { ApiError } from "../../errors.ts";
import { holdScratchAs } from "../../kernel/index-memory.ts";
import { loadLibrariesWith } from "../../text/libraries.ts";
import {
  type CallContext,
  type CallMessage,
  flagSignal,
  type Methods,
  type ReplyMessage,
  Transfer,
} from "./protocol.ts";
import { requireLibrary } from "./require-library.ts";
import { scratchHolder } from "./start-thread.ts";

/**
 * The thread's side: answers the calls that come in through a port with the methods, and says that it is ready. What a
 * method throws reaches the caller as it would on one thread; what nobody foresaw is written to standard error too.
 */
export async function serveMethods(
  port: MessagePort,
  open: () => Methods | Promise<Methods>,
): Promise<void> {
  holdScratchAs(scratchHolder(threadId));
  loadLibrariesWith(requireLibrary);
  const methods = await open();
  port.on("message", (call: CallMessage) => void answer(port, methods, call));
  // Whoever called would wait for ever.
  port.on("messageerror", (cause) => {
    throw cause;
  });
  send(port, { type: "ready" });
}

const send = (port: MessagePort, reply: ReplyMessage, buffers: readonly ArrayBuffer[] = []) =>
  port.postMessage(reply, buffers);

async function answer(port: MessagePort, methods: Methods, call: CallMessage): Promise<void> {
  const { id } = call;
  try {
    const output = await run(methods, call, (progress) =>
      send(port, { type: "progress", id, progress }),
    );
    const { value, buffers } = output instanceof Transfer ? output : { value: output, buffers: [] };
    send(port, { type: "answer", id, value }, buffers);
  } catch (cause) {
    if (!(cause instanceof ApiError)) console.error(cause);
    send(port, { type: "failure", id, error: ApiError.toData(cause) });
  }
}

type AnyMethod = (input: unknown, context: CallContext<unknown>) => unknown;

function run(
  methods: Methods,
  { method, input, stop }: CallMessage,
  report: (progress: unknown) => void,
) {
  if (!Object.hasOwn(methods, method)) throw new Error(`This thread has no method “${method}”.`);
  // The types of the caller are those of the same methods.
  const named = methods[method] as unknown as AnyMethod;
  return named(input, { signal: flagSignal(stop), report });
}
