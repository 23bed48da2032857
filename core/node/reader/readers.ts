import type { EncoderReaders } from "../../analysis/engine.ts";
import { badReader } from "../../errors.ts";
import type { Positions } from "../../kernel/grid.ts";
import { type OpenReader, openReader } from "./open-reader.ts";
import { changeOf } from "./reader-files.ts";
import type { ReadInput } from "./reader-worker.ts";

/** Texts whose fingerprints stay in memory, 2 kB each. */
const MOST_KEPT = 4000;

interface Entry {
  readonly opening: Promise<OpenReader>;
  /** When its file was written: one that was fitted again is opened again. */
  readonly written: number;
  /** Fingerprints by text and words, what was asked for last at the end. */
  readonly kept: Map<string, Positions>;
  used: number;
  /** Calls under way. */
  busy: number;
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
    { reader, map }: { readonly reader: string; readonly map: string },
    input: ReadInput,
  ): Promise<Positions[]> {
    const entry = await this.#entryOf(reader);
    entry.busy++;
    try {
      const open = await entry.opening;
      const { name, checksum } = open.header.map;
      if (checksum !== map)
        throw badReader(
          `The reader “${reader}” reads on the map of ${name} as it was when it was fitted, which is not the map that this call is about; name that retina, or fit a reader to this one.`,
          { value: reader },
        );
      return await readNew(open, entry.kept, input);
    } finally {
      entry.busy--;
      entry.used = performance.now();
    }
  }

  async #entryOf(name: string): Promise<Entry> {
    const written = await changeOf(this.#folder, name);
    const known = this.#open.get(name);
    if (known?.written === written) return known;
    if (known !== undefined) this.#drop(name, known);
    const opening = openReader(this.#folder, name, this.#threads);
    const entry = { opening, written, kept: new Map(), used: performance.now(), busy: 0 };
    this.#open.set(name, entry);
    // Another call tries again.
    opening.catch(() => {
      if (this.#open.get(name) === entry) this.#open.delete(name);
    });
    return entry;
  }

  #drop(name: string, { opening }: Entry): void {
    this.#open.delete(name);
    void opening.then((reader) => reader.close()).catch(() => {});
  }

  /** Gives back those that nobody has asked for in so many milliseconds. */
  release(milliseconds: number): void {
    const since = performance.now() - milliseconds;
    for (const [name, entry] of this.#open)
      if (entry.busy === 0 && entry.used <= since) this.#drop(name, entry);
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
