import type { PackSummary } from "../../language/pack.ts";
import { siblingParts } from "../../language/sibling.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import { summarizePacks } from "../language/pack-files.ts";
import type { RetinaOpener } from "./retina-opener.ts";
import type { RetinaStore } from "./retina-store.ts";
import { type MapFile, type SiblingSources, siblingFiles } from "./sibling-files.ts";

/** Where siblings come from. */
export interface SiblingPlaces extends Pick<SiblingSources, "packs" | "home"> {
  readonly store: Pick<RetinaStore, "retinas" | "fileOf">;
  readonly opener: Pick<RetinaOpener, "openSibling">;
}

/** What all that are open may take, unless they were used just now: fifteen languages, of which one is searched often. */
const MOST_BYTES = 300_000_000;

/** What was used in so many milliseconds will be again. */
const JUST_NOW = 60_000;

/** Those that a call or another piece of work needs: they stay until it ends. */
export interface SiblingUse {
  /** Opens the sibling of this name; undefined where there is nothing to wait for: it is open, or no name of a sibling. @throws bad-retina-file */
  open(name: string): Promise<unknown> | undefined;
  end(): void;
}

interface Open {
  readonly retina: IndexedRetina;
  /** Checksum of the map that it was opened for. */
  readonly map: string;
  used: number;
  /** Of its index when it was last looked at: texts whose language is found are read with it though nobody has asked for it. */
  uses: number;
}

/**
 * Retinas of other languages on the maps of those that are installed: opened when they are asked for, and given back when they are
 * not used, those first that nobody has asked for the longest.
 */
export class Siblings {
  readonly #places: SiblingPlaces;
  readonly #mostBytes: number;
  readonly #open = new Map<string, Open>();
  readonly #opening = new Map<string, Promise<boolean>>();
  /** How many uses need each. */
  readonly #needed = new Map<string, number>();
  #packs: readonly PackSummary[] = [];

  /** @param mostBytes that all together may take; what a use needs stays all the same */
  constructor(places: SiblingPlaces, mostBytes = MOST_BYTES) {
    this.#places = places;
    this.#mostBytes = mostBytes;
  }

  /** Packs that were there when they were last looked for. */
  get packs(): readonly PackSummary[] {
    return this.#packs;
  }

  /** For a thread that opens those that it needs by itself, and gives them back with its end. */
  get sources(): SiblingSources {
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

  /** Those that are open and whose map still is. */
  get retinas(): IndexedRetina[] {
    const maps = new Map(this.#places.store.retinas.map((map) => [map.checksum, map]));
    return [...this.#open.values()].flatMap(({ retina, map }) => (maps.has(map) ? [retina] : []));
  }

  /**
   * Opens the sibling of this name; undefined where there is nothing to open: it is open, or no name of a sibling.
   * @returns whether this call has opened one more @throws bad-retina-file
   */
  open(name: string): Promise<boolean> | undefined {
    const parts = siblingParts(name);
    if (parts === undefined) return undefined;
    const { retinas } = this.#places.store;
    // An installed retina may have any name.
    if (retinas.some((retina) => retina.name === name)) return undefined;
    const map = retinas.find((retina) => retina.name === parts.map);
    if (map === undefined) return undefined;
    const known = this.#open.get(name);
    if (known?.map === map.checksum) {
      known.used = performance.now();
      return undefined;
    }
    const waited = this.#opening.get(name);
    if (waited !== undefined) return waited.then(() => false);
    const opening = this.#make(name, parts.language, map);
    this.#opening.set(name, opening);
    return opening;
  }

  /**
   * What one call needs, from now until it ends. @param open as `open` does @param ended called once, when others may be given back
   */
  use(open: SiblingUse["open"], ended: () => void = () => {}): SiblingUse {
    const names = new Set<string>();
    const count = (name: string, more: number) => {
      const needed = (this.#needed.get(name) ?? 0) + more;
      if (needed === 0) this.#needed.delete(name);
      else this.#needed.set(name, needed);
    };
    return {
      open: (name) => {
        if (!names.has(name) && siblingParts(name) !== undefined) {
          names.add(name);
          count(name, 1);
        }
        return open(name);
      },
      end: () => {
        for (const name of names) count(name, -1);
        names.clear();
        ended();
      },
    };
  }

  async #make(name: string, language: string, map: IndexedRetina): Promise<boolean> {
    try {
      const files = await siblingFiles(name, this.sources);
      if (files === undefined) return false;
      if (!this.#packs.some((known) => known.language === language)) await this.refresh();
      const retina = await this.#places.opener.openSibling(files, map);
      const { uses } = retina.index;
      this.#open.set(name, { retina, map: map.checksum, used: performance.now(), uses });
      return true;
    } finally {
      this.#opening.delete(name);
    }
  }

  /**
   * Gives back those that nobody has asked for or read with in so many milliseconds, and where all take too much those that have
   * waited the longest, a minute or more; what was read with since the last call counts as now. @returns whether there was one
   */
  release(milliseconds: number): boolean {
    const before = this.#open.size;
    if (before === 0) return false;
    const now = performance.now();
    let bytes = 0;
    for (const each of this.#open.values()) {
      const { uses } = each.retina.index;
      if (uses !== each.uses) each.used = now;
      each.uses = uses;
    }
    const lastFirst = [...this.#open].sort(([, a], [, b]) => b.used - a.used);
    for (const [name, { retina, used }] of lastFirst) {
      const { index } = retina;
      const idle = now - used;
      const wanted = index.bytes + (index.lacksLists ? index.listBytes : 0);
      const isTooMuch = bytes + wanted > this.#mostBytes && idle >= JUST_NOW;
      if (!this.#needed.has(name) && (isTooMuch || idle >= milliseconds)) this.#open.delete(name);
      else bytes += wanted;
    }
    this.#shareLists();
    return this.#open.size < before;
  }

  /** Those that were used last may have lists for their searches as long as there is room. */
  #shareLists(): void {
    const open = [...this.#open.values()].sort((a, b) => b.used - a.used);
    let all = open.reduce((sum, { retina }) => sum + retina.index.bytes, 0);
    for (const { retina } of open) {
      const { index } = retina;
      const isRoom = all + index.listBytes <= this.#mostBytes;
      index.allowLists(isRoom);
      if (isRoom && index.lacksLists) all += index.listBytes;
    }
  }
}
