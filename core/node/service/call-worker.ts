import type { MessagePort } from "node:worker_threads";
import { engineHandlers } from "../../handlers/all-handlers.ts";
import { callMethods, type ThreadCall } from "../engine/call-methods.ts";
import { languagesAt } from "../engine/language-port.ts";
import { type CallThreadData, type OpenLanguage, threadEngine } from "../engine/thread-engine.ts";
import type { CallContext } from "../threads/protocol.ts";
import { answerTasks } from "../threads/serve-methods.ts";

/** A call with what is installed when it begins. */
interface CallInput extends ThreadCall {
  readonly installed: CallThreadData;
  /** To the thread that opens retinas of other languages. */
  readonly languages: MessagePort;
}

/** What a thread that answers calls does. */
export type CallThreadMethods = Awaited<ReturnType<typeof openMethods>>;

async function openMethods() {
  let openLanguage: OpenLanguage = async () => undefined;
  const { engine, retinas } = await threadEngine(
    { retinas: [] },
    { openLanguage: (name) => openLanguage(name) },
  );
  const { call } = callMethods(engineHandlers(engine));
  return {
    call: ({ installed, languages, ...asked }: CallInput, context: CallContext) => {
      openLanguage = languagesAt(languages);
      retinas(installed);
      return call(asked, context);
    },
  };
}

export const answer = answerTasks(openMethods);
