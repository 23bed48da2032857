import { decodingTable } from "./gap-code.ts";
import { CELLS } from "./grid.ts";
import {
  allocateIndex,
  BLOCK,
  type IndexMemory,
  MOST_MORE,
  padTo,
  type Scratch,
  viewTables,
} from "./index-memory.ts";
import { createSearchWasm, type SearchWasm } from "./wasm.ts";

/** An index of positions that lie in memory already: `offsets` has one entry more than there are terms. */
export function indexPositions(offsets: Uint32Array, positions: Uint16Array): IndexMemory {
  const bench = new Workbench(offsets);
  const { memory, layout } = bench;
  bench.fill(({ start, count }) => {
    const room = new Uint16Array(memory.buffer, layout.positions, count);
    room.set(positions.subarray(start, start + count));
    return true;
  });
  return bench.index;
}

/** What `packGaps` made, and the lengths of its code, which is complete. */
interface PackedGaps {
  readonly even: Uint32Array;
  readonly odd: Uint32Array;
  readonly codeLengths: Uint8Array;
}

/** An index of packed positions, or `undefined` when the bits do not give them. */
export function indexGaps(
  offsets: Uint32Array,
  { even, odd, codeLengths }: PackedGaps,
): IndexMemory | undefined {
  const table = decodingTable(codeLengths);
  const evenAt = STREAMS + table.byteLength;
  const oddAt = evenAt + even.byteLength;
  const end = oddAt + odd.byteLength;
  const bench = new Workbench(offsets, end);
  const { memory, wasm, layout } = bench;
  const put = (at: number, words: Uint32Array | readonly number[]) =>
    new Uint32Array(memory.buffer, at, words.length).set(words);
  put(0, [evenAt, oddAt, oddAt, end, 0, 0, 0, 0]);
  put(STREAMS, table);
  put(evenAt, even);
  put(oddAt, odd);
  const isRead = bench.fill(
    ({ terms }) => wasm.readGaps(0, STREAMS, layout.offsets, 0, terms, layout.positions) === 1,
  );
  const [evenBit, oddBit] = new BigUint64Array(memory.buffer, 16, 2);
  const isWhole = isRead && endsIn(Number(evenBit), even) && endsIn(Number(oddBit), odd);
  return isWhole ? bench.index : undefined;
}

/**
 * Terms per call: a loop that is entered once runs as it was first compiled, and only a later call gets the optimised code.
 * Even, and a divisor of the block size.
 */
const STRETCH = 1024;

/**
 * Room for what `readGaps` is given about the streams, so that what follows is aligned. A reader may go 1 KB past a stream before
 * it notices (a term's 328 gaps of at most 23 bits, and a pair of words): more than that follows, the offsets of a stretch.
 */
const STREAMS = 64;

const PAGE = 65_536;
/** 4 GiB of address space. */
const MOST_PAGES = 65_536;

/**
 * Where positions are packed: one memory for all that a thread opens, for what an index has once touched it keeps.
 * It is as large as the largest needed so far.
 */
let workshop: WebAssembly.Memory | undefined;

function workshopOf(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / PAGE);
  workshop ??= new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared: true });
  const missing = bytes - workshop.buffer.byteLength;
  if (missing > 0) workshop.grow(Math.ceil(missing / PAGE));
  return workshop;
}

/** Some terms after each other. */
interface Terms {
  /** How many, at most `STRETCH`. */
  readonly terms: number;
  /** How many positions come before them, and how many they have. */
  readonly start: number;
  readonly count: number;
}

/** Packs the positions of an index, a stretch of terms at a time. */
class Workbench {
  readonly index: IndexMemory;
  readonly memory: WebAssembly.Memory;
  readonly wasm: SearchWasm;
  /** In bytes: u32 where each term of a stretch starts among its positions; those u16; where each starts among the gaps; those. */
  readonly layout: Readonly<Record<"offsets" | "positions" | "starts" | "gaps", number>>;
  readonly #offsets: Uint32Array;

