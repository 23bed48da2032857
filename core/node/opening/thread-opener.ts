import { availableParallelism } from "node:os";
import { buildAtlas } from "../../atlas/build-atlas.ts";
import type { Atlas } from "../../atlas/types.ts";
import { attachRetina } from "../../retina/index-retina.ts";
import { IndexedRetina } from "../../retina/indexed-retina.ts";
import type { RetinaTables } from "../../retina/retina-data.ts";
import type { Retina } from "../../retina/types.ts";
import { Pool } from "../threads/pool.ts";
import type { RetinaView } from "./describe-retina.ts";
import type { LanguageRetinaFiles } from "./language-retina-files.ts";
import type { Given, OpeningMethods } from "./opening-methods.ts";
import type { RetinaOpener } from "./retina-opener.ts";

/** Each takes a file's size in memory while it opens. */
const MOST_AT_ONCE = 3;
/** A thread keeps what opening leaves behind until it ends. */
const IDLE_MILLISECONDS = 500;

/** Retinas are opened by threads, so that windows open and calls are answered meanwhile. */
export class ThreadOpener implements RetinaOpener {
  readonly #pool: Pool<OpeningMethods>;
  readonly #opened = new Set<WeakRef<IndexedRetina>>();
  readonly #atlases = new WeakMap<Retina, Promise<Atlas>>();

  /** @param atlases folder that keeps the regions from one start to the next */
  constructor(atlases: string) {
    this.#pool = new Pool({
      file: "opening/open-worker",
      threads: Math.max(1, Math.min(MOST_AT_ONCE, availableParallelism() - 1)),
      data: atlases,
      retinas: () => [...this.#opened].flatMap((retina) => retina.deref()?.tables ?? []),
      idleMilliseconds: IDLE_MILLISECONDS,
    });
  }

  async open(file: string): Promise<IndexedRetina> {
    const retina = this.#attach(await this.#pool.run("open", file));
    // At once, for the map is what a window shows first. A failure repeats at the call that needs it.
    this.atlas(retina).catch(() => {});
    return retina;
  }

  async openLanguageRetina(
    files: LanguageRetinaFiles,
    { tables: map }: IndexedRetina,
  ): Promise<IndexedRetina> {
    return this.#attach(await this.#pool.run("openLanguageRetina", { files, map }));
  }

  async take(given: Given): Promise<IndexedRetina> {
    return this.#attach(await this.#pool.run("take", given));
  }

  checksum(file: string): Promise<string> {
    return this.#pool.run("checksum", file);
  }

  describe(file: string): Promise<RetinaView> {
    return this.#pool.run("describe", file);
  }

  async atlas(retina: Retina): Promise<Atlas> {
    if (!(retina instanceof IndexedRetina)) return buildAtlas(retina);
    const known = this.#atlases.get(retina) ?? this.#pool.run("divide", retina.tables);
    this.#atlases.set(retina, known);
    known.catch(() => this.#atlases.delete(retina));
    return known;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #attach(tables: RetinaTables): IndexedRetina {
    for (const each of this.#opened) if (each.deref() === undefined) this.#opened.delete(each);
    const retina = attachRetina(tables);
    this.#opened.add(new WeakRef(retina));
    return retina;
  }
}
