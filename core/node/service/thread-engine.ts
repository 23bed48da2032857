import type { MessagePort } from "node:worker_threads";
import { type Engine, inOrder } from "../../engine.ts";
import { attachRetina, type RetinaTables } from "../../retina/retina-tables.ts";
import type { JobThreadData } from "../jobs/messages.ts";
import { serveJob } from "../jobs/serve-job.ts";
import { makeEngine } from "./make-engine.ts";
import { openReading } from "./open-reading.ts";

/** What a thread of the pool is started with. */
export interface CallThreadData {
  readonly retinas: readonly RetinaTables[];
}

/** An engine over retinas that another thread has opened. */
export const engineOver = async (tables: readonly RetinaTables[]): Promise<Engine> =>
  makeEngine({ retinas: tables.map(attachRetina), ...(await openReading()) });

/** What a task's thread does. */
export async function runJob(port: MessagePort, { retinas, ...job }: JobThreadData): Promise<void> {
  const names = inOrder(retinas.map(({ card }) => card.name));
  await serveJob({ port, names, openEngine: () => engineOver(retinas), ...job });
}
