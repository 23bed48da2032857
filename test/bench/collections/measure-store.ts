import type { CollectionStore, Selection } from "../../../core/collection/port/store.ts";
import { parseWords } from "../../../core/collection/port/words.ts";
import type { Positions } from "../../../core/kernel/grid.ts";
import { quantile } from "../../support/statistics.ts";

/** A store with what a figure about it needs. */
export interface MeasuredStore {
  readonly name: string;
  readonly store: CollectionStore;
  /** Name of the collection that is asked. */
  readonly collection: string;
  /** Closes and opens it again, where that is ours to do. @returns milliseconds until a collection is open */
  reopen?(): Promise<number>;
  /** Processor time so far of everything that works for it, in milliseconds. */
  cpu(): number;
  bytes(): Promise<number>;
  memory(): number;
  close(): Promise<void>;
}

export interface Figure {
  readonly work: string;
  /** Milliseconds, unless the work says something else. */
  readonly median: number;
  readonly slow: number;
  /** Processor time per call, in milliseconds. */
  readonly cpu: number;
}

export interface Queries {
  /** Fingerprints of words and of texts; as many as there are runs. */
  readonly words: readonly Positions[];
  readonly texts: readonly Positions[];
  /** Words that occur. */
  readonly literal: readonly string[];
}

const PAGE = { offset: 0, limit: 100 };
const ALL: Selection = {};
/** About one row in a hundred: one year of a hundred. */
const onePart = (run: number): Selection => {
  const year = 1900 + ((run * 37) % 99);
  return { where: { column: "day", from: `${year}-01-01`, below: `${year + 1}-01-01` } };
};

/** What a person waits for after a start: opening, and the first row like a text. */
export async function measureOpening(measured: MeasuredStore, text: Positions): Promise<string> {
  if (measured.reopen === undefined) return "";
  const open = await measured.reopen();
  const start = performance.now();
  await measured.store.open(measured.collection).rows({ like: text }, PAGE);
  const first = performance.now() - start;
  return `  opened again in ${open.toFixed(0)} ms; the first 100 closest to a text took ${first.toFixed(0)} ms\n`;
}

/** Every question once for each run, one after another. */
export async function measureQueries(measured: MeasuredStore, queries: Queries): Promise<Figure[]> {
  const { store, collection } = measured;
  const { words, texts, literal } = queries;
  const like = (positions: Positions | undefined): Selection =>
    positions === undefined ? ALL : { like: positions };
  const asked: Record<string, (run: number) => Promise<unknown>> = {
    "100 closest to a word": (run) => store.open(collection).rows(like(words[run]), PAGE),
    "100 closest to a text": (run) => store.open(collection).rows(like(texts[run]), PAGE),
    "100 with a literal word": (run) =>
      store.open(collection).rows({ words: parseWords(literal[run] ?? "") }, PAGE),
    "heat of everything": () => store.open(collection).heat(ALL),
    "heat of 1%": (run) => store.open(collection).heat(onePart(run)),
    "facet under 1%": (run) =>
      store.open(collection).facet(onePart(run), { column: "title", limit: 50 }),
    "timeline under a word": (run) =>
      store.open(collection).timeline(like(words[run]), { column: "day", unit: "year" }),
  };
  const figures: Figure[] = [];
  for (const [work, ask] of Object.entries(asked))
    figures.push(await measure(measured, work, words.length, ask));
  return figures;
}

async function measure(
  measured: MeasuredStore,
  work: string,
  runs: number,
  ask: (run: number) => Promise<unknown>,
): Promise<Figure> {
  // The first calls after a change build what later ones use, and Java compiles what it has seen often.
  for (let run = 0; run < runs; run++) await ask(run);
  const before = measured.cpu();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await ask(run);
    times.push(performance.now() - start);
  }
  const cpu = (measured.cpu() - before) / runs;
  return { work, median: quantile(times, 0.5), slow: quantile(times, 0.95), cpu };
}
