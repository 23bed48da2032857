import { availableParallelism } from "node:os";
import type { RetinaTables } from "../../../retina/retina-data.ts";
import { nameOfLanguage } from "../../../text/language-names.ts";
import type { CallThreadData, ThreadEngine } from "../../engine/thread-engine.ts";
import { startThread } from "../../threads/start-thread.ts";
import { WorkerPool } from "../../threads/worker-pool.ts";
import type { ImportWatch } from "./import-types.ts";
import type { RowRetinas } from "./row-retinas.ts";
import { type ReadingMethods, type TextReading, unpackCells } from "./text-reading.ts";

/** Texts a thread is given at a time: work enough for as long as the thread that gives them is busy writing. */
const PART = 250;
const MOST_THREADS = 8;

/** How a pool reads. */
export interface PoolOptions extends Pick<ImportWatch, "onPreparing"> {
  /** One thread is enough: an encoder takes a hundred times as long for a text, and the memory. */
  readonly isBesideEncoder?: boolean;
}

type Methods = ReadingMethods & Pick<ThreadEngine, "retinas">;

/** As many threads as an import by words uses. */
const allThreads = () => Math.max(1, Math.min(MOST_THREADS, availableParallelism()));

/**
 * Reads texts on all processors; whoever opens it closes it. A retina of another language is opened when a text of it comes.
 */
export class ReadingPool implements TextReading {
  readonly languages: TextReading["languages"];
  readonly #rowRetinas: RowRetinas;
  readonly #retinas: RetinaTables[];
  /** The retina of each language that came. */
  readonly #names = new Map<string, string>();
  /** Other languages than its own that have come, and those of them that are open or being opened. */
  readonly #met = new Set<string>();
  #prepared = 0;
  readonly #onPreparing: ImportWatch["onPreparing"];
  readonly #pool: WorkerPool<Methods>;
  #opening: Promise<unknown> = Promise.resolve();

  /** @param languages tells them on the calling thread, which is idle for most of an import */
  constructor(
    rowRetinas: RowRetinas,
    languages: TextReading["languages"],
    { isBesideEncoder = false, onPreparing }: PoolOptions = {},
  ) {
    this.languages = languages;
    this.#rowRetinas = rowRetinas;
    this.#onPreparing = onPreparing;
    this.#retinas = [rowRetinas.own];
    this.#pool = new WorkerPool({
      threads: isBesideEncoder ? 1 : allThreads(),
      start: () =>
        startThread("collections/import/reading-worker", {
          data: { retinas: this.#retinas } satisfies CallThreadData,
          retinas: () => this.#retinas,
        }),
    });
  }

  get own(): string | undefined {
    return this.#rowRetinas.ownLanguage;
  }

  get known(): readonly string[] {
    return this.#rowRetinas.languages;
  }

  async fingerprints(texts: readonly string[], languages: readonly string[]) {
    const retinas = await this.#retinasFor(languages);
    return this.#inParts(texts, async (part, from) =>
      unpackCells(
        await this.#pool.run("fingerprints", {
          texts: part,
          retinas: retinas.slice(from, from + PART),
        }),
      ),
    );
  }

  async slices(texts: readonly string[], languages: readonly string[]) {
    const retinas = await this.#retinasFor(languages);
    return this.#inParts(texts, (part, from) =>
      this.#pool.run("slices", { texts: part, retinas: retinas.slice(from, from + PART) }),
    );
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** Cuts the texts into parts for all threads. */
  async #inParts<T>(
    texts: readonly string[],
    read: (part: readonly string[], from: number) => Promise<readonly T[]>,
  ): Promise<T[]> {
    const parts: Promise<readonly T[]>[] = [];
    for (let from = 0; from < texts.length; from += PART)
      parts.push(read(texts.slice(from, from + PART), from));
    return (await Promise.all(parts)).flat();
  }

  /** The name of the retina for each language, all of them open. One at a time: two would open the same one. */
  async #retinasFor(languages: readonly string[]): Promise<string[]> {
    const asked = new Set(languages);
    for (const each of asked)
      if (each !== this.own && this.known.includes(each)) this.#met.add(each);
    const opened = this.#opening.then(() => this.#open(asked));
    this.#opening = opened.catch(() => {});
    await opened;
    const own = this.#rowRetinas.own.card.name;
    return languages.map((language) => this.#names.get(language) ?? own);
  }

  async #open(languages: ReadonlySet<string>): Promise<void> {
    const before = this.#retinas.length;
    for (const language of languages) {
      if (this.#names.has(language) || !this.known.includes(language)) continue;
      if (this.#met.has(language)) this.#tell(language);
      const tables = await this.#rowRetinas.open(language);
      this.#names.set(language, tables.card.name);
      if (!this.#retinas.includes(tables)) this.#retinas.push(tables);
    }
    if (this.#retinas.length === before) return;
    this.#onPreparing?.(undefined);
    this.#pool.tell("retinas", { retinas: this.#retinas });
  }

  #tell(language: string): void {
    const number = ++this.#prepared;
    this.#onPreparing?.({ language: nameOfLanguage(language), number, of: this.#met.size });
  }
}
