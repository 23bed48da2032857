import { badCorpus } from "../../errors.ts";
import {
  AFTER_NEWLINE,
  CAPITALISED,
  NUMERIC,
  PHRASE_BARRIER,
  scanTokens,
  tokenText,
} from "../../text/tokens.ts";
import { bytesOf, grown } from "../run/arrays.ts";
import type { Scratch } from "../run/context.ts";

/** One document of a corpus. Lines of `text` are paragraphs: no window and no phrase reaches across them. */
export interface CorpusRecord {
  /** Documents with one title count as one source; may be empty. */
  readonly title: string;
  readonly text: string;
  /** How much its words count where the map is laid out and named, in percent; in full when left out. */
  readonly mapShare?: number | undefined;
}

/** Stands for a token that no vocabulary will hold: a number, or far too long. */
const NO_WORD = -1;
/** Between two paragraphs. */
export const PARAGRAPH_END = -2;
/** After the last token of a record. */
export const RECORD_END = -3;

/** Tokens of some records, in order; ids point into `forms`, which holds each form once. */
export interface TokenBatch {
  readonly forms: readonly string[];
  readonly ids: Int32Array<ArrayBuffer>;
  /** The token flags of `text/tokens.ts`, one byte for each id. */
  readonly flags: Uint8Array<ArrayBuffer>;
  /** Tokens before the marks between paragraphs and records. */
  readonly words: number;
}

/** Longer runs of letters are no words. */
const LONGEST_WORD = 40;

/** Finds the tokens of a batch of records; every batch numbers its forms afresh, so batches are independent. */
export function tokeniseBatch(records: readonly CorpusRecord[]): TokenBatch {
  const sink = new BatchSink();
  for (const { text } of records) {
    sink.addText(text);
    sink.mark(RECORD_END);
  }
  return sink.finish();
}

class BatchSink {
  private readonly forms = new Map<string, number>();
  private ids = new Int32Array(1 << 16);
  private flags = new Uint8Array(1 << 16);
  private length = 0;
  private words = 0;

  addText(text: string): void {
    let first = true;
    scanTokens(text, (start, end, flags) => {
      if (!first && (flags & AFTER_NEWLINE) !== 0) this.mark(PARAGRAPH_END);
      first = false;
      this.words++;
      this.push(this.idOf(text, start, end, flags), flags);
    });
  }

  mark(id: number): void {
    this.push(id, PHRASE_BARRIER);
  }

  finish(): TokenBatch {
    const ids = this.ids.slice(0, this.length);
    const flags = this.flags.slice(0, this.length);
    return { forms: [...this.forms.keys()], ids, flags, words: this.words };
  }

  private idOf(text: string, start: number, end: number, flags: number): number {
    if ((flags & NUMERIC) !== 0 || end - start > LONGEST_WORD) return NO_WORD;
    const form = tokenText(text, start, end);
    const known = this.forms.get(form);
    if (known !== undefined) return known;
    this.forms.set(form, this.forms.size);
    return this.forms.size - 1;
  }

  private push(id: number, flags: number): void {
    if (this.length === this.ids.length) {
      this.ids = grown(this.ids, new Int32Array(this.length * 2));
      this.flags = grown(this.flags, new Uint8Array(this.length * 2));
    }
    this.ids[this.length] = id;
    this.flags[this.length++] = flags;
  }
}

/** Whether a token with these flags starts with a capital that no sentence start explains. */
export function isInnerCapital(flags: number): boolean {
  return (flags & (CAPITALISED | PHRASE_BARRIER)) === CAPITALISED;
}

/** Tokens held in memory at once by the steps that read the stream: 5 bytes each. */
const CHUNK_TOKENS = 48_000_000;
/** More distinct forms than this is no text in an alphabet (tables of codes, encoded files). */
const MOST_FORMS = 12_000_000;
const ID_BYTES = 4;

/** A stretch of the stream that ends with a record. */
interface ChunkPlace {
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
    if (id >= this.counts.length)
      this.counts = grown(this.counts, new Uint32Array(this.counts.length * 2));
    return id;
  }
}

function applyNumbers(ids: Int32Array, numbers: Int32Array): void {
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    if (id >= 0) ids[i] = numbers[id]!;
  }
}
