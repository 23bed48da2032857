import { LRUCache } from "lru-cache";
import { languageRetinaParts } from "../../language/language-retina.ts";
import type { PackSummary } from "../../language/pack.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import { summarizePacks } from "../language/pack-files.ts";
import {
  type LanguageSources,
  languageRetinaFiles,
  type MapFile,
} from "./language-retina-files.ts";
import type { RetinaOpener } from "./retina-opener.ts";
import type { RetinaStore } from "./retina-store.ts";

/** Where retinas of other languages come from. */
export interface LanguagePlaces extends Pick<LanguageSources, "packs" | "home"> {
  readonly store: Pick<RetinaStore, "retinas" | "fileOf">;
  readonly opener: Pick<RetinaOpener, "openLanguageRetina">;
}

/** Retinas of languages that stay open, and for how long without being asked for: each takes up to 35 MB. */
export const KEPT_OPEN = {
  max: 8,
  ttl: 600_000,
  updateAgeOnGet: true,
  ttlAutopurge: true,
  // What is being opened is given to whoever asked, also where the others are forgotten meanwhile.
  ignoreFetchAbort: true,
} as const;

interface Wanted {
  readonly name: string;
  readonly language: string;
  readonly map: IndexedRetina;
}

/** Retinas of other languages on the maps of those that are installed: opened when they are asked for. */
export class LanguageRetinas {
  readonly #places: LanguagePlaces;
  readonly #open = new LRUCache<string, IndexedRetina, Wanted>({
    ...KEPT_OPEN,
    fetchMethod: (_key, _before, { context }) => this.#make(context),
  });
  #packs: readonly PackSummary[] = [];

  constructor(places: LanguagePlaces) {
    this.#places = places;
  }

  /** Packs that were there when they were last looked for. */
  get packs(): readonly PackSummary[] {
    return this.#packs;
  }

  /** Those that are open. */
  get retinas(): IndexedRetina[] {
    return [...this.#open.values()];
  }

  /** For a thread that opens those that it needs by itself, and gives them back with its end. */
  get sources(): LanguageSources {
    const { packs, home, store } = this.#places;
    const maps = store.retinas.map(({ name, checksum }) => {
      const map: MapFile = { file: store.fileOf(name), checksum };
      return [name, map] as const;
    });
    return { packs, home, maps: Object.fromEntries(maps) };
  }

  async refresh(): Promise<void> {
    this.#packs = await summarizePacks(this.#places.packs);
  }

  /** The retina of this name; undefined where it is none of a language, or there is no map or pack for it. @throws bad-retina-file */
  async open(name: string): Promise<IndexedRetina | undefined> {
    const parts = languageRetinaParts(name);
    const { retinas } = this.#places.store;
    const map = retinas.find((retina) => retina.name === parts?.map);
    if (parts === undefined || map === undefined) return undefined;
    const context = { name, language: parts.language, map };
    return this.#open.fetch(`${name} ${map.checksum}`, { context });
  }

  async #make({ name, language, map }: Wanted): Promise<IndexedRetina | undefined> {
    const files = await languageRetinaFiles(name, this.sources);
    if (files === undefined) return undefined;
    if (!this.#packs.some((known) => known.language === language)) await this.refresh();
    return this.#places.opener.openLanguageRetina(files, map);
  }
}
