import type { EncoderReaders, NamedReader } from "../../analysis/engine.ts";
import { conflict } from "../../errors.ts";
import { NO_POSITIONS } from "../../fingerprint/positions.ts";
import type { Positions } from "../../kernel/grid.ts";
import { type OpenReader, openReader, type ReadInput, requireMap } from "./open-reader.ts";
import { changeOf, type ListedReader, listReaders } from "./reader-files.ts";

/** Texts whose fingerprints stay in memory, 2 kB each. */
const MOST_KEPT = 4000;
/** How long a reader stays open that is not asked for, in milliseconds. */
const IDLE = 600_000;
/** How long a rate is measured, in milliseconds. */
const TRY = 500;

interface Entry {
  readonly opening: Promise<OpenReader>;
  /** When its file was written: one that was fitted again is opened again. */
  readonly written: number;
  /** Fingerprints by text and words, what was asked for last at the end. */
  readonly kept: Map<string, Positions>;
  /** Calls under way. */
  busy: number;
  idle?: NodeJS.Timeout;
}

/** The readers of a folder: opened when they are asked for, and given back. */
export class Readers implements EncoderReaders {
  readonly #folder: string;
  readonly #threads: number;
  readonly #open = new Map<string, Entry>();

  constructor(folder: string, threads: number) {
    this.#folder = folder;
    this.#threads = threads;
  }

  /** @throws bad-input, cancelled */
  async read(
    { reader, map }: { readonly reader: NamedReader; readonly map: string },
    input: ReadInput,
  ): Promise<Positions[]> {
    const entry = await this.#entryOf(reader.name);
    entry.busy++;
    try {
      const open = await entry.opening;
      if (open.checksum !== (reader.checksum ?? open.checksum))
        throw conflict(
          `The reader “${reader.name}” was fitted again since the texts were read by it, and reads them otherwise now; import them again.`,
          { reader: reader.name },
        );
      requireMap(open, map);
      return await readNew(open, entry.kept, input);
    } finally {
      entry.busy--;
      this.#dropWhenIdle(reader.name, entry);
    }
  }

  list(): Promise<ListedReader[]> {
    return listReaders(this.#folder);
  }

  /** Texts that are read in a second, measured on some. @throws bad-input */
  async rate(
    name: string,
    texts: readonly string[],
  ): Promise<{ readonly textsPerSecond: number; readonly threads: number }> {
    const entry = await this.#entryOf(name);
    entry.busy++;
    try {
      const open = await entry.opening;
      const { threads } = open;
      const words = texts.map(() => NO_POSITIONS);
      // The first text of a thread takes longer.
      const first = Array.from({ length: threads }, () => texts[0]!);
      await open.read({ texts: first, words: first.map(() => NO_POSITIONS) });
      const start = performance.now();
      let read = 0;
      while (performance.now() - start < TRY) {
        await open.read({ texts, words });
        read += texts.length;
      }
      return { textsPerSecond: (1000 * read) / (performance.now() - start), threads };
    } finally {
      entry.busy--;
      this.#dropWhenIdle(name, entry);
    }
  }

  async #entryOf(name: string): Promise<Entry> {
    const written = await changeOf(this.#folder, name);
    const known = this.#open.get(name);
    if (known?.written === written) return known;
    if (known !== undefined) this.#drop(name, known);
    const opening = openReader(this.#folder, name, this.#threads);
    const entry: Entry = { opening, written, kept: new Map(), busy: 0 };
    this.#open.set(name, entry);
    // Another call tries again.
    opening.catch(() => {
      if (this.#open.get(name) === entry) this.#open.delete(name);
    });
    return entry;
  }

  #dropWhenIdle(name: string, entry: Entry): void {
    clearTimeout(entry.idle);
    const drop = () => {
      if (entry.busy === 0 && this.#open.get(name) === entry) this.#drop(name, entry);
    };
    entry.idle = setTimeout(drop, IDLE).unref();
  }

  #drop(name: string, { opening }: Entry): void {
    this.#open.delete(name);
    void opening.then((reader) => reader.close()).catch(() => {});
  }

  async close(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(
      all.map(({ opening }) => opening.then((reader) => reader.close()).catch(() => {})),
    );
  }
}

/** Reads what was not read lately. */
async function readNew(
  { read }: OpenReader,
  kept: Map<string, Positions>,
  { texts, words }: ReadInput,
): Promise<Positions[]> {
  const keys = texts.map((text, i) => `${text}\n${words[i]!.join()}`);
  const prints = keys.map((key) => kept.get(key));
  const open = prints.flatMap((print, i) => (print === undefined ? [i] : []));
  const found = await read({
    texts: open.map((i) => texts[i]!),
    words: open.map((i) => words[i]!),
  });
  open.forEach((i, at) => {
    prints[i] = found[at]!;
  });
  keys.forEach((key, i) => {
    kept.delete(key);
    kept.set(key, prints[i]!);
  });
  for (const key of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(key);
  }
  return prints.map((print) => print!);
}
