import type { Engine } from "../../analysis/engine.ts";
import type { PackSummary } from "../../language/pack.ts";
import { attachRetina } from "../../retina/index-retina.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import type { RetinaTables } from "../../retina/retina-data.ts";
import { collectGarbageSoon } from "../threads/thread-memory.ts";
import { type EngineParts, makeEngine } from "./make-engine.ts";
import { openReading } from "./open-reading.ts";

/** What a thread of the pool is started with. */
export interface CallThreadData {
  readonly retinas: readonly RetinaTables[];
  /** None when left out. */
  readonly packs?: readonly PackSummary[];
}

/** The engine of a thread over retinas that another thread has opened. */
export interface ThreadEngine {
  readonly engine: Engine;
  /** From now on these are open; to one that stays nothing happens. */
  retinas(given: CallThreadData): void;
}

/** @param parts what it has beside what reads texts */
export async function threadEngine(
  given: CallThreadData,
  parts: Pick<EngineParts, "readers" | "atlas"> = {},
): Promise<ThreadEngine> {
  let attached = new Map<string, IndexedRetina>();
  const open = ({ retinas, packs = [] }: CallThreadData) => {
    const before = attached;
    attached = new Map(
      retinas.map((tables) => {
        const key = `${tables.checksum} ${tables.card.name}`;
        return [key, before.get(key) ?? attachRetina(tables)];
      }),
    );
    // A thread without work would keep them for ever.
    if ([...before.keys()].some((key) => !attached.has(key))) collectGarbageSoon();
    return { retinas: [...attached.values()], packs };
  };
  const engine = makeEngine({ ...(await openReading()), ...parts, ...open(given) });
  return { engine, retinas: (given) => engine.take(open(given)) };
}
