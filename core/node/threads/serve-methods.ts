import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { types } from "node:util";
import { type MessagePort, threadId } from "node:worker_threads";
import { ApiError } from "../../errors.ts";
import { holdScratchAs } from "../../kernel/index-memory.ts";
import { loadLibrariesWith } from "../../text/libraries.ts";
import { ownLock, whileLoading } from "./end-lock.ts";
import {
  type CallContext,
  type Delivery,
  flagSignal,
  type Methods,
  Moved,
  type Order,
} from "./protocol.ts";
import { scratchHolder } from "./start-thread.ts";

/**
 * The thread's side: answers the orders that come in through a port with the methods, and says that it is ready. What a
 * method throws reaches the caller as it would on one thread; what nobody foresaw is written to standard error too.
 */
export async function serveMethods(
  port: MessagePort,
  open: () => Methods | Promise<Methods>,
): Promise<void> {
  holdScratchAs(scratchHolder(threadId));
  loadLibrariesWith(requireLibrary);
  const methods = await open();
  port.on("message", (order: Order) => void answer(port, methods, order));
  // Whoever called would wait for ever.
  port.on("messageerror", (cause) => {
    throw cause;
  });
  send(port, { type: "ready" });
}

/** Like an import, but no file stays open when the thread is ended meanwhile. */
function requireLibrary(name: string): unknown {
  const file = fileURLToPath(import.meta.resolve(name));
  const loaded: unknown = whileLoading(ownLock(), () => createRequire(import.meta.url)(file));
  return types.isModuleNamespaceObject(loaded) ? loaded : { default: loaded };
}

const send = (port: MessagePort, delivery: Delivery, buffers: readonly ArrayBuffer[] = []) =>
  port.postMessage(delivery, buffers);

async function answer(port: MessagePort, methods: Methods, order: Order): Promise<void> {
  const { id } = order;
  try {
    const output = await run(methods, order, (progress) =>
      send(port, { type: "progress", id, progress }),
    );
    const { value, buffers } = output instanceof Moved ? output : { value: output, buffers: [] };
    send(port, { type: "answer", id, value }, buffers);
  } catch (cause) {
    if (!(cause instanceof ApiError)) console.error(cause);
    send(port, { type: "failure", id, error: ApiError.toData(cause) });
  }
}

type AnyMethod = (input: unknown, context: CallContext<unknown>) => unknown;

function run(
  methods: Methods,
  { method, input, stop }: Order,
  report: (progress: unknown) => void,
) {
  if (!Object.hasOwn(methods, method)) throw new Error(`This thread has no method “${method}”.`);
  // The types of the caller are those of the same methods.
  const named = methods[method] as unknown as AnyMethod;
  return named(input, { signal: flagSignal(stop), report });
}
