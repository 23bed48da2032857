import { engineHandlers } from "../../handlers/all-handlers.ts";
import { callMethods, type ThreadCall } from "../engine/call-methods.ts";
import { type CallThreadData, threadEngine } from "../engine/thread-engine.ts";
import type { CallContext } from "../threads/protocol.ts";
import { answerTasks } from "../threads/serve-methods.ts";

/** A call with the retinas that are open when it begins. */
interface CallInput extends ThreadCall {
  readonly open: CallThreadData;
}

/** What a thread that answers calls does. */
export type CallThreadMethods = Awaited<ReturnType<typeof openMethods>>;

async function openMethods() {
  const { engine, retinas } = await threadEngine({ retinas: [] });
  const { call } = callMethods(engineHandlers(engine));
  return {
    call: ({ open, ...asked }: CallInput, context: CallContext): Promise<unknown> => {
      retinas(open);
      return call(asked, context);
    },
  };
}

export const answer = answerTasks(openMethods);
