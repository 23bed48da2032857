import type { MessagePort } from "node:worker_threads";
import { type Engine, inOrder } from "../../engine.ts";
import { engineHandlers } from "../../handlers/all-handlers.ts";
import { attachRetina, type RetinaTables } from "../../retina/retina-tables.ts";
import type { JobThreadData } from "../jobs/messages.ts";
import { serveJob } from "../jobs/serve-job.ts";
import type { ThreadData } from "../pool/messages.ts";
import { serveThread } from "../pool/serve-thread.ts";
import { makeEngine } from "./make-engine.ts";
import { openReading } from "./open-reading.ts";

const engineOver = async (tables: readonly RetinaTables[]): Promise<Engine> =>
  makeEngine({ retinas: tables.map(attachRetina), ...(await openReading()) });

/** What a thread of the pool does. */
export async function answerOrders(port: MessagePort, { retinas }: ThreadData): Promise<void> {
  serveThread(port, engineHandlers(await engineOver(retinas)));
}

/** What a task's thread does. */
export async function runJob(port: MessagePort, { retinas, ...job }: JobThreadData): Promise<void> {
  const names = inOrder(retinas.map(({ card }) => card.name));
  await serveJob({ port, names, openEngine: () => engineOver(retinas), ...job });
}
