import type { Engine } from "../../engine.ts";
import { attachRetina, type RetinaTables } from "../../retina/retina-tables.ts";
import { makeEngine } from "./make-engine.ts";
import { openReading } from "./open-reading.ts";

/** What a thread of the pool is started with. */
export interface CallThreadData {
  readonly retinas: readonly RetinaTables[];
}

/** An engine over retinas that another thread has opened. */
export const engineOver = async (tables: readonly RetinaTables[]): Promise<Engine> =>
  makeEngine({ retinas: tables.map(attachRetina), ...(await openReading()) });
