import { availableParallelism } from "node:os";
import type { RetinaTables } from "../../../retina/retina-data.ts";
import { nameOfLanguage } from "../../../text/language-names.ts";
import { Pool } from "../../threads/pool.ts";
import type { ImportWatch } from "./import-types.ts";
import { openReadingMethods, type ReadingMethods, type ReadingPart } from "./reading-methods.ts";
import type { RowRetinas } from "./row-retinas.ts";
import { type TextReading, unpackCells } from "./text-reading.ts";

/** Texts a thread is given at a time: work enough for as long as the thread that gives them is busy writing. */
const PART = 250;
/** Characters that are read sooner than a thread is there, of all texts that have come. */
const FEW = 20_000;
const MOST_THREADS = 8;
/** Retinas of other languages that stay open though no text waits for them: each takes 35 MB with two threads. */
const MOST_OPEN = 6;

/** How a pool reads. */
export interface PoolOptions extends Pick<ImportWatch, "onPreparing"> {
  /** One thread is enough: an encoder takes a hundred times as long for a text, and the memory. */
  readonly isBesideEncoder?: boolean;
}

/** As many threads as an import by words uses. */
const allThreads = () => Math.max(1, Math.min(MOST_THREADS, availableParallelism()));

/**
 * Reads texts on all processors, the few of a small file on the calling thread; whoever opens it closes it. A retina of another
 * language is opened when a text of it comes.
 */
export class ReadingPool implements TextReading {
  readonly languages: TextReading["languages"];
  readonly #rowRetinas: RowRetinas;
  #retinas: RetinaTables[];
  /** The retina of each language that is open, those first whose texts came first. */
  readonly #open = new Map<string, RetinaTables>();
  /** By language: calls whose texts are not read yet. */
  readonly #underWay = new Map<string, number>();
  /** Other languages than its own that have come, and those of them that are open or being opened. */
  readonly #met = new Set<string>();
  readonly #prepared = new Set<string>();
  readonly #onPreparing: ImportWatch["onPreparing"];
  readonly #threads: number;
  /** There once more than a few texts have come. */
  #pool: Pool<ReadingMethods> | undefined;
  #here: Promise<ReadingMethods> | undefined;
  #characters = 0;
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
    this.#threads = isBesideEncoder ? 1 : allThreads();
  }

  get own(): string | undefined {
    return this.#rowRetinas.ownLanguage;
  }

  get known(): readonly string[] {
    return this.#rowRetinas.languages;
  }

  async fingerprints(texts: readonly string[], languages: readonly string[]) {
    return this.#withRetinas(languages, async (retinas) =>
      this.#isFew(texts)
        ? unpackCells(
            (await (await this.#readHere()).fingerprints(this.#part(texts, retinas))).value,
          )
        : this.#inParts(this.#part(texts, retinas), async (part) =>
            unpackCells(await this.#threadPool().run("fingerprints", part)),
          ),
    );
  }

  async slices(texts: readonly string[], languages: readonly string[]) {
    return this.#withRetinas(languages, async (retinas) =>
      this.#isFew(texts)
        ? (await this.#readHere()).slices(this.#part(texts, retinas))
        : this.#inParts(this.#part(texts, retinas), (part) =>
            this.#threadPool().run("slices", part),
          ),
    );
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  #isFew(texts: readonly string[]): boolean {
    for (const { length } of texts) this.#characters += length;
    return this.#characters <= FEW;
  }

  #part(texts: readonly string[], retinas: readonly string[]): ReadingPart {
    return { texts, retinas, open: this.#retinas };
  }

  #readHere(): Promise<ReadingMethods> {
    this.#here ??= openReadingMethods();
    return this.#here;
  }

  #threadPool(): Pool<ReadingMethods> {
    this.#pool ??= new Pool({
      file: "collections/import/reading-worker",
      threads: this.#threads,
      retinas: () => this.#retinas,
    });
    return this.#pool;
  }

  /** Cuts the texts into parts for all threads. */
  async #inParts<T>(
    { texts, retinas, open }: ReadingPart,
    read: (part: ReadingPart) => Promise<readonly T[]>,
  ): Promise<T[]> {
    const parts: Promise<readonly T[]>[] = [];
    for (let from = 0; from < texts.length; from += PART) {
      const end = from + PART;
      parts.push(read({ texts: texts.slice(from, end), retinas: retinas.slice(from, end), open }));
    }
    return (await Promise.all(parts)).flat();
  }

  /** Reads with the name of the retina for each language, all of them open. One is opened at a time: two would open the same one. */
  async #withRetinas<T>(
    languages: readonly string[],
    read: (retinas: readonly string[]) => Promise<T>,
  ): Promise<T> {
    const asked = new Set(
      languages.filter((each) => each !== this.own && this.known.includes(each)),
    );
    const count = (more: number) => {
      for (const each of asked) this.#underWay.set(each, (this.#underWay.get(each) ?? 0) + more);
    };
    count(1);
    for (const each of asked) this.#met.add(each);
    const opened = this.#opening.then(() => this.#openAll(asked));
    this.#opening = opened.catch(() => {});
    try {
      await opened;
      const own = this.#rowRetinas.own.card.name;
      return await read(languages.map((each) => this.#open.get(each)?.card.name ?? own));
    } finally {
      count(-1);
    }
  }

  async #openAll(languages: ReadonlySet<string>): Promise<void> {
    const missing = [...languages].filter((language) => !this.#open.has(language));
    if (missing.length === 0) return;
    for (const language of missing) {
      this.#makeRoom();
      this.#tell(language);
      this.#open.set(language, await this.#rowRetinas.open(language));
    }
    this.#onPreparing?.(undefined);
    this.#setRetinas();
  }

  /** Where many are open, those go that no text waits for: in files that are in order of language, one after the other. */
  #makeRoom(): void {
    const idle = [...this.#open.keys()].filter((each) => this.#underWay.get(each) === 0);
    const tooMany = this.#open.size - MOST_OPEN + 1;
    if (tooMany <= 0 || idle.length === 0) return;
    for (const language of idle.slice(0, tooMany)) this.#open.delete(language);
    this.#setRetinas();
  }

  #setRetinas(): void {
    this.#retinas = [...new Set([this.#rowRetinas.own, ...this.#open.values()])];
  }

  #tell(language: string): void {
    this.#prepared.add(language);
    const [number, of] = [this.#prepared.size, this.#met.size];
    this.#onPreparing?.({ language: nameOfLanguage(language), number, of });
  }
}
