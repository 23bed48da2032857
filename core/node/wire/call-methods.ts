import type { Handlers, Name, Reply } from "../../api/client-types.ts";
import { dispatch } from "../../api/dispatch.ts";
import { ApiError, notFound } from "../../errors.ts";
import { type CallContext, Transfer, transferList } from "../threads/protocol.ts";
import { collectGarbageAfter } from "../threads/thread-memory.ts";
import { answerRaw, type EncodedReply, encodeError, type RawCall } from "./answer.ts";
import { cutTexts } from "./cut-texts.ts";
import { roughSize } from "./thread-choice.ts";

/** What a thread of the pool answers: requests that nobody has read yet, and calls by arguments. */
export type CallMethods = ReturnType<typeof callMethods>;

/** Calls over the handlers of the engine; a call that needs the host is refused. */
export function callMethods(handlers: Partial<Handlers>) {
  return {
    /** Reads, runs and encodes a request. */
    raw: async (call: RawCall, { signal }: CallContext) => {
      const reply = canAnswer(handlers, call.name)
        ? await answerRaw(handlers, call, { signal })
        : encodeError(refusal(call.name), call.requestId);
      collectGarbageAfter(call.body?.byteLength ?? 0);
      return asBytes(reply);
    },
    cut: (call: RawCall) => cutTexts(call),
    args: async ({ name, args }: { name: Name; args: unknown }, { signal }: CallContext) => {
      const reply: Reply = canAnswer(handlers, name)
        ? await dispatch(handlers, { name, args, signal })
        : { ok: false, error: refusal(name) };
      collectGarbageAfter(roughSize(args));
      return reply;
    },
  };
}

function canAnswer(handlers: Partial<Handlers>, name: Name): handlers is Handlers {
  return handlers[name] !== undefined;
}

const refusal = (name: Name) => ApiError.toData(notFound(`This thread does not answer ${name}.`));

/** A large text would be copied on its way; as bytes it moves. */
function asBytes(reply: EncodedReply): Transfer<EncodedReply> {
  if (typeof reply.body === "string" && reply.body.length < LARGE_TEXT)
    return new Transfer(reply, []);
  const body = typeof reply.body === "string" ? new TextEncoder().encode(reply.body) : reply.body;
  return new Transfer({ ...reply, body }, transferList(body));
}
const LARGE_TEXT = 16 * 1024;
