import type { Model } from "../../../engine.ts";
import type { Positions } from "../../../kernel/grid.ts";
import { Moved } from "../../threads/protocol.ts";
import type { WorkerPool } from "../../threads/worker-pool.ts";
import { fingerprintOf, slicesOf } from "./text-reading.ts";

/** Fingerprints of several texts in one piece of memory, which goes from thread to thread without being copied. */
export interface PackedCells {
  readonly cells: Uint16Array<ArrayBuffer>;
  /** How many cells each text has; -1 for a text without a known word. */
  readonly sizes: Int32Array;
}

/** What a thread that reads texts for imports does. */
export type ReadingMethods = ReturnType<typeof readingMethods>;

export function readingMethods(model: (name: string) => Model) {
  return {
    fingerprints: ({ retina, texts }: { retina: string; texts: readonly string[] }) => {
      const packed = packCells(texts.map((text) => fingerprintOf(model(retina), text)));
      return new Moved(packed, [packed.cells.buffer]);
    },
    slices: ({ retina, texts }: { retina: string; texts: readonly string[] }) =>
      texts.map((text) => slicesOf(model(retina), text)),
  };
}

export function packCells(fingerprints: readonly (Positions | undefined)[]): PackedCells {
  const cells = new Uint16Array(fingerprints.reduce((sum, own) => sum + (own?.length ?? 0), 0));
  let at = 0;
  const sizes = Int32Array.from(fingerprints, (own) => {
    if (own === undefined) return -1;
    cells.set(own, at);
    at += own.length;
    return own.length;
  });
  return { cells, sizes };
}

export function unpackCells({ cells, sizes }: PackedCells): (Positions | undefined)[] {
  let at = 0;
  return Array.from(sizes, (size) => {
    if (size < 0) return undefined;
    at += size;
    return cells.subarray(at - size, at);
  });
}

/** Texts a thread is given at a time: work enough for as long as the thread that gives them is busy writing. */
const PART = 250;

/** Cuts the texts into parts for all threads of a pool. */
export function poolReading(pool: WorkerPool<ReadingMethods>, retina: string) {
  const inParts = async <T>(
    texts: readonly string[],
    read: (part: readonly string[]) => Promise<readonly T[]>,
  ): Promise<T[]> => {
    const parts: (readonly string[])[] = [];
    for (let from = 0; from < texts.length; from += PART)
      parts.push(texts.slice(from, from + PART));
    return (await Promise.all(parts.map(read))).flat();
  };
  return {
    fingerprints: (texts: readonly string[]) =>
      inParts(texts, async (part) =>
        unpackCells(await pool.run("fingerprints", { retina, texts: part })),
      ),
    slices: (texts: readonly string[]) =>
      inParts(texts, (part) => pool.run("slices", { retina, texts: part })),
  };
}
