import type { MessagePort } from "node:worker_threads";
import type { Handlers, Name, Reply } from "../../api/client-types.ts";
import { dispatch } from "../../api/dispatch.ts";
import { ApiError, notFound } from "../../errors.ts";
import { type EncodedReply, encodeError } from "../http/encode-reply.ts";
import { answerRaw } from "../service/answer.ts";
import { roughSize } from "../service/thread-choice.ts";
import type { Delivery, Order, Task } from "./messages.ts";
import { flagSignal } from "./stop-flag.ts";
import { tidyUpAfter } from "./tidy-up.ts";

/** Answers the orders that come in through a port. Runs until the port closes. */
export function serveThread(port: MessagePort, handlers: Partial<Handlers>): void {
  port.on("message", (order: Order) => {
    const bytes = sizeOf(order);
    void Promise.resolve(answer(handlers, order)).then((answered) => {
      const result = asBytes(answered);
      const delivery: Delivery = { id: order.id, result };
      port.postMessage(delivery, transferables(result));
      tidyUpAfter(bytes);
    });
  });
  port.postMessage({ id: 0, result: undefined } satisfies Delivery);
}

function answer(
  handlers: Partial<Handlers>,
  { task, stop }: Order,
): EncodedReply | Reply | Promise<EncodedReply | Reply> {
  const name = nameOf(task);
  if (!canAnswer(handlers, name)) return refuse(task);
  const signal = flagSignal(stop);
  return task.kind === "raw"
    ? answerRaw(handlers, task.call, { signal })
    : dispatch(handlers, { name, args: task.args, signal });
}

const sizeOf = ({ task }: Order): number =>
  task.kind === "raw" ? (task.call.body?.byteLength ?? 0) : roughSize(task.args);

const nameOf = (task: Task): Name => (task.kind === "raw" ? task.call.name : task.name);

function canAnswer(handlers: Partial<Handlers>, name: Name): handlers is Handlers {
  return handlers[name] !== undefined;
}

function refuse(task: Task): EncodedReply | Reply {
  const error = ApiError.toWire(notFound(`This thread does not answer ${nameOf(task)}.`));
  return task.kind === "raw" ? encodeError(error, task.call.requestId) : { ok: false, error };
}

/** A large text would be copied on its way; as bytes it moves. */
function asBytes(result: EncodedReply | Reply): EncodedReply | Reply {
  if (!("body" in result) || typeof result.body !== "string" || result.body.length < LARGE_TEXT)
    return result;
  return { ...result, body: new TextEncoder().encode(result.body) };
}
const LARGE_TEXT = 16 * 1024;

/** Only memory that belongs to the reply alone may move to the other thread. */
function transferables(result: EncodedReply | Reply): ArrayBuffer[] {
  if (!("body" in result) || typeof result.body === "string") return [];
  const { buffer, byteLength } = result.body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
