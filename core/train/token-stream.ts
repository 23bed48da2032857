import { badCorpus } from "../errors.ts";
import type { TokenBatch } from "./tokenise-batch.ts";
import type { Scratch } from "./types.ts";

/** Tokens held in memory at once by the steps that read the stream: 5 bytes each. */
export const CHUNK_TOKENS = 48_000_000;
/** More distinct forms than this is no text in an alphabet (tables of codes, encoded files). */
const MOST_FORMS = 12_000_000;
const ID_BYTES = 4;

/** A stretch of the stream that ends with a record. */
export interface ChunkPlace {
  readonly tokens: number;
  /** Tokens before this chunk. */
  readonly start: number;
}

/** Tokens as word numbers and marks, each with its flags. */
export interface Chunk {
  readonly ids: Int32Array;
  readonly flags: Uint8Array;
}

/** Every form met, with how often; ids are in order of first appearance. */
export interface Forms {
  readonly names: readonly string[];
  readonly counts: Uint32Array;
}

/** The corpus as numbers on disk. Memory grows with the distinct forms only. */
export class TokenStream {
  readonly chunks: ChunkPlace[] = [];
  words = 0;
  private readonly scratch: Scratch;
  private readonly chunkTokens: number;
  private readonly ids = new Map<string, number>();
  private counts = new Uint32Array(1 << 16);
  private numbers: Int32Array | undefined;
  private start = 0;
  private length = 0;

  constructor(scratch: Scratch, chunkTokens = CHUNK_TOKENS) {
    this.scratch = scratch;
    this.chunkTokens = chunkTokens;
  }

  /** Appends a batch; batches must come in the order of the corpus. */
  add(batch: TokenBatch): void {
    const ids = batch.forms.map((form) => this.idOf(form));
    for (let i = 0; i < batch.ids.length; i++) {
      const local = batch.ids[i]!;
      if (local < 0) continue;
      const id = ids[local]!;
      batch.ids[i] = id;
      this.counts[id]!++;
    }
    this.words += batch.words;
    this.length += batch.ids.length;
    this.scratch.append("ids", bytesOf(batch.ids));
    this.scratch.append("flags", batch.flags);
    if (this.length >= this.chunkTokens) this.closeChunk();
  }

  /** No more batches; gives up the table of forms. */
  finish(): Forms {
    if (this.length > 0) this.closeChunk();
    const names = [...this.ids.keys()];
    this.ids.clear();
    return { names, counts: this.counts.slice(0, names.length) };
  }

  read(chunk: ChunkPlace): Chunk {
    const bytes = this.scratch.read("ids", chunk.start * ID_BYTES, chunk.tokens * ID_BYTES);
    return {
      ids: new Int32Array(bytes.buffer),
      flags: this.scratch.read("flags", chunk.start, chunk.tokens),
    };
  }

  /** Gives every token the number of its word, and drops the old stream; `numbers` maps form to word or -1. */
  renumber(numbers: Int32Array, visit: (chunk: Chunk) => void): void {
    for (const place of this.chunks) {
      const chunk = this.read(place);
      applyNumbers(chunk.ids, numbers);
      visit(chunk);
      this.scratch.append("words", bytesOf(chunk.ids));
    }
    this.scratch.remove("ids");
  }

  /** Renumbers once more whenever a chunk is read from now on. */
  remap(numbers: Int32Array): void {
    this.numbers = numbers;
  }

  /** As `read`, after `renumber`, in memory that threads can share. */
  readShared(chunk: ChunkPlace): Chunk {
    const ids = new Int32Array(new SharedArrayBuffer(chunk.tokens * ID_BYTES));
    const flags = new Uint8Array(new SharedArrayBuffer(chunk.tokens));
    bytesOf(ids).set(this.scratch.read("words", chunk.start * ID_BYTES, chunk.tokens * ID_BYTES));
    flags.set(this.scratch.read("flags", chunk.start, chunk.tokens));
    if (this.numbers !== undefined) applyNumbers(ids, this.numbers);
    return { ids, flags };
  }

  private closeChunk(): void {
    this.chunks.push({ tokens: this.length, start: this.start });
    this.start += this.length;
    this.length = 0;
  }

  private idOf(form: string): number {
    const known = this.ids.get(form);
    if (known !== undefined) return known;
    const id = this.ids.size;
    if (id >= MOST_FORMS)
      throw badCorpus(
        `The corpus has more than ${MOST_FORMS} different words; it does not look like running text.`,
        { forms: MOST_FORMS },
      );
    this.ids.set(form, id);
    if (id >= this.counts.length) {
      const counts = new Uint32Array(this.counts.length * 2);
      counts.set(this.counts);
      this.counts = counts;
    }
    return id;
  }
}

function applyNumbers(ids: Int32Array, numbers: Int32Array): void {
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    if (id >= 0) ids[i] = numbers[id]!;
  }
}

/** The bytes behind a typed array. */
export function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
