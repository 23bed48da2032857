import { LRUCache } from "lru-cache";
import type { PackSummary } from "../../language/pack.ts";
import { attachRetina } from "../../retina/index-retina.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import type { RetinaTables } from "../../retina/retina-data.ts";
import { KEPT_OPEN } from "../opening/language-retinas.ts";
import { collectGarbageSoon } from "../threads/thread-memory.ts";
import { type ChangingEngine, type EngineParts, makeEngine } from "./make-engine.ts";
import { openReading } from "./open-reading.ts";

/** What is installed, as threads are told. */
export interface CallThreadData {
  readonly retinas: readonly RetinaTables[];
  /** None when left out. */
  readonly packs?: readonly PackSummary[];
}

/** The retina of a language by its name; undefined where there is none. Another thread opens it. */
export type OpenLanguage = (name: string) => Promise<RetinaTables | undefined>;

/** The engine of a thread over retinas that another thread has opened. */
export interface ThreadEngine {
  readonly engine: ChangingEngine;
  /** From now on these are installed; to one that stays nothing happens. */
  retinas(given: CallThreadData): void;
}

/** @param parts what it has beside what reads texts */
export async function threadEngine(
  given: CallThreadData,
  {
    openLanguage,
    ...parts
  }: Pick<EngineParts, "readers" | "atlas"> & { readonly openLanguage?: OpenLanguage } = {},
): Promise<ThreadEngine> {
  let attached = new Map<string, IndexedRetina>();
  const languages = new LRUCache<string, IndexedRetina>({
    ...KEPT_OPEN,
    fetchMethod: async (name) => {
      const tables = await openLanguage?.(name);
      return tables && attachRetina(tables);
    },
  });
  const install = ({ retinas, packs = [] }: CallThreadData) => {
    const before = attached;
    attached = new Map(
      retinas.map((tables) => {
        const key = `${tables.checksum} ${tables.card.name}`;
        return [key, before.get(key) ?? attachRetina(tables)];
      }),
    );
    if ([...before.keys()].some((key) => !attached.has(key))) {
      // They lie on a map that is gone.
      languages.clear();
      // A thread without work would keep them for ever.
      collectGarbageSoon();
    }
    return { retinas: [...attached.values()], packs };
  };
  const open = (name: string) => languages.fetch(name);
  const engine = makeEngine({ ...(await openReading()), ...parts, open, ...install(given) });
  return { engine, retinas: (given) => engine.take(install(given)) };
}