  /** @param before bytes to leave free in front, a multiple of four */
  constructor(offsets: Uint32Array, before = 0) {
    this.#offsets = offsets;
    this.index = allocateIndex(offsets.length - 1, offsets[offsets.length - 1]);
    const most = this.#stretches().reduce((all, { count }) => Math.max(all, count), 0);
    const positions = before + 4 * (STRETCH + 1);
    const starts = positions + padTo(4, 2 * most);
    const gaps = starts + 4 * (STRETCH + 1);
    this.layout = { offsets: before, positions, starts, gaps };
    this.memory = workshopOf(gaps + most + MOST_MORE * STRETCH);
    this.wasm = createSearchWasm(this.memory);
  }

  /** @param write puts the positions of each stretch at `layout.positions`; false where it cannot @returns whether it could */
  fill(write: (terms: Terms) => boolean): boolean {
    const { layout, memory, wasm } = this;
    const { offsets, sizes, gaps } = viewTables(this.index);
    let first = 0;
    for (const stretch of this.#stretches()) {
      const { terms, start } = stretch;
      const own = new Uint32Array(memory.buffer, layout.offsets, terms + 1);
      for (let i = 0; i <= terms; i++) own[i] = this.#offsets[first + i] - start;
      if (!write(stretch)) return false;
      wasm.packPositions(layout.offsets, terms, layout.positions, layout.gaps, layout.starts);
      const starts = new Uint32Array(memory.buffer, layout.starts, terms + 1);
      gaps.set(new Uint8Array(memory.buffer, layout.gaps, starts[terms]), offsets[first]);
      for (let i = 0; i < terms; i++) {
        sizes[first + i] = own[i + 1] - own[i];
        offsets[first + i + 1] = offsets[first] + starts[i + 1];
      }
      first += terms;
    }
    return true;
  }

  #stretches(): Terms[] {
    const offsets = this.#offsets;
    const stretches: Terms[] = [];
    for (let first = 0; first + 1 < offsets.length; first += STRETCH) {
      const terms = Math.min(STRETCH, offsets.length - 1 - first);
      const start = offsets[first];
      stretches.push({ terms, start, count: offsets[first + terms] - start });
    }
    return stretches;
  }
}

/** A stream ends within its last word but one; the last is to spare. */
const endsIn = (bits: number, words: Uint32Array) => Math.ceil(bits / 32) + 1 === words.length;

/**
 * Builds the lists in two passes over the positions, count, then distribute, unless that was done; a millisecond for 1,000 terms.
 * Threads that come at the same time write the same numbers to the same places, so none waits for another, which may be ended.
 */
export function ensureLists(index: IndexMemory, wasm: SearchWasm, { cursors }: Scratch): void {
  const { layout } = index;
  const { filled, listOffsets } = viewTables(index);
  if (Atomics.load(filled, 0) === 1) return;
  const next = new Uint32Array(index.memory.buffer, cursors, CELLS);
  let entries = 0;
  forBlocks(layout.termCount, (stretches, block) => {
    next.fill(0);
    for (const [first, end] of stretches)
      wasm.countPositions(layout.offsets, layout.gaps, first, end, cursors);
    for (let cell = 0; cell < CELLS; cell++) {
      entries += next[cell];
      listOffsets[block * CELLS + cell + 1] = entries;
    }
  });
  forBlocks(layout.termCount, (stretches, block) => {
    next.set(listOffsets.subarray(block * CELLS, (block + 1) * CELLS));
    for (const [first, end] of stretches)
      wasm.fillLists(layout.offsets, layout.gaps, first, end, cursors, layout.listTerms);
  });
  Atomics.store(filled, 0, 1);
}

type Stretch = readonly [first: number, end: number];

function forBlocks(
  termCount: number,
  visit: (stretches: readonly Stretch[], block: number) => void,
): void {
  for (let from = 0; from < termCount; from += BLOCK) {
    const stretches: Stretch[] = [];
    const end = Math.min(from + BLOCK, termCount);
    for (let first = from; first < end; first += STRETCH)
      stretches.push([first, Math.min(first + STRETCH, end)]);
    visit(stretches, from / BLOCK);
  }
}
