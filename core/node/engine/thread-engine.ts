import type { Engine } from "../../analysis/engine.ts";
import type { PackSummary } from "../../language/pack.ts";
import { attachRetina } from "../../retina/index-retina.ts";
import type { RetinaTables } from "../../retina/retina-data.ts";
import { makeEngine } from "./make-engine.ts";
import { openReading } from "./open-reading.ts";

/** What a thread of the pool is started with. */
export interface CallThreadData {
  readonly retinas: readonly RetinaTables[];
  /** None when left out. */
  readonly packs?: readonly PackSummary[];
}

/** An engine over retinas that another thread has opened; soon afterwards its usual retina is ready for any text. */
export async function engineOver({ retinas, packs = [] }: CallThreadData): Promise<Engine> {
  const reading = await openReading();
  const engine = makeEngine({ retinas: retinas.map(attachRetina), packs, ...reading });
  prepareSoon(engine, (work) => setTimeout(work, PAUSE_MILLISECONDS).unref());
  return engine;
}

/** Calls that came with the start of the thread go first. */
const PAUSE_MILLISECONDS = 500;

/** Makes what reads texts for the usual retina ready before a text comes. @param later runs work when there is time */
export function prepareSoon(
  { names, model }: Pick<Engine, "names" | "model">,
  later: (work: () => void) => void,
): void {
  const [usual] = names;
  if (usual !== undefined) later(() => model(usual).text.prepare());
}
