import { setTimeout as pause } from "node:timers/promises";
import { userDirectories } from "../core/node/config/directories.ts";
import { openAssistantsDoor } from "../core/node/http/assistants-door.ts";
import { openService } from "../core/node/service/open-service.ts";
import type { Service } from "../core/node/service/running-service.ts";
import { endThreads } from "../core/node/threads/start-thread.ts";

/** The engine as the desktop needs it: what answers calls, and how to end it. */
export type Engine = Pick<Service, "handlers" | "close">;

/** Milliseconds. What answers assistants takes 0.35 s of a processor to load: the window's first calls go before. */
const ASSISTANTS_WAIT = 2000;

/**
 * Opens the retinas that come with the program and the person's own. Workspace, installed retinas and tasks lie
 * in the person's data folder, the same that the service and the command line use. Assistants of the person are answered, too.
 */
export async function openEngine(retinas: string): Promise<Engine> {
  const { data, config } = userDirectories();
  const service = await openService({ retinas, data }).catch(async (cause) => {
    await endThreads();
    throw cause;
  });
  const closing = new AbortController();
  const door = pause(ASSISTANTS_WAIT, undefined, { signal: closing.signal })
    .then(() => openAssistantsDoor(service, config))
    .catch((cause: Error) => {
      // Only assistants miss it: what is open in the window is refused to them.
      if (!closing.signal.aborted)
        process.stderr.write(`Assistants cannot ask this window: ${cause.message}\n`);
      return async () => {};
    });
  return {
    handlers: service.handlers,
    async close() {
      closing.abort();
      try {
        const shut = await door;
        await shut();
        await service.close();
      } finally {
        // Electron ends the process at once, also while a thread that failed is being taken down.
        await endThreads();
      }
    },
  };
}
