import { createKernel, type KernelWasm, reserve } from "./wasm.ts";

/** Rows of a block; a list never reaches over it. */
export const LIST_ROWS = 16_384;
/** From as many rows on a list is kept as a bitmap: 128 rows are then counted at once, in about the same room. */
const DENSE = 1024;
/** Most lists of one question. */
const MOST_LISTS = 16_384;
const BITMAP = LIST_ROWS / 8;
/** Planes of the counts: as many bits as the most lists need. */
const PLANES = 15;
/** Bytes that the memory grows by. */
const PIECE = 1 << 24;

/** Where everything lies, in bytes. */
const COUNTS = 0;
const PLANES_AT = COUNTS + 2 * LIST_ROWS;
const EMPTY = PLANES_AT + PLANES * BITMAP;
const QUEUE = EMPTY + BITMAP;
const ROWS = QUEUE + 4 * (MOST_LISTS + 8);
const PACKED = ROWS + 2 * LIST_ROWS;
/** A list in Golomb-Rice bits takes at most two bytes per row and something, and 16 behind it are looked at. */
const MOST_PACKED = 4 * LIST_ROWS;
const LISTS = PACKED + MOST_PACKED + 64;

/** Where lists of a block lie in the memory, by number of the list. */
export interface ListPlaces {
  /** Byte; 0 for a list that is not in memory. */
  readonly addresses: Uint32Array;
  /** Bytes of gaps; 0 for a bitmap. */
  readonly lengths: Uint16Array;
}

/** A packed list, with what is known about it. */
interface PackedRows {
  /** The list and at least nothing behind it. */
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Low bits of each gap. */
  readonly low: number;
}

/**
 * Lists of rows, kept in one memory of WebAssembly and counted there. A list goes through a place of its own: `unpack` puts
 * it there, `keep` keeps it, `count` counts it once.
 */
export class RowLists {
  readonly #wasm: KernelWasm;
  readonly #most: number;
  #end = LISTS;
  #room = 0;
  #taken = 0;
  #buffer: ArrayBuffer | undefined;
  #bytes = new Uint8Array(0);

  /** @param most bytes of lists; the memory grows with them */
  constructor(most: number) {
    this.#wasm = createKernel();
    this.#most = LISTS + most;
    if (!this.#grow(LISTS)) throw new RangeError("There is no memory for lists of rows.");
  }

  /** That are taken from the system. */
  get bytes(): number {
    return this.#wasm.memory.buffer.byteLength;
  }

  /** Begins a question: no row counts anything. */
  begin(): void {
    this.#memory().fill(0, COUNTS, EMPTY);
  }

  /** False where the bytes are no list of so many rows. */
  unpack({ bytes, count, low }: PackedRows): boolean {
    if (bytes.length > MOST_PACKED || count > LIST_ROWS) return false;
    this.#memory().set(bytes, PACKED);
    this.#taken = count;
    return this.#wasm.unpackRows(PACKED, PACKED + bytes.length, count, low, ROWS) !== 0;
  }

  /** Keeps the list that was taken as the list `no`. False where there is no more room. */
  keep({ addresses, lengths }: ListPlaces, no: number): boolean {
    if (this.#taken === 0) return true;
    const isDense = this.#taken >= DENSE;
    const most = isDense ? BITMAP : this.#taken + BITMAP;
    if (!this.#grow(this.#end + most)) return false;
    addresses[no] = this.#end;
    if (isDense) this.#wasm.setBits(ROWS, this.#taken, this.#end);
    const end = isDense ? this.#end + BITMAP : this.#wasm.packGaps(ROWS, this.#taken, this.#end);
    lengths[no] = isDense ? 0 : end - this.#end;
    this.#end = end;
    return true;
  }

  /** Counts the list that was taken. */
  count(): void {
    this.#wasm.countRows(ROWS, this.#taken, COUNTS);
  }

  /** Counts those of the lists `numbers` that are in memory. At most `MOST_LISTS` in all. */
  countKept({ addresses, lengths }: ListPlaces, numbers: ArrayLike<number>): void {
    const bitmaps = new Uint32Array(this.#memory().buffer, QUEUE, MOST_LISTS + 8);
    let dense = 0;
    for (let i = 0; i < numbers.length; i++) {
      const address = addresses[numbers[i]!]!;
      if (address === 0) continue;
      const length = lengths[numbers[i]!]!;
      if (length === 0) bitmaps[dense++] = address;
      else this.#wasm.countGaps(address, address + length, COUNTS);
    }
    if (dense === 0) return;
    const planes = Math.max(3, 32 - Math.clz32(dense));
    while (dense % 8 !== 0) bitmaps[dense++] = EMPTY;
    this.#wasm.addBitmaps(QUEUE, QUEUE + 4 * dense, PLANES_AT, planes);
    this.#wasm.addPlanes(PLANES_AT, planes, COUNTS);
  }

  /** What each row counts: a view, until the next question. */
  counts(): Uint16Array {
    return new Uint16Array(this.#memory().buffer, COUNTS, LIST_ROWS);
  }

  #grow(bytes: number): boolean {
    if (bytes > this.#most) return false;
    if (bytes <= this.#room) return true;
    const room = PIECE * Math.ceil(bytes / PIECE);
    if (this.#wasm.reserve(room) === 0) return false;
    this.#room = room;
    return true;
  }

  /** The memory moves to another buffer when it grows. */
  #memory(): Uint8Array<ArrayBuffer> {
    const { buffer } = this.#wasm.memory;
    if (this.#buffer !== buffer) {
      this.#buffer = buffer;
      this.#bytes = new Uint8Array(buffer);
    }
    return this.#bytes as Uint8Array<ArrayBuffer>;
  }
}

const FLOAT = 4;
const DOUBLE = 8;

/** One instance a thread: each would reserve gigabytes of addresses, and windows are used one after the other. */
let wasm: KernelWasm | undefined;

/** The latest rows of a matrix. Of several windows only the one made last may be used. */
interface RowWindow {
  /**
   * Takes the next row, in place of the oldest one where the window is full. @returns its products with every row in the
   * window, row `r` at `r % length`; valid until the next row
   */
  push(row: Float32Array): Float64Array;
}

/** A window over the latest `length` rows of `size` numbers. A product costs `size` multiplications. */
export function rowWindow(size: number, length: number): RowWindow {
  wasm ??= createKernel();
  const { rowProducts } = wasm;
  const even = size + (size & 1);
  const bytes = even * FLOAT;
  // Four rows are read at a time, also where fewer are left.
  const room = length + 3;
  const productsAt = room * bytes;
  reserve(wasm, productsAt + room * DOUBLE);
  const { buffer } = wasm.memory;
  const rows = new Float32Array(buffer, 0, length * even).fill(0);
  const products = new Float64Array(buffer, productsAt, length);
  let count = 0;
  return {
    push(row) {
      const slot = count++ % length;
      rows.set(row, slot * even);
      rowProducts(Math.min(count, length), slot * bytes, bytes, productsAt);
      return products;
    },
  };
}
